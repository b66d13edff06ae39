package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.api.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// What a server's S3 endpoint gives, and to whom.
final class ObjectsTest {
    private static S3Client s3(Served served, String key, String secret) {
        return S3Client.builder().endpointOverride(served.serve().s3Uri()).forcePathStyle(true)
                .region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(key, secret)))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    @Test
    void theFirstKeyReadsTheObjectsOfAStreamThatWasCreatedWhileTheServerRan(@TempDir Path out) throws Exception {
        try (var served = Served.on(out); S3Client mine = s3(served, "local", "local")) {
            served.createByKey("s", "later-bucket");
            served.client.putRecord(put -> put.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(1, mine.listObjectsV2(list -> list.bucket("later-bucket").prefix("k=a/")).keyCount());
        }
    }

    @Test
    void recordsWhoseKeysAreNoFileNamesAreDeliveredUnderTheirKeys(@TempDir Path out) throws Exception {
        List<String> values = List.of("/x", "x//y", "x/", "x", "n".repeat(300));
        try (var served = Served.on(out); S3Client mine = s3(served, "local", "local")) {
            served.createByKey("s", "data");
            for (String value : values) {
                served.client.putRecord(put -> put.deliveryStreamName("s")
                        .record(Served.record("{\"k\":\"" + value + "\"}")));
            }
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            List<String> keys = mine.listObjectsV2(list -> list.bucket("data")).contents().stream()
                    .map(S3Object::key).toList();
            assertEquals(values.size(), keys.size(), keys.toString());
            for (String value : values) {
                assertEquals(1, keys.stream().filter(key -> key.startsWith("k=" + value + "/s-1-")).count(), value);
            }
        }
    }

    @Test
    void aStrangerReadsNothingAndNoFolderBesideTheStreamsIsABucket(@TempDir Path out) throws Exception {
        Files.createDirectories(out.resolve("private-folder"));
        try (var served = Served.on(out);
                S3Client mine = s3(served, "local", "local");
                S3Client stranger = s3(served, "local", "guessed")) {
            served.createByKey("s", "data");
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(403, assertThrows(S3Exception.class,
                    () -> stranger.listObjectsV2(list -> list.bucket("data"))).statusCode());
            assertEquals(403, assertThrows(S3Exception.class,
                    () -> mine.listObjectsV2(list -> list.bucket("private-folder"))).statusCode());
        }
    }

    @Test
    void anAccessKeyThatTheEmbeddedServersDoNotTakeIsRefusedAtOnce() {
        var refused = assertThrows(IllegalArgumentException.class, () -> Keys.of("team-a", "secret"));
        assertEquals("an access key is letters and digits, as AWS's are, not 'team-a'", refused.getMessage());
    }
}
