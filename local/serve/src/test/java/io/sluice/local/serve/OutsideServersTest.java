package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.sluice.local.UsageException;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.streams.OutsideServers;
import io.sluice.local.server.AccessKey;
import io.sluice.local.server.EmbeddedDynamoDb;
import io.sluice.local.server.EmbeddedS3;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.firehose.model.InvalidArgumentException;

/// A server whose segments, objects and index are on servers that are not its own.
final class OutsideServersTest {
    private static final String STAGING = "my-staging";
    private final AccessKey key = AccessKey.random();

    @TempDir
    private Path folder = Path.of("");
    private EmbeddedS3 s3;
    private EmbeddedDynamoDb dynamoDb;

    @BeforeEach
    void start() {
        s3 = EmbeddedS3.serving(Map.of(STAGING, folder.resolve("s3")), key);
        s3.add("data", folder.resolve("s3"));
        dynamoDb = EmbeddedDynamoDb.inMemory(key);
    }

    @AfterEach
    void stop() {
        s3.close();
        dynamoDb.close();
    }

    private ServeSettings settings(String out) {
        return settings(out, s3.endpoint().uri());
    }

    private ServeSettings settings(String out, URI s3Uri) {
        return Served.settings(folder.resolve(out), DeliberateFaults.NONE, 1,
                ServeSettings.Outside.of(Optional.empty(), new OutsideServers(Optional.of(s3Uri),
                        Optional.of(dynamoDb.endpoint().uri()), STAGING, Optional.of(key))));
    }

    private static String refused(ServeSettings settings) {
        return String.valueOf(assertThrows(UsageException.class, () -> Served.on(settings)).getMessage());
    }

    @Test
    void objectsLandThereAndNothingHereThroughARestart() throws Exception {
        try (Served served = Served.on(settings("out"))) {
            served.createByKey("s", "data");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            assertEquals(List.of(), served.serve().stop(Serve.AtEnd.STAGE));
        }
        try (Served served = Served.on(settings("out"))) {
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(s3.endpoint().uri(), served.serve().s3Uri());
        }
        assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), Served.lines(folder.resolve("s3"), "data"));
        assertFalse(Files.exists(folder.resolve("out/data")));
    }

    /// Two folders in one staging bucket would sweep each other's segments away.
    @Test
    void aStagingBucketIsOneFoldersOwnAndAFoldersStreamsStayWhereTheyAre() {
        try (Served served = Served.on(settings("out"))) {
            served.createByKey("s", "data");
        }
        assertTrue(refused(settings("other")).contains("belongs to another folder"));
        assertTrue(refused(Served.settings(folder.resolve("out"), DeliberateFaults.NONE, 1))
                .contains("name it with --s3"));
        try (Served served = Served.on(Served.settings(folder.resolve("embedded"), DeliberateFaults.NONE, 1))) {
            served.createByKey("s", "data");
        }
        try (EmbeddedS3 empty = EmbeddedS3.serving(Map.of(STAGING, folder.resolve("empty")), key)) {
            assertTrue(refused(settings("embedded", empty.endpoint().uri())).contains("kept elsewhere"));
            assertTrue(refused(settings("out", empty.endpoint().uri())).contains("kept elsewhere"));
        }
    }

    @Test
    void noStreamDeliversToTheBucketOfWhatWaits() {
        try (Served served = Served.on(settings("out"))) {
            assertThrows(InvalidArgumentException.class, () -> served.createByKey("s", STAGING));
        }
    }

    /// It says yes to everything, and so replaces what is there.
    @Test
    void aServerThatReplacesObjectsAgainstAConditionIsRefused() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 404 : 200, -1);
            exchange.close();
        });
        other.start();
        try {
            for (int start = 0; start < 2; start++) {
                assertTrue(refused(settings("out", URI.create("http://127.0.0.1:" + other.getAddress().getPort())))
                        .contains("does not honour If-None-Match"));
            }
        } finally {
            other.stop(0);
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        URI nowhere = s3.endpoint().uri();
        s3.close();
        assertTrue(refused(settings("out", nowhere)).contains("The S3 server at " + nowhere + " can't be used"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:9000", "ftp://x", "http://x/path", "http://x?a=b", "http://a b", ""})
    void whatIsNoServerIsRefused(String url) {
        var refused = assertThrows(UsageException.class,
                () -> OutsideServers.of(Optional.of(url), Optional.empty(), STAGING));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("--s3 is no URL"), refused.toString());
    }
}
