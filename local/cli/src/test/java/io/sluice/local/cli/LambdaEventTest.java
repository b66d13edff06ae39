package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The saved events that come with Sluice, through the transform function.
final class LambdaEventTest {
    private static final Path EVENTS = Path.of("..", "..", "events");
    private static final Path CONFIG = EVENTS.resolve("quakes/stream.json");

    @TempDir
    private Path folder = Path.of("");

    private static Outcome invoke(Path config, String event) {
        return Cli.run("run", "--config", config.toString(), "--lambda-event", EVENTS.resolve(event).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"firehose-direct-put.json", "firehose-kinesis-source.json"})
    void firehoseIsAnsweredThatEveryRecordIsTakenOver(String event) throws IOException {
        Outcome outcome = invoke(CONFIG, event);
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(3, outcome.json().path("records").size());
        outcome.json().path("records").forEach(record -> assertEquals("Dropped", record.path("result").asText()));
    }

    @Test
    void firehoseIsAnsweredWithKeysWhereItDeliversItself() throws IOException {
        Path config = folder.resolve("stream.json");
        Files.writeString(config, Files.readString(CONFIG).replace("\"buffer\"", "\"firehose\""));
        Outcome outcome = invoke(config, "firehose-direct-put.json");
        assertEquals(0, outcome.status(), outcome.err());
        JsonNode first = outcome.json().path("records").path(0);
        assertEquals("Ok", first.path("result").asText());
        assertTrue(first.path("data").asText().length() > 100);
    }

    @Test
    void kinesisIsAnsweredThatNothingFailed() throws IOException {
        assertEquals(0, invoke(CONFIG, "kinesis-batch.json").json().path("batchItemFailures").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"event.json", "eventbridge.json", "queue.json"})
    void s3IsAnsweredThatNothingFailed(String event) throws IOException {
        Outcome outcome = invoke(EVENTS.resolve("s3/stream.json"), "s3/" + event);
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("{\"batchItemFailures\":[]}", outcome.json().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"msk.json", "self-managed.json"})
    void kafkaIsAnsweredThatNothingFailed(String event) throws IOException {
        Outcome outcome = invoke(EVENTS.resolve("kafka/stream.json"), "kafka/" + event);
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("{\"batchItemFailures\":[]}", outcome.json().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"event.json", "control.json"})
    void aSubscriptionIsAnswered(String event) throws IOException {
        Outcome outcome = invoke(EVENTS.resolve("log-subscription/stream.json"), "log-subscription/" + event);
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("{}", outcome.json().toString());
    }

    @Test
    void anEventOfAnotherSourceIsRefusedByItsName() {
        Outcome outcome = invoke(EVENTS.resolve("kafka/stream.json"), "kinesis-batch.json");
        assertEquals(1, outcome.status());
        assertTrue(outcome.err().contains("The event is of a Kinesis event source, and the stream takes those of a"
                + " Kafka event source; for these set Sluice.Source.Type to kinesis"), outcome.err());
        assertTrue(invoke(CONFIG, "kafka/msk.json").err().contains("; for these set Sluice.Source.Type to kafka"));
    }

    /// Lines of a file are the stream's records, whatever hands them over elsewhere.
    @Test
    void aFileOfRecordsRunsThroughAStreamWithASourceOfItsOwn() throws IOException {
        Path input = Files.writeString(folder.resolve("in.ndjson"), "{\"logGroup\":\"a\",\"timestamp\":0}\n");
        Path output = folder.resolve("out");
        Outcome outcome = Cli.run("run", "--config", EVENTS.resolve("log-subscription/stream.json").toString(),
                "--input", input.toString(), "--out", output.toString());
        assertEquals(0, outcome.status(), outcome.err());
        try (var objects = Files.walk(output)) {
            String name = "loggroup=a/date=1970-01-01/logs-";
            assertEquals(1, objects.filter(each -> each.toString().contains(name)).count());
        }
    }

    @Test
    void whatIsNoEventForTheFunctionIsAFailure() {
        Outcome outcome = invoke(CONFIG, "scheduled.json");
        assertEquals(1, outcome.status());
        assertTrue(outcome.err().contains("The transform function failed on"), outcome.err());
    }
}
