package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each cause is made on real functions and servers; the alarm as the template has it goes off, and is OK again when
/// the cause is gone.
@Tag("long")
final class AlarmsFireTest {
    private static final Duration CALM = Duration.ofMinutes(16);

    @ParameterizedTest
    @FieldSource("io.sluice.infra.AlarmRehearsal#ALL")
    void anAlarmGoesOffForItsCauseAndIsOverWithIt(AlarmRehearsal rehearsal, @TempDir Path folder)
            throws IOException {
        try (var stream = new StreamOnAlert(folder, rehearsal.way())) {
            if (StreamOnAlert.alarms(rehearsal.way()).containsKey("FlusherNotRunning")) {
                stream.ticks(CALM);
            }
            assertFalse(stream.alarmed(rehearsal.alarm()), "nothing is wrong yet");

            rehearsal.breaks().on(stream);
            assertTrue(stream.alarmed(rehearsal.alarm()), rehearsal.cause());

            rehearsal.mends().on(stream);
            assertFalse(stream.alarmed(rehearsal.alarm()), rehearsal.over());
        }
    }

    @Test
    void everyAlarmOfEveryDeploymentIsRehearsedOnce() {
        var alarms = new TreeSet<String>();
        for (Way way : Way.values()) {
            alarms.addAll(StreamOnAlert.alarms(way).keySet());
        }
        assertEquals(List.copyOf(alarms), AlarmRehearsal.ALL.stream().map(AlarmRehearsal::alarm).sorted().toList());
    }

    /// CloudWatch knows nothing of what is deployed: a new alarm has no values, and so has one whose cause is silent.
    @ParameterizedTest
    @ValueSource(strings = {"FlusherNotRunning", "TicksNotRunning"})
    void anAlarmOnSilenceWaitsForAFirstTimeAndThenForNone(String alarm, @TempDir Path folder) throws IOException {
        try (var stream = new StreamOnAlert(folder, Way.SECONDS)) {
            for (int minute = 0; minute < 60; minute++) {
                assertFalse(stream.alarmed(alarm), minute + " minutes after it was made");
                stream.now = stream.now.plusSeconds(60);
            }
            for (int run = 0; run < 8; run++) {
                stream.ticks(StreamOnAlert.TICK);
                assertFalse(stream.alarmed(alarm), "after run " + run);
            }
            stream.now = stream.now.plus(CALM);
            assertTrue(stream.alarmed(alarm), "nothing runs");
            stream.now = stream.now.plus(Duration.ofDays(1));
            assertTrue(stream.alarmed(alarm), "nothing has run since");
            stream.ticks(CALM);
            assertFalse(stream.alarmed(alarm), "it runs again");
        }
    }

    /// Of a stream that Firehose reads, Firehose's own alarms have no values then.
    @Test
    void aKinesisStreamThatFirehoseReadsNoLongerIsAnAlarm(@TempDir Path folder) throws IOException {
        try (var stream = new StreamOnAlert(folder, Way.BUFFER_FROM_KINESIS)) {
            stream.ticks(CALM);
            for (int i = 0; i < 20; i++) {
                stream.counted("SourceNotRead", "incoming", 3);
                stream.put("{\"shop\":\"a\"}");
                stream.now = stream.now.plus(AlarmRehearsal.PERIOD);
            }
            assertFalse(stream.alarmed("SourceNotRead"), "it reads them");
            for (int i = 0; i < 20; i++) {
                stream.counted("SourceNotRead", "incoming", 3);
                stream.now = stream.now.plus(AlarmRehearsal.PERIOD);
            }
            assertTrue(stream.alarmed("SourceNotRead"), "it reads none");
            for (String alarm : List.of("FirehoseTransform", "FirehoseGaveUp", "IteratorAge", "TransformErrors")) {
                assertFalse(stream.alarmed(alarm), alarm);
            }
            stream.put("{\"shop\":\"a\"}");
            stream.counted("IteratorAge", (double) Duration.ofMinutes(100).toMillis());
            stream.now = stream.now.plus(AlarmRehearsal.PERIOD);
            assertTrue(stream.alarmed("IteratorAge"), "it reads what is old");
            stream.now = stream.now.plus(Duration.ofMinutes(30));
            assertFalse(stream.alarmed("SourceNotRead"), "it has read");
        }
    }

