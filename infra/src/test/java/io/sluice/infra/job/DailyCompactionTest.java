package io.sluice.infra.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.CompactedDay;
import io.sluice.infra.Deployed;
import io.sluice.infra.FunctionAtWork;
import io.sluice.infra.Granted;
import io.sluice.infra.Ground;
import io.sluice.infra.OwnApp;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.StateMachineRun.ExecutionFailed;
import io.sluice.infra.StateMachineRun;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.app.SluiceApp;
import io.sluice.testkit.wire.Gzip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.Stack;

/// A stream whose configuration asks for a compaction: what is deployed, and its state machine carried out with the
/// function on the embedded servers.
public final class DailyCompactionTest {
    private static final String MACHINE = "AWS::StepFunctions::StateMachine";

    private static JsonNode pipeline() {
        return Synthesis.of(Way.COMPACTED).pipeline();
    }

    public static JsonNode machine() {
        return definition(Synthesis.only(pipeline(), MACHINE));
    }

    private static JsonNode definition(JsonNode properties) {
        try {
            return Synthesis.JSON.readTree(Synthesis.text(properties.path("DefinitionString")));
        } catch (IOException e) {
            throw new AssertionError("the machine's definition is no JSON", e);
        }
    }

    @Test
    void theConfigurationAloneDeploysIt() {
        assertEquals(1, Synthesis.resources(pipeline(), MACHINE).size());
        assertEquals(0, Synthesis.resources(Synthesis.of(Way.BUFFER).pipeline(), MACHINE).size());
        var schedule = Synthesis.resources(pipeline(), "AWS::Scheduler::Schedule").entrySet().stream()
                .filter(each -> each.getKey().contains("DailyCompaction")).findFirst().orElseThrow().getValue();
        assertEquals("cron(30 4 * * ? *)", schedule.at("/Properties/ScheduleExpression").asText());
        assertEquals("{}", schedule.at("/Properties/Target/Input").asText());
        assertTrue(schedule.at("/Properties/Target/Arn/Ref").asText().contains("DailyCompactionMachineStates"));
        assertTrue(pipeline().at("/Outputs/CompactionStateMachine").isObject());
    }

