package io.sluice.aws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceObject;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// What is said of an object of a source is said of its replacement, too: by S3's own headers, which the embedded
/// server does not all have.
final class ReplacedSourceTest {
    private static final Map<String, String> SAID = Map.ofEntries(Map.entry("Content-Type", "text/plain"),
            Map.entry("Content-Encoding", "gzip"), Map.entry("Content-Disposition", "attachment"),
            Map.entry("Content-Language", "de"), Map.entry("Cache-Control", "max-age=60"),
            Map.entry("Expires", "Thu, 01 Dec 2033 16:00:00 GMT"),
            Map.entry("x-amz-website-redirect-location", "/elsewhere"), Map.entry("x-amz-meta-who", "me"),
            Map.entry("x-amz-storage-class", "GLACIER_IR"), Map.entry("x-amz-object-lock-legal-hold", "ON"),
            Map.entry("x-amz-object-lock-mode", "GOVERNANCE"),
            Map.entry("x-amz-object-lock-retain-until-date", "2033-12-01T16:00:00Z"),
            Map.entry("x-amz-server-side-encryption", "aws:kms"),
            Map.entry("x-amz-server-side-encryption-aws-kms-key-id", "arn:aws:kms:eu-west-1:123456789012:key/k"),
            Map.entry("x-amz-server-side-encryption-bucket-key-enabled", "true"));
    private static final String TAGS = "<Tagging><TagSet><Tag><Key>class</Key><Value>a b</Value></Tag>"
            + "<Tag><Key>keep</Key><Value>7y</Value></Tag></TagSet></Tagging>";

    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final Map<String, String> put = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<String, String> said = new TreeMap<>(SAID);
    private final AnsweringServer server = new AnsweringServer(this::answer);
    private int tagStatus = 200;

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        Headers headers = exchange.getResponseHeaders();
        switch (exchange.getRequestMethod()) {
            case "HEAD" -> {
                said.forEach(headers::set);
                headers.set("ETag", "\"old\"");
                exchange.sendResponseHeaders(200, -1);
            }
            case "GET" -> {
                byte[] tags = (tagStatus == 200 ? TAGS : "<Error><Code>X</Code></Error>").getBytes(UTF_8);
                exchange.sendResponseHeaders(tagStatus, tags.length);
                exchange.getResponseBody().write(tags);
            }
            default -> {
                exchange.getRequestHeaders().forEach((name, values) -> put.put(name, values.getFirst()));
                exchange.sendResponseHeaders(200, -1);
            }
        }
    }

    private boolean replace() {
        var endpoint = new ServiceEndpoint(server.uri(), "key",
                "secret");
        var store = new S3SourceStore(AwsClients.s3(http, Optional.of(endpoint)), "lake", new RequestCounts());
        return store.replace(new SourceObject(new ObjectKey("raw/a"), "old", 3, Instant.EPOCH),
                Body.of("new".getBytes(UTF_8)));
    }

    @Test
    void allThatIsSaidOfTheObjectIsSaidOfItsReplacement() {
        assertTrue(replace());
        // The SDK adds its own encoding of the request's body.
        said.forEach((name, value) -> assertEquals(value, String.valueOf(put.get(name)).replace(",aws-chunked", ""),
                name));
        assertEquals("class=a%20b&keep=7y", put.get("x-amz-tagging"));
        assertEquals("\"old\"", put.get("If-Match"));
    }

    @Test
    void aRetentionThatIsOverIsNotAskedForAgain() {
        said.put("x-amz-object-lock-retain-until-date", "2001-12-01T16:00:00Z");
        assertTrue(replace());
        assertEquals(null, put.get("x-amz-object-lock-mode"));
        assertEquals(null, put.get("x-amz-object-lock-retain-until-date"));
        assertEquals("ON", put.get("x-amz-object-lock-legal-hold"));
    }

    @Test
    void nothingIsReplacedWhoseTagsMayNotBeRead() {
        tagStatus = 403;
        String message = assertThrows(StoreException.class, this::replace).getMessage();
        assertTrue(message.contains("GET the tags of s3://lake/raw/a"), message);
        assertEquals(Map.of(), put);
    }

    @Test
    void aServerThatHasNoTagsIsTakenAsItIs() {
        tagStatus = 501;
        assertTrue(replace());
        assertEquals(null, put.get("x-amz-tagging"));
    }
}
