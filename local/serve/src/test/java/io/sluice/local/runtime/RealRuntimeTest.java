package io.sluice.local.runtime;

import static io.sluice.local.runtime.DeployedJar.FLUSH;
import static io.sluice.local.runtime.DeployedJar.TIMEOUT;
import static io.sluice.local.runtime.DeployedJar.TRANSFORM;
import static io.sluice.local.runtime.DeployedJar.buffer;
import static io.sluice.local.runtime.DeployedJar.event;
import static io.sluice.local.runtime.DeployedJar.firehose;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.testkit.runtime.InvocationOutcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The jar that is deployed, started as Lambda starts it: handler strings, class path, serialisation, failures and
/// time-outs with the code that Lambda runs.
@Tag("long")
final class RealRuntimeTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] DRAIN = "{\"drain\":true}".getBytes(UTF_8);

    @SuppressWarnings("NullAway.Init")
    private static DeployedJar jar;

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void deploy(@TempDir Path folder) throws IOException {
        jar = DeployedJar.unpacked(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"firehose-direct-put.json", "firehose-kinesis-source.json"})
    void aBufferedBatchIsAnsweredDroppedAndDelivered(String name) throws Exception {
        var event = event(name);
        try (var services = services()) {
            var answer = jar.answered(jar.invoke(TRANSFORM, buffer(services), event));

            assertEquals(ids(JSON.readTree(event)), ids(answer));
            answer.path("records").forEach(record -> assertEquals("Dropped", record.path("result").asText()));
            var flushed = jar.answered(jar.invoke(FLUSH, buffer(services), DRAIN));
            assertTrue(flushed.path("objects").asInt() > 0, flushed.toString());
            assertEquals(0, flushed.path("recordsPending").asInt(), flushed.toString());
            assertEquals(flushed.path("objects").asInt(), objects(services).size());
        }
    }

    @Test
    void aKinesisBatchIsStagedWholeAndReportsNoFailures() throws Exception {
        try (var services = services()) {
            var answer = jar.answered(jar.invoke(TRANSFORM, buffer(services), event("kinesis-batch.json")));

            assertEquals("{\"batchItemFailures\":[]}", answer.toString());
            assertEquals(3, jar.answered(jar.invoke(FLUSH, buffer(services), DRAIN)).path("records").asInt());
        }
    }

    @Test
    void theSchedulesEventStartsARun() throws Exception {
        try (var services = services()) {
            var summary = jar.answered(jar.invoke(FLUSH, buffer(services), event("scheduled.json")));

            assertEquals(0, summary.path("objects").asInt(-1), summary.toString());
            assertTrue(summary.path("problems").isEmpty(), summary.toString());
        }
    }

    @Test
    void inDeliveryFirehoseRecordsGoBackWithTheirKeysAndNothingElseIsNeeded() throws Exception {
        var event = JSON.readTree(event("firehose-direct-put.json"));
        ((ArrayNode) event.path("records")).addObject().put("recordId", "unreadable")
                .put("approximateArrivalTimestamp", 1517942400300L).put("data", "bm90IEpTT04=");

        var answer = jar.answered(jar.invoke(TRANSFORM,
                firehose(), JSON.writeValueAsBytes(event)));

        assertEquals(ids(event), ids(answer));
        assertEquals(List.of("Ok", "Ok", "Ok", "ProcessingFailed"), answer.path("records").findValuesAsText("result"));
        assertEquals(Set.of("net", "date"), names(answer.at("/records/0/metadata/partitionKeys")));
    }

    @Test
    void anEventThatCannotBeReadFailsItsInvocationAndNotTheNext() throws Exception {
        try (var services = services();
                var function = jar.start(TRANSFORM, buffer(services))) {
            var failed = assertInstanceOf(InvocationOutcome.Failed.class,
                    function.invoke("[]".getBytes(UTF_8), TIMEOUT));
            var error = JSON.readTree(failed.json());
            assertTrue(error.hasNonNull("errorType") && error.hasNonNull("errorMessage"), failed.json());

            jar.answered(function.invoke(event("firehose-direct-put.json"), TIMEOUT));
        }
    }

    @Test
    void anEnvironmentThatIsNotUsableIsNamedAtTheStart() throws Exception {
        var failed = assertInstanceOf(InvocationOutcome.Failed.class,
                jar.invoke(TRANSFORM, Map.of("AWS_REGION", "us-east-1"), DRAIN));

        assertTrue(failed.json().contains("SLUICE_CONFIG is missing"), failed.json());
    }

    /// Lambda ends the environment and the source sends the batch again: S3 hangs, then answers.
    @Test
    void aBatchThatTimedOutIsDeliveredOnceWhenItComesAgain() throws Exception {
        var event = event("firehose-kinesis-source.json");
        try (var services = services();
                var silence = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var hanging = new HashMap<>(buffer(services));
            hanging.put("SLUICE_S3_ENDPOINT", "http://127.0.0.1:" + silence.getLocalPort());
            try (var function = jar.start(TRANSFORM, hanging)) {
                assertEquals(new InvocationOutcome.TimedOut(), function.invoke(event, Duration.ofSeconds(5)));
            }

            assertInstanceOf(InvocationOutcome.Answered.class, jar.invoke(TRANSFORM, buffer(services), event));
            assertInstanceOf(InvocationOutcome.Answered.class, jar.invoke(TRANSFORM, buffer(services), event));
            var flushed = jar.answered(jar.invoke(FLUSH, buffer(services), DRAIN));
            assertEquals(3, flushed.path("records").asInt(), flushed.toString());
        }
    }

    private EmbeddedServices services() {
        return EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), "quakes");
    }

    private static List<String> ids(JsonNode records) {
        return StreamSupport.stream(records.path("records").spliterator(), false)
                .map(record -> record.path("recordId").asText()).toList();
    }

    private static Set<String> names(JsonNode object) {
        var names = new HashSet<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> objects(EmbeddedServices services) {
        try (var s3 = services.s3Client()) {
            return s3.listObjectsV2(request -> request.bucket("quakes")).contents().stream().map(object -> object.key())
                    .toList();
        }
    }
}
