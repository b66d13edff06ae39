package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Judgement;
import io.sluice.infra.iam.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A stream of buffers, deployed.
final class LanesTest {
    private static final Synthesis LANES = synthesis();

    private static Synthesis synthesis() {
        var context = Way.BUFFER.context();
        context.put("config", Synthesis.configuration("lanes.json").toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        return Synthesis.of(Path.of(app.synth().getDirectory()));
    }

    @Test
    void eachBufferHasRoomForItsRunsAndTheFlusherStartsThemItself() {
        JsonNode pipeline = LANES.pipeline();
        assertEquals(6, pipeline.at("/Resources/FlushFunction/Properties/ReservedConcurrentExecutions").asInt());
        assertEquals(1, Synthesis.statements(pipeline, "InvokeSlices").size());
    }

    @Test
    void aStreamThatNamesNoneMayDoNothingWithBuffers() {
        assertFalse(Synthesis.of(Way.BUFFER).pipeline().toString().contains("lane"));
    }

    /// Put after a commit, read where they are there already, removed by the sweep.
    @Test
    void aFlushPutsLandingsOfEachBufferWhereTheStreamHasALandingLog() {
        for (String action : List.of("s3:PutObject", "s3:GetObject", "s3:DeleteObject")) {
            List<String> resources = Synthesis.statements(LANES.pipeline(), "FlushRole").stream()
                    .filter(statement -> statement.path("Action").toString().contains('"' + action + '"'))
                    .map(statement -> statement.path("Resource").toString()).toList();
            assertTrue(resources.stream().anyMatch(each -> each.contains("/landings/orders/*")
                    && each.contains("/landings/orders!lane!*/*")), resources::toString);
        }
        assertFalse(Synthesis.of(Way.BUFFER).pipeline().toString().contains("landings"));
    }

    @Test
    void aKinesisEventSourceHasNone() {
        var context = Way.KINESIS_EVENTS.context();
        context.put("config",
                Synthesis.withSource(Synthesis.configuration("lanes.json"), "{'Type': 'kinesis'}").toString());
        var app = Synthesis.app(context);
        var refused = assertThrows(RuntimeException.class, () -> SluiceApp.define(app));
        assertTrue(String.valueOf(refused.getMessage()).contains("Sluice.Lanes"), refused::toString);
    }

    /// Segments and words of each lane, receipts of the stream, and how many lanes there are.
    @Test
    void whoTakesCallsMayStageToEachLane() throws IOException {
        for (String source : List.of("", ", 'Image': 'registry.example/sluice:1.0.0', 'VpcId': 'vpc-0a1b2c3d',"
                + " 'SubnetIds': ['subnet-0a1b2c3d', 'subnet-0a1b2c3e']")) {
            var context = Way.CALLS_URL.context();
            context.put("config", Synthesis.withSource(Synthesis.configuration("lanes.json"), "{'Type': 'direct',"
                    + " 'SecretARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:callers-AbCdEf'" + source
                    + "}").toString());
            var app = Synthesis.app(context);
            SluiceApp.define(app);
            var pipeline = Synthesis.of(Path.of(app.synth().getDirectory())).pipeline();
            var rights = Synthesis.statements(pipeline, source.isEmpty() ? "TransformRole" : "ServeRole").toString();
            for (String resource : List.of("segments/orders/*", "segments/orders!lane!*/*", "lanes/orders/*",
                    "orders#record#*", "orders#state")) {
                assertTrue(rights.contains(resource), resource + " in " + rights);
            }
        }
    }

    /// The whole life of buffers: asked for, begun, gone by, flushed, swept, lost, recovered, erased.
    @Test
    void whatTheFunctionsAskOfTheirBuffersIsAllowed() throws IOException {
        Deployment deployment = Deployment.of(Stacks.read(LANES.folder()));
        Instant[] now = {Instant.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(2))};
        var records = new Records();
        try (var ground = new Ground(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "lanes"));
                var transform = function(deployment, "transform", ground, now);
                var flush = function(deployment, "flush", ground, now);
                var retention = function(deployment, "retention", ground, now)) {
            flush.ask("{}");
            now[0] = now[0].plus(Duration.ofHours(4));
            for (int batch = 0; batch < 20; batch++) {
                transform.ask(records.firehose(now[0], List.of(Records.order("a"), Records.REJECTED)));
            }
            assertTrue(segments(ground, "orders!lane!1") > 0 && segments(ground, "orders!lane!2") > 0,
                    () -> ground.keys(Ground.STAGING).toString());
            assertTrue(flush.startsOthers("{}"));
            flush.ask("{\"drain\":true}");
            assertEquals(0, segments(ground, "orders!lane!1"));
            flush.ask("{\"lane\":1,\"sweep\":true}");
            flush.ask("{\"sweep\":true}");
            for (int batch = 0; batch < 20; batch++) {
                transform.ask(records.firehose(now[0], List.of(Records.order("b"))));
            }
            retention.ask("{\"run\":true}");
            ground.loseTable();
            assertThrows(RuntimeException.class, () -> flush.ask("{}"));
            now[0] = now[0].plus(Duration.ofMinutes(20));
            assertTrue(flush.ask("{\"recover\":\"at once\"}").path("complete").asBoolean());
            retention.ask("{\"erase\":{\"key\":\"shop=a\"}}");
            JsonNode drained = flush.ask("{\"drain\":true}");
            assertEquals(40, drained.at("/sinceFirstCommit/delivered").asInt(), drained::toString);
            assertAllowed(deployment, "transform", transform, ground);
            assertAllowed(deployment, "flush", flush, ground);
            assertAllowed(deployment, "retention", retention, ground);
        }
    }

    private static void assertAllowed(Deployment deployment, String what, FunctionAtWork function, Ground ground) {
        Judgement judgement = Judgement.of(deployed(deployment, what), function.calls(), ground.environment());
        assertEquals(Set.of(), judgement.denied(), what + " is denied");
        assertEquals(Set.of(), judgement.unjudged(), what);
    }

    private static Deployment.Function deployed(Deployment deployment, String what) {
        Deployment.Function function = deployment.functions().get(what);
        if (function == null) {
            throw new AssertionError("no function " + what);
        }
        return function;
    }

    private static FunctionAtWork function(Deployment deployment, String what, Ground ground, Instant[] now) {
        return new FunctionAtWork(deployed(deployment, what), ground.environment(), () -> now[0]);
    }

    private static long segments(Ground ground, String buffer) {
        return ground.keys(Ground.STAGING).stream().filter(key -> key.startsWith("segments/" + buffer + "/")).count();
    }
}
