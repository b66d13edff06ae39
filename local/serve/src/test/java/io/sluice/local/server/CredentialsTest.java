package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.AwsClients;
import io.sluice.aws.ServiceEndpoint;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// What other programs on this machine can do with the embedded servers while a run is up: nothing.
final class CredentialsTest {
    private static final String LIST_TABLES = "DynamoDB_20120810.ListTables";

    private static Path out = Path.of("");
    private static EmbeddedServices services;
    private static SdkHttpClient sdk;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        out = folder.resolve("out");
        Files.createDirectories(out.resolve("sibling"));
        Files.writeString(out.resolve("sibling/secret"), "secret");
        Files.writeString(folder.resolve("above"), "secret");
        services = EmbeddedServices.start(out, out.resolve(".sluice"), "quakes");
        try (S3Client s3 = services.s3Client()) {
            s3.putObject(b -> b.bucket("quakes").key("object"), RequestBody.fromString("secret"));
        }
        sdk = UrlConnectionHttpClient.create();
    }

    @AfterAll
    static void stop() {
        sdk.close();
        services.close();
    }

    /// On a connection of its own: after an address that it can't read, a server may close it without a word.
    private static HttpResponse<String> plain(ServiceEndpoint server, String method, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server.uri() + path)).method(method,
                HttpRequest.BodyPublishers.ofString(method.equals("GET") ? "" : "{}"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @CsvSource({"GET,/", "GET,/quakes", "GET,/quakes/object", "HEAD,/quakes/object", "GET,/quakes?acl",
            "PUT,/quakes/new",
            "PUT,/quakes", "PUT,/fresh", "DELETE,/quakes/object", "POST,/quakes?delete", "GET,/sibling",
            "GET,/sibling/secret", "PUT,/sibling/new", "GET,/quakes-staging", "GET,/.sluice/s3", "GET,/%2e%2e/above",
            "GET,/quakes/%2e%2e/sibling/secret"})
    void s3RefusesWhoeverHasNoCredentials(String method, String path) throws Exception {
        HttpResponse<String> answer = plain(services.s3Endpoint(), method, path);
        assertTrue(answer.statusCode() >= 400 && answer.statusCode() < 500, answer.toString());
        assertFalse(answer.body().contains("secret"), answer.body());
        assertFalse(Files.exists(out.resolve("quakes/new")) || Files.exists(out.resolve("sibling/new"))
                || Files.exists(out.resolve("fresh")));
        assertTrue(Files.exists(out.resolve("quakes/object")));
    }

    private static List<ServiceEndpoint> strangers(ServiceEndpoint server) {
        return List.of(ServiceEndpoint.open(server.uri()),
                new ServiceEndpoint(server.uri(), "local", "local-secret"),
                new ServiceEndpoint(server.uri(), server.key(), "local-secret"),
                new ServiceEndpoint(server.uri(), "local", server.secret()));
    }

    @Test
    void s3RefusesWrongCredentials() {
        for (ServiceEndpoint stranger : strangers(services.s3Endpoint())) {
            try (S3Client s3 = AwsClients.s3(sdk, Optional.of(stranger))) {
                assertRefused(assertThrows(S3Exception.class,
                        () -> s3.getObjectAsBytes(b -> b.bucket("quakes").key("object"))));
                assertRefused(assertThrows(S3Exception.class,
                        () -> s3.putObject(b -> b.bucket("quakes").key("new"), RequestBody.fromString("x"))));
                assertRefused(assertThrows(S3Exception.class, s3::listBuckets));
            }
        }
        assertFalse(Files.exists(out.resolve("quakes/new")));
    }

    private static void assertRefused(S3Exception refused) {
        assertEquals(403, refused.statusCode(), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sibling", "fresh"})
    void aFolderBesideTheBucketsIsNoBucketEvenForTheRun(String bucket) {
        try (S3Client s3 = services.s3Client()) {
            assertRefused(assertThrows(S3Exception.class, () -> s3.listObjectsV2(b -> b.bucket(bucket))));
            assertRefused(assertThrows(S3Exception.class, () -> s3.createBucket(b -> b.bucket(bucket))));
            assertRefused(assertThrows(S3Exception.class,
                    () -> s3.getObjectAsBytes(b -> b.bucket(bucket).key("secret"))));
            assertRefused(assertThrows(S3Exception.class,
                    () -> s3.putObject(b -> b.bucket(bucket).key("new"), RequestBody.fromString("x"))));
            assertRefused(assertThrows(S3Exception.class, () -> s3.copyObject(b -> b.sourceBucket(bucket)
                    .sourceKey("secret").destinationBucket("quakes").destinationKey("copied"))));
            assertEquals(List.of("quakes"), s3.listBuckets().buckets().stream().map(Bucket::name)
                    .filter(name -> !name.endsWith("-staging")).toList());
        }
        assertFalse(Files.exists(out.resolve("sibling/new")) || Files.exists(out.resolve("fresh"))
                || Files.exists(out.resolve("quakes/copied")));
    }

    @Test
    void keysOfEveryCharacterAreSignedAndStored() {
        var key = new StringBuilder("all/");
        for (char c = ' '; c < 0x7f; c++) {
            if (c != '/' && c != '\\') {
                key.append(c);
            }
        }
        key.append("é日本😀=/+ %2F%20");
        try (S3Client s3 = services.s3Client()) {
            s3.putObject(b -> b.bucket("quakes").key(key.toString()), RequestBody.fromString("kept"));
            assertEquals("kept", s3.getObjectAsBytes(b -> b.bucket("quakes").key(key.toString())).asUtf8String());
            assertEquals(key.toString(),
                    s3.listObjectsV2(b -> b.bucket("quakes").prefix(key.substring(0, 90))).contents()
                            .getFirst().key());
            s3.deleteObject(b -> b.bucket("quakes").key(key.toString()));
        }
        assertFalse(Files.exists(out.resolve("quakes/all")));
    }

    @ParameterizedTest
    @CsvSource({"GET,/,404", "GET,/shell,404", "GET,/shell/,404", "POST,/shell,404", "POST,/?x,404", "POST,/../,400",
            "OPTIONS,/,404", "POST,/,400"})
    void dynamoDbRefusesWhoeverHasNoCredentials(String method, String path, int status) throws Exception {
        HttpResponse<String> answer = plain(services.dynamoDbEndpoint(), method, path, "X-Amz-Target", LIST_TABLES);
        assertEquals(status, answer.statusCode(), answer.body());
        assertFalse(answer.body().contains(EmbeddedServices.INDEX_TABLE), answer.body());
    }

    @Test
    void dynamoDbRefusesCredentialsWithoutASignature() throws Exception {
        String key = services.dynamoDbEndpoint().key();
        String claim = "AWS4-HMAC-SHA256 Credential=" + key + "/20261122/us-east-1/dynamodb/aws4_request, "
                + "SignedHeaders=host;x-amz-date, Signature=";
        for (String header : List.of(claim + "0".repeat(64), claim, claim + "x", "AWS " + key + ":x", "Basic eDp4",
                claim.replace("host;", "") + "0".repeat(64))) {
            HttpResponse<String> answer = plain(services.dynamoDbEndpoint(), "POST", "/", "X-Amz-Target", LIST_TABLES,
                    "X-Amz-Date", "20261122T000000Z", "Authorization", header);
            assertEquals(400, answer.statusCode(), header + ": " + answer.body());
            assertTrue(answer.body().contains("SignatureException"), answer.body());
        }
    }

    /// A body in chunks tells no length, and whoever knows a key's id gets as far as the body. It never ends here: the
    /// answer comes without its end.
    @Test
    void dynamoDbReadsNoMoreOfABodyThanARequestHas() throws Exception {
        var server = services.dynamoDbEndpoint();
        byte[] body = new byte[20_000_001];
        try (var socket = new Socket(server.uri().getHost(), server.uri().getPort())) {
            socket.setSoTimeout(60_000);
            var out = socket.getOutputStream();
            out.write(String.join("\r\n", "POST / HTTP/1.1", "Host: " + server.uri().getAuthority(),
                    "X-Amz-Date: 20261122T000000Z", "Authorization: AWS4-HMAC-SHA256 Credential=" + server.key()
                            + "/20261122/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature="
                            + "0".repeat(64),
                    "Transfer-Encoding: chunked", "", Integer.toHexString(body.length), "").getBytes(ISO_8859_1));
            out.write(body);
            assertEquals("HTTP/1.1 404", new String(socket.getInputStream().readNBytes(12), ISO_8859_1));
        }
    }

    @Test
    void dynamoDbRefusesWrongCredentials() {
        for (ServiceEndpoint stranger : strangers(services.dynamoDbEndpoint())) {
            try (DynamoDbClient client = AwsClients.dynamoDb(sdk, Optional.of(stranger))) {
                assertEquals(400, assertThrows(DynamoDbException.class, client::listTables).statusCode());
            }
        }
        try (DynamoDbClient client = AwsClients.dynamoDb(sdk, Optional.of(services.dynamoDbEndpoint()))) {
            assertEquals(List.of(EmbeddedServices.INDEX_TABLE), client.listTables().tableNames());
        }
    }

    @Test
    void eachStartHasItsOwnAccessKey() {
        AccessKey one = AccessKey.random();
        AccessKey other = AccessKey.random();
        assertFalse(one.id().equals(other.id()) || one.secret().equals(other.secret()));
        assertFalse(one.toString().contains(one.secret()));
        assertFalse(services.s3Endpoint().toString().contains(services.s3Endpoint().secret()));
    }
}
