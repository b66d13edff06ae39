package io.sluice.local.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.sluice.lambda.CallHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.FirehoseException;
import software.amazon.awssdk.services.firehose.model.PutRecordBatchResponse;
import software.amazon.awssdk.services.firehose.model.PutRecordResponse;
import software.amazon.awssdk.services.firehose.model.Record;

/// Firehose's own client, which signs for Firehose, and the function behind a URL. Each test has numbers of its own.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CallHandlerTest {
    private static final String ARN = "arn:aws:secretsmanager:us-east-1:123456789012:secret:keys-a1b2c3";
    private static final String KEYS = "ALL hush\\nSOME other s,t\\nNONE third elsewhere\\n";

    @SuppressWarnings("NullAway.Init")
    private StatelessServers servers;
    @SuppressWarnings("NullAway.Init")
    private HttpServer secrets;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        servers = new StatelessServers(folder);
        secrets = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secrets.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = ("{\"SecretString\":\"" + KEYS + "\"}").getBytes(UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        secrets.start();
    }

    @AfterAll
    void stop() {
        secrets.stop(0);
        servers.close();
    }

    private Map<String, String> environment() throws IOException {
        Map<String, String> environment = new HashMap<>(servers.environment());
        environment.put("SLUICE_CONFIG", StatelessServers.configuration("s").toString());
        environment.put("SLUICE_KEYS_SECRET", ARN);
        environment.put("SLUICE_SECRETSMANAGER_ENDPOINT", "http://127.0.0.1:" + secrets.getAddress().getPort());
        return environment;
    }

    /// The secret's reader has the credentials of the function's role, which the SDK finds among others here.
    private static CallHandler handler(Map<String, String> environment) {
        System.setProperty("aws.accessKeyId", "role");
        System.setProperty("aws.secretAccessKey", "role");
        try {
            return new CallHandler(environment, UrlConnectionHttpClient.create(), InstantSource.system(), _ -> {});
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    private static FunctionUrl function(Map<String, String> environment) {
        return new FunctionUrl(handler(environment));
    }

    private static FirehoseClient client(FunctionUrl url, String key, String secret) {
        return FirehoseClient.builder().httpClient(url).region(Region.EU_WEST_1)
                .endpointOverride(URI.create("https://abc.lambda-url.eu-west-1.on.aws"))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(key, secret))).build();
    }

    private static Record record(int number) {
        return Record.builder().data(SdkBytes.fromUtf8String(StatelessServers.line(number))).build();
    }

    @Test
    void aCallsRecordsAreStagedWhenItIsAnswered() throws Exception {
        try (FunctionUrl url = function(environment()); FirehoseClient client = client(url, "ALL", "hush")) {
            PutRecordResponse one = client.putRecord(put -> put.deliveryStreamName("s").record(record(100)));
            PutRecordBatchResponse batch = client.putRecordBatch(put -> put.deliveryStreamName("s")
                    .records(IntStream.range(101, 601).mapToObj(CallHandlerTest::record).toList()));
            assertEquals(0, batch.failedPutCount());
            Set<String> ids = new HashSet<>(Collections.singleton(one.recordId()));
            batch.requestResponses().forEach(each -> ids.add(each.recordId()));
            assertEquals(501, ids.size());
            servers.assertOnce(100, 601);
        }
    }

    /// An attempt meets another execution environment, mostly.
    @Test
    void whatTheSdkTriesAgainAfterALostAnswerIsStagedOnce() throws Exception {
        try (FunctionUrl url = function(environment()); FirehoseClient client = client(url, "ALL", "hush")) {
            for (int number = 700; number < 710; number++) {
                url.lost.set(2);
                int each = number;
                client.putRecord(put -> put.deliveryStreamName("s").record(record(each)));
            }
            servers.assertOnce(700, 710);
        }
    }

    @Test
    void theStreamIsTheConfigurationsAndNoCallChangesIt() throws Exception {
        try (FunctionUrl url = function(environment()); FirehoseClient client = client(url, "SOME", "other")) {
            assertEquals(List.of("s"), client.listDeliveryStreams().deliveryStreamNames());
            assertEquals("ACTIVE", client.describeDeliveryStream(ask -> ask.deliveryStreamName("s"))
                    .deliveryStreamDescription().deliveryStreamStatusAsString());
            assertRefused("InvalidArgumentException", () -> client.deleteDeliveryStream(ask -> ask
                    .deliveryStreamName("s")));
            assertRefused("ResourceNotFoundException", () -> client.putRecord(put -> put.deliveryStreamName("t")
                    .record(record(800))));
        }
    }

    @Test
    void whoHasNoKeyForAStreamPutsNothingIntoItAndDoesNotLearnOfIt() throws Exception {
        Map<String, String> environment = environment();
        try (FunctionUrl url = function(environment);
                FirehoseClient none = client(url, "NONE", "third");
                FirehoseClient unknown = client(url, "UNKNOWN", "hush");
                FirehoseClient wrong = client(url, "ALL", "wrong")) {
            assertRefused("AccessDeniedException", () -> none.putRecord(put -> put.deliveryStreamName("s")
                    .record(record(900))));
            assertRefused("AccessDeniedException", () -> none.putRecordBatch(put -> put.deliveryStreamName("s")
                    .records(record(901))));
            assertRefused("AccessDeniedException", () -> none.describeDeliveryStream(ask -> ask
                    .deliveryStreamName("s")));
            assertRefused("AccessDeniedException", () -> none.listTagsForDeliveryStream(ask -> ask
                    .deliveryStreamName("s")));
            assertEquals(List.of(), none.listDeliveryStreams().deliveryStreamNames());
            assertRefused("UnrecognizedClientException", () -> unknown.putRecord(put -> put.deliveryStreamName("s")
                    .record(record(902))));
            assertRefused("InvalidSignatureException", () -> wrong.putRecord(put -> put.deliveryStreamName("s")
                    .record(record(903))));
            assertTrue(servers.delivered().stream().noneMatch(line -> line.contains("\"n\":90")));
        }
    }

    private static void assertRefused(String type, Runnable call) {
        var refused = assertThrows(FirehoseException.class, call::run);
        assertEquals(type, refused.awsErrorDetails().errorCode(), refused.getMessage());
    }

    @Test
    void anythingElseThatComesToTheUrlIsAnsweredWith404() throws Exception {
        try (FunctionUrl url = function(environment())) {
            assertEquals(404, url.get("/").path("statusCode").asInt());
            assertEquals(404, url.get("/health").path("statusCode").asInt());
        }
    }

    @Test
    void anEventThatIsNoRequestIsRefused() throws Exception {
        CallHandler function = handler(environment());
        var refused = assertThrows(IllegalArgumentException.class, () -> function.handleRequest(
                new ByteArrayInputStream("{\"records\":[]}".getBytes(UTF_8)), new ByteArrayOutputStream(), null));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("the event is no request to a function's URL"));
    }

    @Test
    void whatIsMissingOrWrongInTheEnvironmentIsNamed() throws Exception {
        Map<String, String> without = environment();
        without.remove("SLUICE_KEYS_SECRET");
        assertTrue(refusal(without).contains("SLUICE_KEYS_SECRET is missing"));
        Map<String, String> other = environment();
        var kinesis = StatelessServers.configuration("s");
        ((ObjectNode) kinesis.path("Sluice")).remove("Source");
        other.put("SLUICE_CONFIG", kinesis.toString());
        assertTrue(refusal(other).contains("set Sluice.Source to {\"Type\": \"direct\"}"));
    }

    private static String refusal(Map<String, String> environment) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> function(environment)).getMessage());
    }
}
