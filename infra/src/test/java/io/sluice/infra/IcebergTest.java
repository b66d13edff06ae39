package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.deployment.template.TemplateChoices;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import io.sluice.infra.iam.Call;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Grant;
import io.sluice.infra.iam.Judgement;
import io.sluice.infra.iam.Stacks;
import io.sluice.testkit.glue.GlueServer.Fault;
import io.sluice.testkit.glue.GlueServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A stream whose objects are an Iceberg table, deployed.
final class IcebergTest {
    private static final String GLUE = "{'Catalog': {'Type': 'glue'}, 'Table': 'lake.orders'}";
    private static final String OTHERS = "{'Catalog': {'Type': 'glue', 'CatalogId': '210987654321'}, 'Table':"
            + " 'lake.orders', 'CommitIntervalInSeconds': 7200, 'Location': 'tables/orders'}";
    private static final String REST = "{'Catalog': {'Type': 'rest', 'URI': 'https://catalog.example.com/iceberg',"
            + " 'SecretARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:catalog-a1b2c3'}}";
    private static final String JDBC = "{'Catalog': {'Type': 'jdbc'}}";

    private static Path configuration(String iceberg) {
        try {
            var json = (ObjectNode) Synthesis.read(Synthesis.configuration("converting.json"));
            if (!iceberg.isEmpty()) {
                json.withObject("/Sluice").set("Iceberg", Synthesis.quoted(iceberg));
            }
            return Files.writeString(Files.createTempFile(Path.of("target").toAbsolutePath(), "iceberg", ".json"),
                    json.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Synthesis synthesis(Path configuration) {
        var context = Way.ICEBERG.context();
        context.put("config", configuration.toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        return Synthesis.of(Path.of(app.synth().getDirectory()));
    }

    private static Set<String> kinds(String iceberg) {
        Set<String> kinds = new TreeSet<>();
        synthesis(configuration(iceberg)).pipeline().path("Resources").properties().forEach(each -> kinds.add(
                each.getKey().replaceFirst("[0-9A-F]{8}([0-9a-f]{32})?$", "") + " "
                        + each.getValue().path("Type").asText()));
        return kinds;
    }

    @Test
    void whoseObjectsAreATableGetsAFunctionItsSchedulesAndItsAlarmsAndNobodyElseDoes() {
        Set<String> without = kinds("");
        Set<String> more = kinds(GLUE);
        assertTrue(more.containsAll(without));
        more.removeAll(without);
        assertEquals(Set.of("AWS::Lambda::Function", "AWS::Lambda::Version", "AWS::Lambda::Alias", "AWS::IAM::Role",
                "AWS::IAM::Policy", "AWS::Logs::LogGroup", "AWS::Scheduler::Schedule", "AWS::CloudWatch::Alarm"),
                more.stream().map(each -> each.substring(each.indexOf(' ') + 1)).collect(Collectors.toSet()));
        assertEquals(13, more.size(), more::toString);
    }

    @Test
    void theFunctionAloneHasAJarWithIceberg() {
        JsonNode pipeline = synthesis(configuration(GLUE)).pipeline();
        Map<String, String> code = new HashMap<>();
        Synthesis.resources(pipeline, "AWS::Lambda::Function").forEach(
                (id, function) -> code.put(id, function.at("/Properties/Code/S3Key").asText()));
        List<String> own = code.keySet().stream().filter(id -> id.contains("Iceberg")).toList();
        assertEquals(1, own.size(), code::toString);
        assertEquals(1, code.values().stream().filter(each -> each.equals(code.get(own.getFirst()))).count(),
                code::toString);
    }

    @Test
    void itCommitsAsOftenAsTheConfigurationSays() {
        for (Map.Entry<String, String> each : Map.of(GLUE, "rate(1 minute)", OTHERS, "rate(120 minutes)").entrySet()) {
            assertTrue(Synthesis.resources(synthesis(configuration(each.getKey())).pipeline(),
                    "AWS::Scheduler::Schedule").values().stream()
                    .anyMatch(schedule -> schedule.at("/Properties/Description").asText().contains("Iceberg")
                            && schedule.at("/Properties/ScheduleExpression").asText().equals(each.getValue())));
        }
    }

    @Test
    void itMayReachOneTableOfGlueOrOneSecret() {
        String glue = rights(GLUE);
        assertTrue(glue.contains("glue:UpdateTable") && glue.contains(":table/lake/orders\"")
                && glue.contains(":database/lake\"") && glue.contains(":catalog\""), glue);
        assertFalse(glue.contains("glue:Delete") || glue.contains("glue:*") || glue.contains("secretsmanager"), glue);
        assertTrue(rights(OTHERS).contains(":210987654321:table/lake/orders\""));
        assertTrue(rights(OTHERS).contains("/tables/orders/*\""));
        String rest = rights(REST);
        assertTrue(rest.contains("secretsmanager:GetSecretValue") && rest.contains(":secret:catalog-a1b2c3\""), rest);
        assertFalse(rest.contains("glue:"), rest);
    }

    private static String rights(String iceberg) {
        return Synthesis.statements(synthesis(configuration(iceberg)).pipeline(), "IcebergRole").toString();
    }

    @Test
    void aCatalogThatIsAFileIsRefusedHoweverAStreamIsDeployed() {
        Path jdbc = configuration(JDBC);
        for (Executable deploys : List.<Executable>of(() -> synthesis(jdbc), () -> StreamDefinition.read(jdbc))) {
            String refusal = String.valueOf(assertThrows(DeploymentException.class, deploys).getMessage());
            assertTrue(refusal.contains("Type jdbc") && refusal.contains("set it to glue"), refusal);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {GLUE, OTHERS, REST})
    void theTemplateHasTheSame(String iceberg) {
        Path file = configuration(iceberg);
        var preset = TemplateChoices.PRESET;
        var choices = new TemplateChoices(Optional.empty(), Choice.YES, Choice.YES, Choice.YES, preset.logDays(),
                preset.runbooks(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty());
        ObjectNode template = PrintedTemplates.print("iceberg-" + Integer.toHexString(iceberg.hashCode()),
                StreamDefinition.read(file), choices);
        assertEquals(List.of(), PlainTemplate.differences(synthesis(file).templates(), template));
    }

    /// Records land, are registered once, and what waits for the table goes on.
    @Test
    void whatTheFunctionAsksOfAwsIsAllowedAndNothingElseIs() throws IOException {
        Deployment deployment = Deployment.of(Stacks.read(synthesis(configuration(GLUE)).folder()));
        Instant[] now = {Instant.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(2))};
        try (var glue = new GlueServer(_ -> Fault.NONE);
                var ground = new Ground(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "iceberg"))) {
            Map<String, String> environment = new HashMap<>(ground.environment());
            environment.put("SLUICE_GLUE_ENDPOINT", glue.uri().toString());
            try (var transform = function(deployment, "transform", environment, now);
                    var flush = function(deployment, "flush", environment, now);
                    var iceberg = function(deployment, "iceberg", environment, now)) {
                flush.ask("{}");
                var records = new Records();
                for (int round = 1; round <= 2; round++) {
                    now[0] = now[0].plus(Duration.ofHours(4));
                    transform.ask(records.firehose(now[0], List.of(Records.order("a/b"),
                            Records.order("c" + round))));
                    flush.ask("{\"drain\":true}");
                    flush.ask("{\"drain\":true}");
                    JsonNode answer = iceberg.askWithCredentials("{}");
                    assertEquals(2, answer.path("added").asInt(), answer::toString);
                    assertEquals("[]", answer.path("problems").toString());
                    assertEquals(0, iceberg.askWithCredentials("{}").path("commits").asInt(), "once");
                }
                assertEquals(0, iceberg.askWithCredentials("{\"from\":\"orders/\"}").path("added").asInt());
                assertEquals("{\"deleted\":0}", iceberg.askWithCredentials("{\"sweep\":true}").toString());
                assertEquals("s3://orders/iceberg/orders/lake.orders",
                        Objects.requireNonNull(glue.tables.get("lake.orders")).at("/StorageDescriptor/Location")
                                .asText());
                assertTrue(iceberg.lines.stream().anyMatch(line -> line.contains("\"IcebergLag\":0")),
                        iceberg.lines::toString);
                now[0] = now[0].plus(Duration.ofDays(9));
                flush.ask("{\"sweep\":true}");
                Judgement judgement = judged(deployment, "iceberg", iceberg, environment);
                assertEquals(Set.of(), judgement.denied());
                // Calls of Glue are not judged here. Nothing was old enough to be deleted, no job told the lake's log
                // anything, and no day was moved.
                assertEquals(List.of("glue:CreateDatabase", "glue:CreateTable", "glue:GetDatabase", "glue:GetTable",
                        "glue:UpdateTable", "logs:CreateLogStream", "logs:PutLogEvents", "s3:DeleteObject",
                        "s3:GetObject", "s3:GetObject"),
                        judgement.unneeded().stream().map(Grant::action).sorted().toList(),
                        () -> judgement.unneeded().toString());
                assertEquals(Set.of(), judged(deployment, "flush", flush, environment).denied());
            }
        }
    }

    private static Judgement judged(Deployment deployment, String what, FunctionAtWork function,
            Map<String, String> environment) {
        List<Call> calls = function.calls().stream()
                .filter(call -> call.headers().getOrDefault("x-amz-target", List.of()).stream()
                        .noneMatch(each -> each.startsWith("AWSGlue")))
                .toList();
        return Judgement.of(deployed(deployment, what), calls, environment);
    }

    private static Deployment.Function deployed(Deployment deployment, String what) {
        return Objects.requireNonNull(deployment.functions().get(what), what);
    }

    private static FunctionAtWork function(Deployment deployment, String what, Map<String, String> environment,
            Instant[] now) {
        return new FunctionAtWork(deployed(deployment, what), environment, () -> now[0]);
    }
}
