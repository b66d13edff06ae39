package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each cause is made on real functions and servers; the alarm as the template has it goes off, and is OK again when
/// the cause is gone.
final class AlarmsFireTest {
    private static final Duration QUARTER = Duration.ofMinutes(16);

    private StreamOnAlert stream;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        stream = new StreamOnAlert(folder, "{\"Days\":1}");
    }

    @AfterEach
    void stop() {
        stream.close();
    }

    /// The objects of an hour cannot be written: what is decided and waits is as late as what is not decided.
    @Test
    void writesThatAreRefusedAreFailedDeliveriesAndLateRecords() throws IOException {
        stream.put("{\"shop\":\"a\"}");
        stream.http.refuse(StreamOnAlert::changesData);
        stream.ticks(Duration.ofMinutes(8));
        assertFalse(alarmed("Freshness"), "not late yet");
        stream.ticks(Duration.ofHours(1));
        assertTrue(alarmed("Freshness"));
        assertTrue(alarmed("DeliveriesFailed"));
        assertFalse(alarmed("ReconciliationMismatch"));

        stream.http.refuse(request -> false);
        stream.ticks(Duration.ofHours(1));
        assertFalse(alarmed("Freshness"));
        assertFalse(alarmed("DeliveriesFailed"));
    }

    @Test
    void damagedStagedBytesAreAnAlarmUntilTheyAreRestored() throws IOException {
        stream.put("{\"shop\":\"a\"}");
        assertEquals(1, stream.segments().size());
        String key = stream.segments().getFirst();
        byte[] whole = stream.segment(key);
        byte[] damaged = whole.clone();
        damaged[2] ^= 1;
        stream.segment(key, damaged);
        stream.ticks(QUARTER);
        assertTrue(alarmed("DamagedChunks"));

        stream.segment(key, whole);
        stream.ticks(QUARTER);
        assertFalse(alarmed("DamagedChunks"));
        assertFalse(alarmed("Freshness"), "it is delivered");
    }

    @Test
    void anObjectOfSomebodyElseAtOneOfItsKeysIsAMismatchUntilItIsGone() throws IOException {
        stream.put("{\"shop\":\"a\"}");
        stream.http.refuse(StreamOnAlert::changesData);
        stream.ticks(Duration.ofMinutes(8));
        assertTrue(stream.openKey().startsWith("orders/shop=a/"), stream::openKey);
        stream.takeKey(stream.openKey());
        stream.http.refuse(request -> false);
        stream.ticks(QUARTER);
        assertTrue(alarmed("ReconciliationMismatch"));

        stream.freeKey(stream.openKey());
        stream.ticks(QUARTER);
        assertFalse(alarmed("ReconciliationMismatch"));
    }

    @Test
    void removalsThatAreRefusedAreAnAlarmUntilARunEndsWell() throws IOException {
        stream.put("{\"shop\":\"a\"}");
        stream.ticks(QUARTER);
        stream.now = stream.now.plus(Duration.ofDays(3));
        stream.http.refuse(StreamOnAlert::changesData);
        stream.retain();
        stream.now = stream.now.plus(Duration.ofMinutes(5));
        assertTrue(alarmed("RemovalsFailed"));

        stream.http.refuse(request -> false);
        stream.retain();
        stream.now = stream.now.plus(Duration.ofMinutes(5));
        assertFalse(alarmed("RemovalsFailed"));
    }

    /// Lambda counts an invocation that throws; here the test does.
    @Test
    void runsThatFailAreAnAlarmWhenTheyRepeat() throws IOException {
        stream.put("{\"shop\":\"a\"}");
        stream.http.refuse(StreamOnAlert::asksForTheIndex);
        JsonNode errors = alarm("FlusherErrors");
        for (int i = 0; i < 6; i++) {
            stream.now = stream.now.plus(StreamOnAlert.TICK);
            assertThrows(RuntimeException.class, stream::flush);
            stream.watch.counted(errors, stream.now, 1);
        }
        assertTrue(alarmed("FlusherErrors"));

        stream.http.refuse(request -> false);
        stream.ticks(QUARTER);
        assertFalse(alarmed("FlusherErrors"));
    }

    /// Firehose counts the records that it writes itself; here the test does, after as many attempts as the template
    /// has it make.
    @Test
    void aBatchThatFirehoseGivesUpIsAnAlarmAndOneThatALastRetryStagesIsNone() throws IOException {
        JsonNode gaveUp = alarm("FirehoseGaveUp");
        int retries = firehoseRetries();
        stream.watch.counted(gaveUp, stream.now, writtenByFirehose(retries, retries));
        stream.now = stream.now.plus(Duration.ofMinutes(5));
        assertFalse(alarmed("FirehoseGaveUp"), "the last retry staged it");

        stream.watch.counted(gaveUp, stream.now, writtenByFirehose(retries, retries + 1));
        stream.now = stream.now.plus(Duration.ofMinutes(5));
        assertTrue(alarmed("FirehoseGaveUp"));

        stream.watch.counted(gaveUp, stream.now, writtenByFirehose(retries, 0));
        stream.now = stream.now.plus(Duration.ofMinutes(5));
        assertFalse(alarmed("FirehoseGaveUp"));
    }

    private static int firehoseRetries() {
        var processor = Synthesis.only(Synthesis.of(Way.BUFFER).pipeline(), "AWS::KinesisFirehose::DeliveryStream")
                .at("/ExtendedS3DestinationConfiguration/ProcessingConfiguration/Processors/0");
        return BufferDeliveryTest.parameter(processor, "NumberOfRetries").asInt();
    }

    /// Records of a batch of one that end as Firehose's own objects, where the index is out of reach for `outage`
    /// attempts.
    private int writtenByFirehose(int retries, int outage) throws IOException {
        for (int attempt = 0; attempt <= retries; attempt++) {
            boolean out = attempt < outage;
            stream.http.refuse(request -> out && StreamOnAlert.asksForTheIndex(request));
            if (out) {
                assertThrows(RuntimeException.class, () -> stream.put("{\"shop\":\"a\"}"));
            } else {
                return stream.put("{\"shop\":\"a\"}").equals("Dropped") ? 0 : 1;
            }
        }
        return 1;
    }

    @Test
    void aFlusherThatDoesNotRunIsAnAlarmAndOneThatRunsIsNone() {
        JsonNode quiet = alarm("FlusherNotRunning");
        assertTrue(stream.watch.inAlarm(quiet, stream.now), "nothing ever ran");
        for (int i = 0; i < 10; i++) {
            stream.now = stream.now.plus(StreamOnAlert.TICK);
            stream.watch.counted(quiet, stream.now, 1);
        }
        assertFalse(stream.watch.inAlarm(quiet, stream.now));
    }

    @Test
    void aRunThatWasGivenUpIsNoAlarmThreeAreAndTheyDoNotStayOne() {
        JsonNode failures = alarm("FlusherFailures");
        Instant first = stream.now.plus(Duration.ofMinutes(1));
        stream.watch.counted(failures, first, 1);
        stream.now = first.plus(Duration.ofMinutes(15));
        assertFalse(stream.watch.inAlarm(failures, stream.now));
        for (int i = 0; i < 3; i++) {
            stream.watch.counted(failures, stream.now.plusSeconds(i), 1);
        }
        stream.now = stream.now.plus(Duration.ofMinutes(15));
        assertTrue(stream.watch.inAlarm(failures, stream.now));
        assertFalse(stream.watch.inAlarm(failures, stream.now.plus(Duration.ofMinutes(15))));
    }

    private boolean alarmed(String name) {
        return stream.watch.inAlarm(alarm(name), stream.now);
    }

    private static JsonNode alarm(String name) {
        return Synthesis.resources(Synthesis.of(Way.BUFFER).pipeline(), "AWS::CloudWatch::Alarm").entrySet().stream()
                .filter(entry -> entry.getKey().matches("StreamAlarms" + name + "[0-9A-F]{8}"))
                .map(Map.Entry::getValue).findFirst().orElseThrow(() -> new AssertionError("no alarm " + name))
                .path("Properties");
    }
}