    /// As long as servers are registered AWS counts both, those that are well and those that are not.
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 1"})
    void aServerThatFailsItsHealthCheckIsAnAlarm(int healthy, int unhealthy, @TempDir Path folder)
            throws IOException {
        try (var stream = new StreamOnAlert(folder, Way.CALLS_SERVICE)) {
            CallAlarms.each(stream, Duration.ofMinutes(4), () -> {
                stream.counted("ServersUnhealthy", "healthy", healthy);
                stream.counted("ServersUnhealthy", "unhealthy", unhealthy);
            });
            assertFalse(stream.alarmed("ServersUnhealthy"), "a server that starts is not well for some minutes");
            CallAlarms.each(stream, CallAlarms.OUTAGE, () -> {
                stream.counted("ServersUnhealthy", "healthy", healthy);
                stream.counted("ServersUnhealthy", "unhealthy", unhealthy);
            });
            assertTrue(stream.alarmed("ServersUnhealthy"));
            CallAlarms.each(stream, CallAlarms.OUTAGE, () -> CallAlarms.healthy(stream));
            assertFalse(stream.alarmed("ServersUnhealthy"));
        }
    }

    /// The objects of an hour cannot be written: what is decided and waits is as late as what is not decided.
    @Test
    void recordsAreLateWhenTwiceTheIntervalIsOverAndNotBefore(@TempDir Path folder) throws IOException {
        try (var stream = new StreamOnAlert(folder, Way.BUFFER)) {
            stream.put("{\"shop\":\"a\"}");
            stream.http.refuse(StreamOnAlert::changesData);
            stream.ticks(Duration.ofMinutes(8));
            assertFalse(stream.alarmed("Freshness"), "not late yet");
            stream.ticks(Duration.ofHours(1));
            assertTrue(stream.alarmed("Freshness"));
            assertFalse(stream.alarmed("ReconciliationMismatch"), "nobody else's object is there");
        }
    }

    @Test
    void whatADamageHeldUpIsDeliveredAfterItsRepair(@TempDir Path folder) throws IOException {
        try (var stream = new StreamOnAlert(folder, Way.BUFFER)) {
            var rehearsal = AlarmRehearsal.ALL.stream().filter(each -> each.alarm().equals("DamagedChunks")).findFirst()
                    .orElseThrow();
            rehearsal.breaks().on(stream);
            assertEquals(1, stream.segments().size(), "it waits");
            rehearsal.mends().on(stream);
            stream.ticks(CALM);
            assertEquals(List.of(), stream.segments());
            assertFalse(stream.alarmed("Freshness"), "it is delivered");
        }
    }

    @Test
    void aBatchThatTheLastRetryStagesIsNoneThatFirehoseGaveUp(@TempDir Path folder) throws IOException {
        try (var stream = new StreamOnAlert(folder, Way.BUFFER)) {
            int retries = AlarmRehearsal.firehoseRetries();
            assertEquals(0, AlarmRehearsal.writtenByFirehose(stream, retries));
            assertEquals(1, AlarmRehearsal.writtenByFirehose(stream, retries + 1));
        }
    }

    /// A dropped tick harms nothing: the next run does its work.
    @Test
    void oneOrTwoRunsThatWereGivenUpAreNoAlarm(@TempDir Path folder) throws IOException {
        try (var stream = new StreamOnAlert(folder, Way.BUFFER)) {
            stream.refuseTheIndex();
            stream.failingTicks(StreamOnAlert.TICK.multipliedBy(2));
            stream.http.refuse(_ -> false);
            stream.ticks(CALM);
            assertFalse(stream.alarmed("FlusherFailures"));
            assertFalse(stream.alarmed("FlusherErrors"));
        }
    }
}
