package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

final class EmbeddedServicesTest {
    private static Path out;
    private static EmbeddedServices services;
    private static S3Client s3;

    @BeforeAll
    static void start(@TempDir Path folder) {
        out = folder;
        services = EmbeddedServices.start(out, out.resolve(".sluice"), "quakes");
        s3 = services.s3Client();
    }

    @AfterAll
    static void stop() {
        s3.close();
        services.close();
    }

    private static void put(String bucket, String key) {
        s3.putObject(b -> b.bucket(bucket).key(key), RequestBody.fromString(key));
    }

    @Test
    void anObjectIsAFileUnderItsOwnKey() throws Exception {
        put("quakes", "net=ci/dt=2018-02-01/o + é.json");
        assertEquals("net=ci/dt=2018-02-01/o + é.json",
                Files.readString(out.resolve("quakes/net=ci/dt=2018-02-01/o + é.json")));
    }

    /// Whatever the umask is: files as any other program of the user makes them.
    @Test
    void filesAndFoldersHaveThePermissionsThatTheUsersOthersHave() throws Exception {
        Path file = Files.createFile(out.resolve("file"));
        Path folder = Files.createDirectory(out.resolve("folder"));
        put("quakes", "mode/a");
        String upload = s3.createMultipartUpload(b -> b.bucket("quakes").key("mode/b")).uploadId();
        String part = s3.uploadPart(b -> b.bucket("quakes").key("mode/b").uploadId(upload).partNumber(1),
                RequestBody.fromString("b")).eTag();
        s3.completeMultipartUpload(b -> b.bucket("quakes").key("mode/b").uploadId(upload)
                .multipartUpload(m -> m.parts(List.of(CompletedPart.builder().partNumber(1).eTag(part).build()))));
        for (String object : new String[]{"mode/a", "mode/b"}) {
            assertEquals(Files.getPosixFilePermissions(file),
                    Files.getPosixFilePermissions(out.resolve("quakes").resolve(object)), object);
        }
        for (String made : new String[]{"quakes", "quakes/mode"}) {
            assertEquals(Files.getPosixFilePermissions(folder), Files.getPosixFilePermissions(out.resolve(made)), made);
        }
    }

    @Test
    void stagedObjectsStayOutOfTheDeliveredFolders() {
        put("quakes-staging", "segments/a");
        assertTrue(Files.isRegularFile(out.resolve(".sluice/s3/quakes-staging/segments/a")));
        assertFalse(Files.exists(out.resolve("quakes-staging")));
    }

    @Test
    void aKeyThatComesWithTheRequestIsRefused() {
        String key = Base64.getEncoder().encodeToString(new byte[32]);
        String md5 = "cLyL01KMmk2ql9c+gbLYOQ==";
        S3Exception refused = assertThrows(S3Exception.class, () -> s3.putObject(b -> b.bucket("quakes").key("sse")
                .sseCustomerAlgorithm("AES256").sseCustomerKey(key).sseCustomerKeyMD5(md5),
                RequestBody.fromString("2")));
        assertTrue(refused.statusCode() >= 400, refused.getMessage());
        assertFalse(Files.exists(out.resolve("quakes/sse")));
    }

    @Test
    void aConditionalWriteOfAKeyThatIsTakenIsRefused() {
        put("quakes", "once");
        assertEquals(412, assertThrows(S3Exception.class,
                () -> s3.putObject(b -> b.bucket("quakes").key("once").ifNoneMatch("*"), RequestBody.fromString("2")))
                .statusCode());
    }

    @Test
    void theIndexTableHasAPartitionKeyAndASortKey() {
        try (DynamoDbClient dynamoDb = services.dynamoDbClient()) {
            Map<String, AttributeValue> key = Map.of("pk", AttributeValue.fromS("quakes#1"), "sk",
                    AttributeValue.fromS("batch"));
            dynamoDb.putItem(b -> b.tableName(EmbeddedServices.INDEX_TABLE).item(key));
            assertEquals(key,
                    dynamoDb.getItem(b -> b.tableName(EmbeddedServices.INDEX_TABLE).key(key).consistentRead(true))
                            .item());
        }
    }

    @Test
    void bothServersListenOnTheLoopbackInterfaceOnly() {
        assertEquals("127.0.0.1", services.s3Endpoint().uri().getHost());
        assertEquals("127.0.0.1", services.dynamoDbEndpoint().uri().getHost());
    }

    @Test
    void tablesAndObjectsSurviveARestart(@TempDir Path folder) {
        Map<String, AttributeValue> key = Map.of("pk", AttributeValue.fromS("quakes#1"), "sk",
                AttributeValue.fromS("batch"));
        try (var first = EmbeddedServices.start(folder, folder.resolve(".sluice"), "quakes");
                var dynamoDb = first.dynamoDbClient();
                var client = first.s3Client()) {
            dynamoDb.putItem(b -> b.tableName(EmbeddedServices.INDEX_TABLE).item(key));
            client.putObject(b -> b.bucket("quakes").key("k"), RequestBody.fromString("v"));
        }
        try (var second = EmbeddedServices.start(folder, folder.resolve(".sluice"), "quakes");
                var dynamoDb = second.dynamoDbClient();
                var client = second.s3Client()) {
            assertEquals(key, dynamoDb.getItem(b -> b.tableName(EmbeddedServices.INDEX_TABLE).key(key)).item());
            assertEquals("v", client.getObjectAsBytes(b -> b.bucket("quakes").key("k")).asUtf8String());
        }
    }
}
