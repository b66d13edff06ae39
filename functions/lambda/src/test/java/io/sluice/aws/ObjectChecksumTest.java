package io.sluice.aws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The checksum that S3 is asked to hold an object against, and keeps.
final class ObjectChecksumTest {
    private static final byte[] BYTES = "{\"id\": 1}\n".getBytes(UTF_8);

    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private String body = "";

    @Test
    void anObjectIsSentWithTheCrc32cOfItsBytes() {
        try (AnsweringServer server = new AnsweringServer(this::answer);
                SdkHttpClient http = UrlConnectionHttpClient.create()) {
            var endpoint = new ServiceEndpoint(server.uri(), "key", "secret");
            var store = new S3ObjectStore(AwsClients.s3(http, Optional.of(endpoint)), "lake", Optional.empty(),
                    new RequestCounts());
            store.create(new ObjectKey("a"), Body.of(BYTES), new ObjectAttributes("", "f", 0, 0, 1));
        }
        assertEquals("CRC32C", headers.get("x-amz-sdk-checksum-algorithm"));
        assertEquals("1", headers.get("x-amz-meta-sluice-records"));
        CRC32C crc = new CRC32C();
        crc.update(BYTES);
        String expected = Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array());
        assertTrue((headers + body).contains("x-amz-checksum-crc32c"), headers + body);
        assertTrue((headers + body).contains(expected), headers + body);
    }

    private void answer(HttpExchange exchange) throws IOException {
        body = new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
        exchange.sendResponseHeaders(200, -1);
    }
}