    @Test
    void aStackOfOnesOwnHasTheSame() throws IOException {
        Deployed deployed = OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            var made = SluiceStream.Builder.create(stack, "Orders")
                    .definition(StreamDefinition.read(Way.COMPACTED.configuration()))
                    .replacingCompactedViewIn("primary").build();
            assertTrue(made.compaction().isPresent());
            assertTrue(made.alarms().containsKey("CompactionErrors"));
            var refused = SluiceStream.Builder.create(stack, "Clicks")
                    .definition(OwnApp.buffer("clicks")).replacingCompactedViewIn("primary");
            assertTrue(assertThrows(DeploymentException.class, refused::build).explanation()
                    .contains("for a stream whose configuration says Sluice.Compaction"));
        });
        assertEquals(List.of(), deployed.findings());
        assertEquals(anonymous(Synthesis.only(pipeline(), MACHINE)),
                anonymous(deployed.stack("Shop").ofType(MACHINE).getFirst().properties()));
    }

    /// Without the names of other resources.
    private static String anonymous(JsonNode machine) {
        return Synthesis.text(machine.path("DefinitionString")).replaceAll("\\$\\{[^}]*}", "…");
    }

    /// Lambda refuses SnapStart with more than 512 MB.
    @Test
    void itsFunctionHasRoomForAnObjectAndNoSnapshot() {
        JsonNode function = pipeline().at("/Resources/CompactionFunction/Properties");
        assertEquals(10_240, function.at("/EphemeralStorage/Size").asInt());
        assertTrue(function.path("SnapStart").isMissingNode(), function::toString);
        assertEquals(900, function.path("Timeout").asInt());
        assertEquals("PublishedVersions",
                pipeline().at("/Resources/FlushFunction/Properties/SnapStart/Fn::If/1/ApplyOn").asText());
    }

    @Test
    void anObjectThatCannotBeMadeWithinAnInvocationIsRefused(@TempDir Path folder) throws IOException {
        assertEquals(List.of(), refusals(folder, "TargetSizeInMBs", 512));
        assertTrue(refusals(folder, "TargetSizeInMBs", 513).getFirst().contains("512 is the most on AWS"));
    }

    /// A day later there is another text of the view, whose time begins anew.
    @Test
    void sourcesThatWouldNeverBeOldEnoughToGoAreRefused(@TempDir Path folder) throws IOException {
        assertEquals(List.of(), refusals(folder, "KeepSourceForMinutes", 720));
        assertTrue(refusals(folder, "KeepSourceForMinutes", 721).getFirst().contains("720 is the most on AWS"));
    }

    private static List<String> refusals(Path folder, String field, int value) throws IOException {
        var json = Synthesis.read(Way.COMPACTED.configuration());
        ((ObjectNode) json.at("/Sluice/Compaction")).put(field, value);
        var context = Way.COMPACTED.context();
        context.put("config", Files.writeString(folder.resolve(value + ".json"), json.toString())
                .toString());
        try {
            SluiceApp.define(Synthesis.app(context));
            return List.of();
        } catch (DeploymentException e) {
            return List.of(e.explanation());
        }
    }

    @Test
    void itDeletesUnderTheStreamsPrefixAndItsOwnAlone() {
        var deletes = Synthesis.statements(pipeline(), "DailyCompactionRole").stream()
                .filter(statement -> statement.path("Action").toString().contains("s3:DeleteObject"))
                .map(statement -> Synthesis.text(statement.path("Resource")))
                .map(arn -> arn.substring(arn.indexOf('/'))).sorted().toList();
        assertEquals(List.of("/large/*", "/orders/shop=*"), deletes);
    }

    @Test
    void daysAreCompactedAndTheirSourcesRemoved(@TempDir Path folder) throws IOException {
        try (var lake = new Lake(folder)) {
            lake.deliver("a", "2026-01-01", 1);
            lake.deliver("a", "2026-01-01", 2);
            lake.deliver("b", "2026-01-01", 3);
            lake.deliver("a", "2026-01-02", 4);
            lake.deliver("b", "2026-01-02", 5);
            assertEquals(4, lake.execute().at("/report/days").asInt(), "two days joined, and their sources removed");
            assertEquals(List.of(1, 2, 3, 4, 5), lake.numbers("large/"));
            assertEquals(List.of(), lake.keys("orders/"));
            assertEquals(List.of("ReplaceShown"), lake.entered("ReplaceShown"));
            assertTrue(lake.statements.getFirst().path("QueryString").asText().contains("-C(1)"),
                    lake.statements::toString);

            lake.deliver("a", "2026-01-02", 6);
            lake.execute();
            assertEquals(List.of(1, 2, 3, 4, 5, 6), lake.numbers("large/"), "a late object");
            assertEquals(0, lake.execute().at("/report/days").asInt());
        }
    }

    @Test
    void aDayThatIsHeldUpFailsTheExecutionByNameAtItsEnd(@TempDir Path folder) {
        try (var lake = new Lake(folder)) {
            lake.deliver("a", "2026-01-01", 1);
            String damaged = lake.deliver("b", "2026-01-01", 2);
            lake.deliver("a", "2026-01-02", 3);
            byte[] whole = lake.ground.get(Ground.BUCKET, damaged);
            lake.ground.put(Ground.BUCKET, damaged, new byte[]{0x1f, (byte) 0x8b, 8});
            String message = String.valueOf(assertThrows(ExecutionFailed.class, lake::execute).getMessage());
            assertTrue(message.startsWith("Report failed: ") && message.contains("2026-01-01: "), message);
            assertTrue(message.contains(damaged), message);
            assertFalse(message.contains("2026-01-02"), message);
            assertEquals(List.of(1, 3), lake.numbers("large/"), "of the first day, nobody reads it");
            assertEquals(2, lake.keys("orders/").size(), "the second day's sources are removed");

            lake.ground.put(Ground.BUCKET, damaged, whole);
            lake.execute();
            assertEquals(List.of(1, 2, 3), lake.numbers("large/"));
            assertEquals(List.of(), lake.keys("orders/"));
        }
    }

    /// What is refused by S3, or cut off by Lambda, is a failure of the day that it happens in.
    @Test
    void aStepThatThrowsHoldsUpItsOwnDay(@TempDir Path folder) {
        try (var lake = new Lake(folder)) {
            lake.deliver("a", "2026-01-01", 1);
            lake.deliver("b", "2026-01-02", 2);
            lake.function.http.refuse(request -> Ground.writesData(request)
                    && request.encodedPath().contains("2026-01-01"));
            String message = String.valueOf(assertThrows(ExecutionFailed.class, lake::execute).getMessage());
            assertTrue(message.contains("2026-01-01: io.sluice.objects.StoreException: the log of the execution"),
                    message);
            assertEquals(List.of(2), lake.numbers("large/"));
            lake.function.http.refuse(_ -> false);
            lake.execute();
            assertEquals(List.of(1, 2), lake.numbers("large/"));
        }
    }

    /// Otherwise readers of the old view would find sources gone.
    @Test
    void nothingIsRemovedWhereTheViewWasNotReplaced(@TempDir Path folder) {
        try (var lake = new Lake(folder)) {
            lake.deliver("a", "2026-01-01", 1);
            lake.athenaFails = true;
            assertThrows(ExecutionFailed.class, lake::execute);
            assertEquals(1, lake.keys("orders/").size());
            lake.athenaFails = false;
            lake.execute();
            assertEquals(List.of(), lake.keys("orders/"));
            assertEquals(List.of(1), lake.numbers("large/"));
        }
    }

    /// It knew which deliveries are open: what is removed of those is written again once it is recovered.
    @Test
    void nothingIsJoinedWhileTheTableIsLost(@TempDir Path folder) {
        try (var lake = new Lake(folder)) {
            lake.deliver("a", "2026-01-01", 1);
            lake.ground.put(Ground.STAGING, "manifests/orders/0000000000000000002-run", "of a table that was lost");
            String message = String.valueOf(assertThrows(ExecutionFailed.class, lake::execute).getMessage());
            assertTrue(message.startsWith("Plan failed: The index table of stream orders is lost"), message);
            assertEquals(List.of(), lake.keys("large/"));
            assertEquals(1, lake.keys("orders/").size());
        }
    }

    /// Objects of the stream on the embedded servers, and the machine over them.
    private static final class Lake implements AutoCloseable {
        final Ground ground;
        final FunctionAtWork function;
        final List<JsonNode> statements = new ArrayList<>();
        boolean athenaFails;
        private Instant now = Instant.now().plus(Duration.ofHours(2));
        private List<String> entered = List.of();

        Lake(Path folder) {
            ground = new Ground(folder);
            function = new FunctionAtWork(Optional.ofNullable(Granted.deployment(Way.COMPACTED).functions()
                    .get("compaction")).orElseThrow(), ground.environment(), () -> now);
        }

        String deliver(String shop, String day, int number) {
            String key = CompactedDay.key(shop, day, number);
            ground.put(Ground.BUCKET, key, Gzip.of("{\"shop\":\"" + shop + "\",\"n\":" + number + "}\n"));
            return key;
        }

        JsonNode execute() {
            var run = new StateMachineRun(event -> function.ask(event.toString()), this::replaced, this::waited);
            try {
                return run.execute(machine(), Synthesis.JSON.createObjectNode());
            } finally {
                entered = run.entered();
                now = now.plus(Duration.ofHours(24));
            }
        }

        private JsonNode replaced(JsonNode statement) {
            if (athenaFails) {
                throw new IllegalStateException("Athena.TooManyRequestsException");
            }
            statements.add(statement);
            return Synthesis.JSON.createObjectNode();
        }

        private void waited(Duration time) {
            now = now.plus(time);
        }

        List<String> entered(String state) {
            return entered.stream().filter(state::equals).toList();
        }

        List<String> keys(String prefix) {
            return ground.keys(Ground.BUCKET).stream().filter(key -> key.startsWith(prefix)).toList();
        }

        List<Integer> numbers(String prefix) {
            return keys(prefix).stream().flatMap(key -> CompactedDay.text(ground.get(Ground.BUCKET, key)).lines())
                    .map(line -> Integer.parseInt(line.replaceAll("\\D", ""))).sorted().toList();
        }

        @Override
        public void close() {
            function.close();
            ground.close();
        }
    }
}
