package io.sluice.local.runtime;

import static io.sluice.local.runtime.DeployedJar.FLUSH;
import static io.sluice.local.runtime.DeployedJar.RUNTIME;
import static io.sluice.local.runtime.DeployedJar.TIMEOUT;
import static io.sluice.local.runtime.DeployedJar.TRANSFORM;
import static io.sluice.local.runtime.DeployedJar.buffer;
import static io.sluice.local.runtime.DeployedJar.event;
import static io.sluice.local.runtime.DeployedJar.firehose;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.server.EmbeddedServices;
import io.sluice.testkit.runtime.ExecutionEnvironment;
import io.sluice.testkit.runtime.ExecutionEnvironment.Initialization;
import io.sluice.testkit.runtime.InvocationOutcome;
import io.sluice.testkit.runtime.ManagedRuntime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A function that is started for a snapshot, as SnapStart does: its hooks run on the runtime and out of the jar that
/// are deployed.
@Tag("long")
final class SnapshotTest {
    @SuppressWarnings("NullAway.Init")
    private static DeployedJar jar;

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void deploy(@TempDir Path folder) throws IOException {
        jar = DeployedJar.unpacked(folder);
    }

    private ExecutionEnvironment start(String handler, Map<String, String> variables) throws IOException {
        ManagedRuntime logged = RUNTIME.with("-Xlog:class+load=info:file=" + classes());
        return jar.start(logged, handler, variables, Initialization.SNAP_START);
    }

    private Path classes() {
        return folder.resolve("classes.log");
    }

    private long loaded(String type) throws IOException {
        return Files.readString(classes()).lines().filter(line -> line.contains(type)).count();
    }

    /// Before the snapshot the runtime takes the function's path and asks for no event; after it, events as ever.
    @Test
    void theFunctionsPathIsTakenBeforeTheSnapshotAndEventsAfterIt() throws Exception {
        try (var services = services();
                var function = start(TRANSFORM, buffer(services))) {
            function.awaitSnapshot(TIMEOUT);
            assertEquals(List.of("restore/next"), function.calls());
            assertTrue(loaded("software.amazon.awssdk.services.s3.DefaultS3Client ") > 0, "S3 was not asked");
            assertTrue(loaded("io.sluice.ingest.Ingest ") > 0, "nothing was rehearsed");
            try (var s3 = services.s3Client()) {
                assertEquals(List.of(), s3.listObjectsV2(request -> request.bucket(
                        services.environment().get("SLUICE_STAGING_BUCKET"))).contents());
            }

            function.restore();
            for (int round = 0; round < 2; round++) {
                assertEquals(3, jar.answered(function.invoke(event("firehose-direct-put.json"), TIMEOUT))
                        .path("records").size());
            }
            assertEquals(List.of("restore/next", "invocation/next", "invocation/response", "invocation/next",
                    "invocation/response"), function.calls().subList(0, 5));
            var flushed = jar.answered(jar.invoke(FLUSH, buffer(services), "{\"drain\":true}".getBytes(UTF_8)));
            assertEquals(3, flushed.path("records").asInt(), flushed.toString());
        }
    }

    @Test
    void withoutASnapshotNothingIsRehearsed() throws Exception {
        ManagedRuntime logged = RUNTIME.with("-Xlog:class+load=info:file=" + classes());
        try (var function = jar.start(logged, TRANSFORM, firehose(), Initialization.ON_DEMAND)) {
            assertInstanceOf(InvocationOutcome.Failed.class, function.invoke("[]".getBytes(UTF_8), TIMEOUT));
            assertFalse(function.calls().contains("restore/next"));
            assertEquals(0, loaded("io.sluice.lambda.PrimingEvent "));
        }
    }

    /// A transform stages what comes; what is done with objects that are there already is another function's.
    @Test
    void aTransformLoadsNothingOfTheLake() throws Exception {
        try (var services = services();
                var function = start(TRANSFORM, buffer(services))) {
            function.awaitSnapshot(TIMEOUT);
            function.restore();
            assertEquals(3, jar.answered(function.invoke(event("firehose-direct-put.json"), TIMEOUT))
                    .path("records").size());
        }
        assertTrue(loaded("io.sluice.app.Intake ") > 0, "the log names classes");
        for (String type : List.of("app.Lake ", "app.Flushing ", "repartition.", "compaction.", "retention.")) {
            assertEquals(0, loaded(" io.sluice." + type), type);
        }
    }

    /// S3 and DynamoDB may be out of reach where the snapshot is made: an invocation says so where it matters.
    @Test
    void servicesThatAreOutOfReachDoNotKeepTheSnapshotFromBeingMade() throws Exception {
        try (var services = services()) {
            var variables = buffer(services);
            variables.put("SLUICE_S3_ENDPOINT", "http://127.0.0.1:" + portOfNobody());
            try (var function = start(TRANSFORM, variables)) {
                function.awaitSnapshot(TIMEOUT);
                function.restore();
                assertInstanceOf(InvocationOutcome.Failed.class,
                        function.invoke(event("firehose-direct-put.json"), TIMEOUT));
                assertTrue(function.isAlive());
            }
        }
    }

    @Test
    void theFlusherIsMadeReadyToo() throws Exception {
        try (var services = services();
                var function = start(FLUSH, buffer(services))) {
            function.awaitSnapshot(TIMEOUT);
            assertTrue(loaded("software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClient ") > 0);
            function.restore();
            assertTrue(jar.answered(function.invoke(event("scheduled.json"), TIMEOUT)).isObject());
        }
    }

    private EmbeddedServices services() {
        return EmbeddedServices.start(folder.resolve("out"), folder.resolve("work"), "quakes");
    }

    private static int portOfNobody() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
