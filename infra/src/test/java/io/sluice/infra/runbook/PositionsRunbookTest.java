package io.sluice.infra.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Synthesis.Way;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// "Positions of a Kinesis stream" and "KinesisFailures": a stream whose records are numbered, and a mapping that hands
/// them over.
@Tag("long")
final class PositionsRunbookTest {
    private static final String PROCEDURE = "Positions of a Kinesis stream";
    private static final String ARN = "arn:aws:kinesis:us-east-1:123456789012:stream/orders";
    private static final String SHARD = "shardId-000000000000";
    private static final int BATCH = 4;

    private Office office;
    private DeployedStream stream;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        office = new Office(folder, Way.KINESIS_EVENTS);
        stream = office.stream;
    }

    @AfterEach
    void close() {
        office.close();
    }

    /// Its records have lower numbers than those of the one that was deleted.
    @Test
    void aStreamThatIsMadeAgainUnderItsNameIsReadFromItsStartAfterItsPositionsAreTakenAway() throws Exception {
        handOver(1_000_000, office.producers.write(3 * BATCH));
        stream.goOn(Duration.ofMinutes(4));
        handOver(2_000_000, office.producers.write(2 * BATCH));

        var operator = office.opens(PROCEDURE).given("mapping", LambdaCommands.MAPPING).given("shard",
                ARN + "/" + SHARD);
        operator.next();
        assertTrue(stream.stopped.contains(LambdaCommands.MAPPING));
        stream.goOn(Duration.ofMinutes(16));
        office.drains();
        String listed = operator.next();
        assertTrue(listed.contains(ARN + "/" + SHARD) && listed.contains("orders#position"), listed);
        operator.next();
        assertFalse(operator.back(2).next().contains(SHARD), "no shard is left");
        stream.now = stream.now.plus(Duration.ofHours(26));
        stream.goOn(Duration.ofMinutes(4));

        handOver(1_000, office.producers.write(3 * BATCH));
        stream.goOn(Duration.ofMinutes(4));
        handOver(1_000 + BATCH, office.producers.sent().subList(6 * BATCH, 8 * BATCH));
        office.drains();
        office.everyRecordIsThereOnce();
    }

    /// What the page warns of.
    @Test
    void whereThePositionsAreLeftTheNewStreamIsTakenForRepeats() throws Exception {
        handOver(1_000_000, office.producers.write(BATCH));
        handOver(1_000, office.producers.write(BATCH));
        office.drains();
        assertThrows(AssertionError.class, office::everyRecordIsThereOnce);
    }

    /// "KinesisFailures": of a batch that was given up the mapping goes on to the next. Handed over again it is taken
    /// for a repeat; its records land once they are put with new numbers.
    @Test
    void recordsBelowThePositionAreNotTakenAgainAndLandOnceWhenTheyAreWrittenAnew() throws Exception {
        List<Sent> first = office.producers.write(BATCH);
        List<Sent> skipped = office.producers.write(BATCH);
        handOver(1_000, first);
        handOver(1_000 + 2 * BATCH, office.producers.write(BATCH));
        handOver(1_000 + BATCH, skipped);
        stream.goOn(Duration.ofMinutes(8));
        handOver(9_000, skipped);
        office.drains();
        office.everyRecordIsThereOnce();
    }

    /// @param from the sequence number of the first
    private void handOver(long from, List<Sent> records) {
        for (int i = 0; i < records.size(); i += BATCH) {
            int first = i;
            String batch = IntStream.range(i, Math.min(records.size(), i + BATCH))
                    .mapToObj(at -> record(from + at, records.get(at))).collect(Collectors.joining(","));
            var invoked = stream.invoke("TransformFunction", "{\"Records\":[" + batch + "]}");
            assertFalse(invoked.failed(), () -> first + " " + invoked.body());
            assertEquals("{\"batchItemFailures\":[]}", invoked.body());
        }
    }

    private String record(long number, Sent record) {
        return """
                {"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"p","sequenceNumber":"%d","data":"%s",
                 "approximateArrivalTimestamp":%d.0},"eventSource":"aws:kinesis","eventVersion":"1.0",
                 "eventID":"%s:%d","eventName":"aws:kinesis:record","invokeIdentityArn":"arn","awsRegion":"us-east-1",
                 "eventSourceARN":"%s"}"""
                .formatted(number, Base64.getEncoder().encodeToString(record.text().getBytes(UTF_8)),
                        stream.now.getEpochSecond(), SHARD, number, ARN);
    }
}
