package io.sluice.local.runtime;

import static io.sluice.local.runtime.DeployedJar.FLUSH;
import static io.sluice.local.runtime.DeployedJar.REPARTITION;
import static io.sluice.local.runtime.DeployedJar.RETENTION;
import static io.sluice.local.runtime.DeployedJar.TIMEOUT;
import static io.sluice.local.runtime.DeployedJar.TRANSFORM;
import static io.sluice.local.runtime.DeployedJar.buffer;
import static io.sluice.local.runtime.DeployedJar.configuration;
import static io.sluice.local.runtime.DeployedJar.event;
import static io.sluice.local.runtime.DeployedJar.firehose;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.testkit.runtime.ExecutionEnvironment;
import io.sluice.testkit.runtime.InvocationOutcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Every handler and every kind of event, on the runtime and out of the jar that are deployed.
@Tag("long")
final class HandlersOnTheRuntimeTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String QUAKE = "{\"properties\":{\"net\":\"uw\",\"time\":1517363399650}}";

    @SuppressWarnings("NullAway.Init")
    private static DeployedJar jar;

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void deploy(@TempDir Path folder) throws IOException {
        jar = DeployedJar.unpacked(folder);
    }

    private EmbeddedServices services() {
        return EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), "quakes");
    }

    private static JsonNode ask(ExecutionEnvironment function, String event) throws Exception {
        return jar.answered(function.invoke(event.getBytes(UTF_8), TIMEOUT));
    }

    private static JsonNode fails(ExecutionEnvironment function, String event) throws Exception {
        var failed = assertInstanceOf(InvocationOutcome.Failed.class, function.invoke(event.getBytes(UTF_8), TIMEOUT));
        var error = JSON.readTree(failed.json());
        assertTrue(error.hasNonNull("errorType") && error.path("stackTrace").isArray(), failed.json());
        return error;
    }

    /// What the handler writes in this process is what Lambda gets from the runtime, to the byte.
    @ParameterizedTest
    @CsvSource({"firehose-direct-put.json", "firehose-kinesis-source.json"})
    void theAnswerIsTheHandlersOwnBytes(String name) throws Exception {
        var here = new ByteArrayOutputStream();
        try (var stream = AwsPorts.of(firehose()).stream(Instant::now, _ -> {})) {
            new TransformHandler(stream).handleRequest(new ByteArrayInputStream(event(name)), here, null);
        }

        assertArrayEquals(here.toByteArray(), jar.body(jar.invoke(TRANSFORM, firehose(), event(name))));
    }

    @Test
    void aKinesisBatchIsAnsweredWithNoFailuresToTheByte() throws Exception {
        try (var services = services()) {
            assertArrayEquals("{\"batchItemFailures\":[]}".getBytes(UTF_8),
                    jar.body(jar.invoke(TRANSFORM, buffer(services), event("kinesis-batch.json"))));
        }
    }

    /// In Lambda's JSON format what the functions print goes out as it is, metrics among it, and what the runtime says
    /// of a failure is an object of level ERROR. The JVM's own warnings are text.
    @Test
    void everyLineOfTheLogIsAnObjectAndMetricsAreUntouched() throws Exception {
        try (var services = services()) {
            var logged = new DeployedJar(jar.taskRoot(), folder.resolve("json.log"));
            var variables = buffer(services);
            variables.put("AWS_LAMBDA_LOG_FORMAT", "JSON");
            try (var transform = logged.start(TRANSFORM, variables)) {
                // The runtime logs a failure after it has reported it, and before it takes the next event.
                assertInstanceOf(InvocationOutcome.Failed.class, transform.invoke("[]".getBytes(UTF_8), TIMEOUT));
                logged.answered(transform.invoke(event("firehose-direct-put.json"), TIMEOUT));
            }
            List<JsonNode> lines = new ArrayList<>();
            for (String line : Files.readAllLines(logged.log())) {
                if (!line.isEmpty() && !line.startsWith("WARNING: ")) {
                    lines.add(JSON.readTree(line));
                }
            }
            assertTrue(lines.stream().allMatch(JsonNode::isObject), lines::toString);
            var metrics = lines.stream().filter(each -> each.has("_aws")).findFirst().orElseThrow();
            assertEquals("_aws", metrics.fieldNames().next());
            assertEquals(3, metrics.path("SucceedProcessing.Records").asInt());
            assertEquals("INFO", lines.stream().filter(each -> each.path("event").asText().equals("batch-staged"))
                    .findFirst().orElseThrow().path("level").asText());
            assertEquals(1, lines.stream().filter(each -> each.path("level").asText().equals("ERROR"))
                    .filter(each -> each.path("message").asText().contains("is not a JSON object")).count(),
                    lines::toString);
        }
    }

    /// A flush that was scheduled, a drain, a slice, a sweep, a recovery, a discard of what is not there: all in one
    /// environment, with events in between that are none.
    @Test
    void theFlusherTakesAllOfItsEvents() throws Exception {
        try (var services = services();
                var transform = jar.start(TRANSFORM, buffer(services));
                var flush = jar.start(FLUSH, buffer(services))) {
            jar.answered(transform.invoke(event("firehose-direct-put.json"), TIMEOUT));
            // The records are of years ago: all of it is due.
            assertEquals(3, ask(flush, new String(event("scheduled.json"), UTF_8)).path("records").asInt());
            assertTrue(fails(flush, "[]").path("errorMessage").asText().contains("is no JSON object"));
            assertTrue(fails(flush, "{\"drain\":1}").path("errorMessage").asText().contains("drain is true or false"));
            assertTrue(fails(flush, "{\"slice\":{\"to\":\"x\"}}").path("errorMessage").asText().contains("slice"));
            assertEquals(0, ask(flush, "{\"slice\":{\"from\":\"\"}}").path("objects").asInt(-1));
            jar.answered(transform.invoke(event("firehose-kinesis-source.json"), TIMEOUT));
            assertTrue(fails(flush, "{\"recover\":\"now\"}").path("errorMessage").asText().contains("at once"));
            assertTrue(fails(flush, "{\"recover\":\"at once\"}").path("errorType").asText()
                    .endsWith("RecoveryRefusedException"));
            lose(services);
            assertTrue(ask(flush, "{\"recover\":\"at once\"}").isObject());
            assertEquals(3, ask(flush, "{\"drain\":true}").path("records").asInt());
            assertTrue(ask(flush, "{\"sweep\":true}").isObject());
            fails(flush, "{\"discard\":{\"segment\":\"segments/quakes/none\",\"offset\":0}}");
            assertEquals(0, ask(flush, "{\"drain\":true}").path("records").asInt(-1));
        }
    }

    /// Every item of the index.
    private static void lose(EmbeddedServices services) {
        try (var dynamoDb = services.dynamoDbClient()) {
            var table = EmbeddedServices.INDEX_TABLE;
            for (var item : dynamoDb.scan(scan -> scan.tableName(table)).items()) {
                Map<String, AttributeValue> key = new HashMap<>(item);
                key.keySet().retainAll(Set.of(DynamoDbIndex.PARTITION_KEY, DynamoDbIndex.SORT_KEY));
                dynamoDb.deleteItem(delete -> delete.tableName(table).key(key));
            }
        }
    }

    @Test
    void retentionTakesAllOfItsEvents() throws Exception {
        try (var services = services();
                var retention = jar.start(RETENTION, buffer(services))) {
            jar.answered(jar.invoke(TRANSFORM, buffer(services), event("firehose-direct-put.json")));
            jar.answered(jar.invoke(FLUSH, buffer(services), "{\"drain\":true}".getBytes(UTF_8)));

            assertTrue(ask(retention, "{\"set\":{\"key\":\"net=uw\",\"days\":30}}").toString().contains("net"));
            assertTrue(ask(retention, "{\"show\":true}").toString().contains("30"));
            assertTrue(fails(retention, "{\"set\":{\"key\":\"colour=red\",\"days\":30}}").path("errorType").asText()
                    .endsWith("RetentionException"));
            assertTrue(ask(retention, "{\"run\":true,\"dryRun\":true}").isObject());
            assertTrue(ask(retention, "{\"run\":true}").isObject());
            assertTrue(ask(retention, "{\"erase\":{\"key\":\"net=us\"},\"dryRun\":true}").isObject());
            assertTrue(ask(retention, "{\"erase\":{\"key\":\"net=us\"}}").isObject());
            fails(retention, "{\"run\":\"daily\"}");
            assertTrue(ask(retention, "{\"remove\":{\"key\":\"net=uw\"}}").isObject());
        }
    }

    @Test
    void repartitionTakesAllOfItsSteps() throws Exception {
        try (var services = services();
                var s3 = services.s3Client();
                var function = jar.start(REPARTITION, buffer(services))) {
            s3.putObject(request -> request.bucket("quakes").key("raw/date=2018-01-31/a"),
                    RequestBody.fromString(QUAKE + "\n" + QUAKE));

            assertEquals("2018-01-31", step(function, "{\"step\":\"plan\"}").at("/days/0").asText());
            assertTrue(fails(function, whole("{\"step\":\"jump\"}")).path("errorMessage").asText().contains("must be"));
            var failed = fails(function, whole("{\"step\":\"report\",\"moved\":[{\"outcome\":\"blocked\"}]}"));
            assertTrue(failed.path("errorType").asText().endsWith("DayMoveException"), failed.toString());
            for (String each : List.of("open", "join", "settle", "close", "remove", "closed")) {
                var answer = step(function, "{\"step\":\"" + each
                        + "\",\"day\":\"2018-01-31\",\"round\":1,\"from\":0,\"to\":1}");
                assertEquals(Set.of("open", "close").contains(each) ? "" : "done", answer.path("outcome").asText(),
                        answer.toString());
            }
            assertTrue(step(function, "{\"step\":\"view\"}").hasNonNull("sql"));
            assertEquals(0, s3.listObjectsV2(list -> list.bucket("quakes").prefix("raw/")).contents().size());
        }
    }

    /// The flusher of a stream that converts records has a jar of its own.
    @Test
    void recordsAreConvertedOutOfTheJarThatHasParquet() throws Exception {
        var parquet = DeployedJar.ofParquet(folder);
        try (var services = services(); var s3 = services.s3Client()) {
            var variables = buffer(services);
            variables.put("SLUICE_CONFIG", configuration("parquet.json"));
            jar.answered(jar.invoke(TRANSFORM, variables, event("firehose-direct-put.json")));
            var flushed = parquet.answered(parquet.invoke(FLUSH, variables, "{\"drain\":true}".getBytes(UTF_8)));
            assertEquals(3, flushed.path("records").asInt(), flushed.toString());

            var objects = s3.listObjectsV2(request -> request.bucket("quakes")).contents();
            assertEquals(flushed.path("objects").asInt(), objects.size());
            for (var object : objects) {
                var bytes = s3.getObjectAsBytes(request -> request.bucket("quakes").key(object.key())).asByteArray();
                assertEquals("PAR1", new String(bytes, 0, 4, UTF_8), object.key());
            }
        }
    }

    /// With the time that the function is deployed with: a day is planned only where there is enough left.
    private static JsonNode step(ExecutionEnvironment function, String event) throws Exception {
        return jar.answered(function.invoke(whole(event).getBytes(UTF_8), Duration.ofMinutes(15)));
    }

    private static String whole(String event) {
        return event.replaceFirst("\\{", "{\"source\":\"raw/\",\"request\":{\"graceMinutes\":0},");
    }

    /// What DynamoDB and S3 refuse comes back as the SDK's exceptions, which are made by their names: a table and a
    /// bucket that are not there.
    @ParameterizedTest
    @CsvSource({"SLUICE_INDEX_TABLE,nowhere", "SLUICE_STAGING_BUCKET,nowhere"})
    void whatAServiceRefusesFailsTheInvocationWithItsNameAndTheNextIsTaken(String variable, String value)
            throws Exception {
        try (var services = services()) {
            var variables = buffer(services);
            variables.put(variable, value);
            try (var transform = jar.start(TRANSFORM, variables)) {
                for (int round = 0; round < 2; round++) {
                    var error = fails(transform, new String(event("firehose-direct-put.json"), UTF_8));
                    assertTrue(error.path("errorType").asText().startsWith("io.sluice."), error.toString());
                    assertTrue(error.toString().contains(value) || error.toString().contains("non-existent")
                            || error.toString().contains("bucket"), error.toString());
                }
                assertTrue(transform.isAlive());
            }
        }
    }

    @Test
    void aHandlerThatIsNotInTheJarIsNamedAtTheStart() throws Exception {
        var failed = assertInstanceOf(InvocationOutcome.Failed.class,
                jar.invoke("io.sluice.lambda.NoSuchHandler::handleRequest", firehose(), new byte[0]));

        assertTrue(failed.json().contains("NoSuchHandler"), failed.json());
    }

    @Test
    void eachRecordIsAnsweredInTheOrderOfTheEvent() throws Exception {
        var event = JSON.readTree(event("firehose-direct-put.json"));
        var answer = jar.answered(jar.invoke(TRANSFORM, firehose(), JSON.writeValueAsBytes(event)));
        assertEquals(ids(event), ids(answer));
    }

    private static List<String> ids(JsonNode records) {
        return StreamSupport.stream(records.path("records").spliterator(), false)
                .map(record -> record.path("recordId").asText()).toList();
    }
}
