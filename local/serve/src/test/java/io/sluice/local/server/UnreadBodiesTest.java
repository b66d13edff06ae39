package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.aws.AwsClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Clients whose last bytes come after the server has made up its mind. Each has one connection, which must outlive the
/// upload: a server that closes it loses its answer to whoever still writes.
final class UnreadBodiesTest {
    private static final byte[] CONTENT = new byte[60_000];
    /// Requests of another client before the last bytes: the server has had the time to answer, and to hang up.
    private static final int MEANWHILE = 10;

    @TempDir
    private Path folder = Path.of("");

    private interface Client {
        void use(S3Client slow) throws IOException;
    }

    /// A server with one object `data/taken`, and one client of one connection.
    private void serving(int bytesLate, Client client) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("data")).resolve("taken"), "taken");
        try (EmbeddedS3 server = EmbeddedS3.serving(Map.of("data", folder), AccessKey.random());
                var http = UrlConnectionHttpClient.create();
                S3Client other = AwsClients.s3(http, Optional.of(server.endpoint()));
                var connection = new OneConnection(server.endpoint().uri(), bytesLate, () -> readTaken(other));
                S3Client slow = AwsClients.s3(connection, Optional.of(server.endpoint()))) {
            client.use(slow);
        }
    }

    private static void readTaken(S3Client other) {
        for (int i = 0; i < MEANWHILE; i++) {
            assertEquals("taken", text(other, "taken"));
        }
    }

    private static String text(S3Client s3, String key) {
        return s3.getObjectAsBytes(get -> get.bucket("data").key(key)).asUtf8String();
    }

    /// 2 bytes: the last line's end; 200: nearly all that follows the content; then parts of the content, and all of
    /// it.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100, 200, 300, 60_000, 70_000})
    void anUploadIsAnsweredThoughItsLastBytesComeLate(int bytesLate) throws IOException {
        serving(bytesLate, slow -> {
            for (String key : new String[]{"first", "second"}) {
                slow.putObject(put -> put.bucket("data").key(key), RequestBody.fromBytes(CONTENT));
                assertArrayEquals(CONTENT, Files.readAllBytes(folder.resolve("data").resolve(key)));
            }
        });
    }

    /// Refused by their bucket or their condition: s3proxy reads all, a part or nothing of the content
    /// before.
    @ParameterizedTest
    @CsvSource({"data, taken, , *, 412", "data, taken, other, , 412", "data, absent, other, , 404",
            "other, a, , , 403"})
    void aRefusedUploadIsAnsweredThoughMostOfItComesLate(String bucket, String key, @Nullable String ifMatch,
            @Nullable String ifNoneMatch, int status) throws IOException {
        var upload = PutObjectRequest.builder().bucket(bucket).key(key).ifMatch(ifMatch).ifNoneMatch(ifNoneMatch)
                .build();
        serving(CONTENT.length, slow -> {
            for (int i = 0; i < 2; i++) {
                S3Exception refused = assertThrows(S3Exception.class,
                        () -> slow.putObject(upload, RequestBody.fromBytes(CONTENT)));
                assertEquals(status, refused.statusCode(), refused.getMessage());
            }
            assertEquals("taken", text(slow, "taken"));
        });
    }
}
