package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.TemplateChoices;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import io.sluice.infra.iam.Call;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Grant;
import io.sluice.infra.iam.Judgement;
import io.sluice.infra.iam.Stacks;
import io.sluice.metrics.Metric;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A stream that tells what landed, deployed.
final class LandingEventsTest {
    private static final String BUS = "{'Events': {'Type': 'eventbridge'}}";
    private static final String OWN_BUS = "{'Events': {'Type': 'eventbridge',"
            + " 'EventBusARN': 'arn:aws:events:us-east-1:123456789012:event-bus/landings'}}";
    private static final String QUEUE = "{'Events': {'Type': 'sqs',"
            + " 'QueueARN': 'arn:aws:sqs:us-east-1:123456789012:landings.fifo',"
            + " 'KMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555'}}";

    private static final String DATES = "{'LatenessInHours': 1, 'Events': {'Type': 'eventbridge'}}";
    private static final String SUCCESS = "{'LatenessInHours': 1, 'SuccessObjects': true,"
            + " 'Events': {'Type': 'eventbridge'}}";

    /// The date comes first in its prefix.
    private static Path configuration(String of, String landing) {
        try {
            var json = (ObjectNode) Synthesis.read(Synthesis.configuration(of));
            json.withObject("/ExtendedS3DestinationConfiguration").put("Prefix",
                    "orders/day=!{timestamp:yyyy-MM-dd}/shop=!{partitionKeyFromQuery:shop}/");
            json.withObject("/Sluice").set("Landing", Synthesis.quoted(landing));
            return Files.writeString(Files.createTempFile(Path.of("target").toAbsolutePath(), "landing", ".json"),
                    json.toString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Synthesis synthesis(Path configuration) {
        var context = Way.BUFFER.context();
        context.put("config", configuration.toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        return Synthesis.of(Path.of(app.synth().getDirectory()));
    }

    private static Set<String> kinds(Synthesis synthesis) {
        Set<String> kinds = new TreeSet<>();
        synthesis.pipeline().path("Resources").properties().forEach(each -> kinds.add(
                each.getKey().replaceFirst("[0-9A-F]{8}([0-9a-f]{32})?$", "") + " "
                        + each.getValue().path("Type").asText()));
        return kinds;
    }

    @Test
    void whoAsksForEventsGetsAFunctionItsScheduleAndItsAlarmsAndNobodyElseDoes() {
        Set<String> without = kinds(synthesis(configuration("buffer.json", "{}")));
        assertEquals(kinds(Synthesis.of(Way.BUFFER)), without, "a landing log takes no resource");
        Set<String> more = kinds(synthesis(configuration("buffer.json", BUS)));
        assertTrue(more.containsAll(without));
        more.removeAll(without);
        assertEquals(Set.of("AWS::Lambda::Function", "AWS::Lambda::Version", "AWS::Lambda::Alias", "AWS::IAM::Role",
                "AWS::IAM::Policy", "AWS::Logs::LogGroup", "AWS::Scheduler::Schedule", "AWS::CloudWatch::Alarm"),
                more.stream().map(each -> each.substring(each.indexOf(' ') + 1)).collect(Collectors.toSet()));
        assertEquals(13, more.size(), more::toString);
        assertFalse(Synthesis.of(Way.BUFFER).pipeline().toString().toLowerCase(java.util.Locale.ROOT)
                .contains("landing"));
    }

    @Test
    void theDashboardShowsHowFarEventsLagBehind() {
        assertTrue(Synthesis.text(Synthesis.only(synthesis(configuration("buffer.json", BUS)).pipeline(),
                "AWS::CloudWatch::Dashboard").path("DashboardBody")).contains(
                        "\"" + Metric.LANDING_EVENTS_LAG.cloudWatchName() + "\""));
    }

    @Test
    void theFunctionMaySendToItsTargetAlone() {
        for (Map.Entry<String, String> target : Map.of(BUS, "event-bus/default", OWN_BUS, "event-bus/landings", QUEUE,
                "sqs:us-east-1:123456789012:landings.fifo").entrySet()) {
            var statements = Synthesis.statements(synthesis(configuration("buffer.json", target.getKey())).pipeline(),
                    "EventsRole").toString();
            assertTrue(statements.contains(target.getValue()), statements);
            assertEquals(!target.getKey().equals(QUEUE), statements.contains("events:PutEvents"), statements);
            assertEquals(target.getKey().equals(QUEUE), statements.contains("sqs:SendMessage"), statements);
            assertEquals(target.getKey().equals(QUEUE), statements.contains("kms:GenerateDataKey"), statements);
            assertFalse(statements.contains("s3:PutObject") || statements.contains("s3:DeleteObject"), statements);
        }
    }

    /// In the data bucket it may write and delete these alone, and read nothing.
    @ParameterizedTest
    @ValueSource(strings = {DATES, SUCCESS})
    void onlyTheSuccessObjectsAreItsToWriteWhereTheyAreAskedFor(String landing) {
        var own = new ArrayList<JsonNode>();
        Synthesis.statements(synthesis(configuration("encrypted.json", landing)).pipeline(), "EventsRole")
                .forEach(each -> {
                    String actions = each.path("Action").toString();
                    if (actions.contains("s3:PutObject") || actions.contains("s3:DeleteObject")
                            || (actions.contains("kms:GenerateDataKey") && each.toString().contains("\"s3."))) {
                        own.add(each);
                    }
                });
        if (landing.equals(DATES)) {
            assertEquals(List.of(), own);
            return;
        }
        List<JsonNode> writes = own.stream().filter(each -> each.path("Action").toString().contains("s3:")).toList();
        assertEquals(1, writes.size(), own::toString);
        assertEquals(List.of("s3:DeleteObject", "s3:PutObject"),
                Synthesis.JSON.convertValue(writes.getFirst().path("Action"), List.class));
        assertTrue(writes.getFirst().path("Resource").toString().contains("/orders/day=*/_SUCCESS"), own::toString);
        assertTrue(own.size() > 1, () -> "with the key of the bucket: " + own);
    }

    @ParameterizedTest
    @ValueSource(strings = {BUS, OWN_BUS, QUEUE, SUCCESS, "{}"})
    void theTemplateHasTheSame(String landing) {
        for (String of : List.of("buffer.json", "lanes.json")) {
            Path file = configuration(of, landing);
            var preset = TemplateChoices.PRESET;
            var choices = new TemplateChoices(Optional.empty(), Choice.YES, Choice.YES, Choice.YES, preset.logDays(),
                    preset.runbooks(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                    Optional.empty());
            ObjectNode template = PrintedTemplates.print("landing-" + of.replace(".json", "") + "-"
                    + Integer.toHexString(landing.hashCode()), StreamDefinition.read(file), choices);
            assertEquals(List.of(), PlainTemplate.differences(synthesis(file).templates(), template));
        }
    }

    /// Records land in two lanes; they are told; the flusher sweeps what is told.
    @Test
    void whatTheFunctionsAskOfAwsIsAllowedAndNothingElseIsTheEventsFunctions() throws IOException {
        List<JsonNode> told = new ArrayList<>();
        Deployment deployment = Deployment.of(Stacks.read(synthesis(configuration("lanes.json", BUS)).folder()));
        Instant[] now = {Instant.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(2))};
        HttpServer bus = bus(told);
        try (var ground = new Ground(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "events"))) {
            Map<String, String> environment = new HashMap<>(ground.environment());
            environment.put("SLUICE_EVENTBRIDGE_ENDPOINT", "http://127.0.0.1:" + bus.getAddress().getPort());
            try (var transform = function(deployment, "transform", environment, now);
                    var flush = function(deployment, "flush", environment, now);
                    var events = function(deployment, "landingevents", environment, now)) {
                flush.ask("{}");
                now[0] = now[0].plus(Duration.ofHours(4));
                var records = new Records();
                for (int batch = 0; batch < 20; batch++) {
                    transform.ask(records.firehose(now[0], List.of(Records.order("a"))));
                }
                flush.ask("{\"drain\":true}");
                flush.ask("{\"drain\":true}");
                assertTrue(events.askWithCredentials("{}").path("landings").asInt() > 1);
                assertEquals(0, events.askWithCredentials("{}").path("landings").asInt(), "told once");
                now[0] = now[0].plus(Duration.ofDays(9));
                flush.ask("{\"sweep\":true}");
                events.askWithCredentials("{}");
                assertEquals(20, told.stream().flatMap(event -> event.findValues("records").stream())
                        .mapToLong(JsonNode::asLong).sum(), told::toString);
                assertEquals(2, told.stream().filter(event -> event.path("type").asText().equals("reconciled")
                        && event.path("holds").asBoolean() && event.path("delivered").asLong() == 20).count(),
                        told::toString);
                assertEquals(Set.of(), judged(deployment, "flush", flush, environment).denied());
                Judgement judgement = judged(deployment, "landingevents", events, environment);
                assertEquals(Set.of(), judgement.denied());
                // What is folded is looked up for entries that came late, and the lake's log is read where a job told
                // something: there is none of either.
                assertEquals(List.of("events:PutEvents", "logs:CreateLogStream", "logs:PutLogEvents", "s3:GetObject",
                        "s3:GetObject", "s3:GetObject"),
                        judgement.unneeded().stream().map(Grant::action).sorted().toList(),
                        () -> "sends are of a service that is not judged here: " + judgement.unneeded());
            }
        } finally {
            bus.stop(0);
        }
    }

    /// A date is complete, reopened by a record that comes late, and complete again.
    @ParameterizedTest
    @ValueSource(strings = {DATES, SUCCESS})
    void whatTellingADateAsksOfAwsIsAllowedAndNothingElseIs(String landing) throws IOException {
        List<JsonNode> told = new ArrayList<>();
        Deployment deployment = Deployment.of(Stacks.read(synthesis(configuration("lanes.json", landing)).folder()));
        Instant[] now = {Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(30))};
        Instant arrived = now[0];
        String day = arrived.toString().substring(0, 10);
        HttpServer bus = bus(told);
        try (var ground = new Ground(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "events"))) {
            Map<String, String> environment = new HashMap<>(ground.environment());
            environment.put("SLUICE_EVENTBRIDGE_ENDPOINT", "http://127.0.0.1:" + bus.getAddress().getPort());
            try (var transform = function(deployment, "transform", environment, now);
                    var flush = function(deployment, "flush", environment, now);
                    var events = function(deployment, "landingevents", environment, now)) {
                flush.ask("{}");
                var records = new Records();
                List<List<String>> marked = new ArrayList<>();
                for (int round = 0; round < 3; round++) {
                    if (round < 2) {
                        transform.ask(records.firehose(arrived, List.of(Records.order("a"))));
                        flush.ask("{\"drain\":true}");
                        flush.ask("{\"drain\":true}");
                    }
                    now[0] = now[0].plus(Duration.ofHours(round == 0 ? 22 : round));
                    events.askWithCredentials("{}");
                    marked.add(ground.keys(Ground.BUCKET).stream().filter(key -> key.endsWith("/_SUCCESS")).toList());
                }
                assertEquals(List.of("completed", "reopened", "completed"),
                        told.stream().filter(event -> event.path("date").asText().equals(day))
                                .map(event -> event.path("type").asText()).toList(),
                        told::toString);
                List<String> mark = landing.equals(SUCCESS) ? List.of("orders/day=" + day + "/_SUCCESS") : List.of();
                assertEquals(List.of(mark, List.of(), mark), marked);
                Judgement judgement = judged(deployment, "landingevents", events, environment);
                assertEquals(Set.of(), judgement.denied());
                assertEquals(
                        Set.of("events:PutEvents", "logs:CreateLogStream", "logs:PutLogEvents", "s3:GetObject"),
                        judgement.unneeded().stream().map(Grant::action).collect(Collectors.toSet()),
                        () -> "sends are of a service that is not judged here: " + judgement.unneeded());
            }
        } finally {
            bus.stop(0);
        }
    }

    /// A bus that takes every event.
    static HttpServer bus(List<JsonNode> told) throws IOException {
        HttpServer bus = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        bus.createContext("/", exchange -> {
            JsonNode entries = Synthesis.JSON.readTree(exchange.getRequestBody().readAllBytes()).path("Entries");
            var answer = Synthesis.JSON.createObjectNode().put("FailedEntryCount", 0);
            var ids = answer.putArray("Entries");
            for (JsonNode entry : entries) {
                told.add(Synthesis.JSON.readTree(entry.path("Detail").asText()));
                ids.addObject().put("EventId", "1");
            }
            byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        bus.start();
        return bus;
    }

    private static Judgement judged(Deployment deployment, String what, FunctionAtWork function,
            Map<String, String> environment) {
        List<Call> calls = function.calls().stream()
                .filter(call -> call.headers().getOrDefault("x-amz-target", List.of()).stream()
                        .noneMatch(each -> each.startsWith("AWSEvents")))
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
