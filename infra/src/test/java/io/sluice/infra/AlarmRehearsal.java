package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import io.sluice.testkit.wire.Gzip;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// How an alarm is made to go off, and how it is made to end. [AlarmsFireTest] goes by each;
/// `docs/internals/deploy-tests.md` lists them.
///
/// @param alarm  its name in `docs/how-to/operations.md`
/// @param way    a deployment that has it
/// @param cause  what goes wrong, in words
/// @param breaks makes it so, for long enough
/// @param over   what ends it, in words
/// @param mends  makes it so, for long enough
record AlarmRehearsal(String alarm, Way way, String cause, Act breaks, String over, Act mends) {
    static final String RECORD = "{\"shop\":\"a\"}";
    static final Duration PERIOD = Duration.ofMinutes(5);
    static final Duration QUARTER = Duration.ofMinutes(16);
    /// How far apart a source's attempts are.
    static final Duration MINUTE = Duration.ofMinutes(1);
    /// Half a day, and the periods that it begins and ends in.
    private static final int SWEPT_HOURS = 15;
    private static final String DAMAGED = CompactedDay.key("a", "2026-01-01", 1);
    /// Firehose's quota, unless it was raised.
    private static final int FIREHOSE_PARTITIONS_MAX = 500;

    /// What happens to a stream.
    interface Act {
        void on(StreamOnAlert stream) throws IOException;
    }

    private static final List<AlarmRehearsal> OF_FIREHOSE_AND_BUFFER = List.of(
            new AlarmRehearsal("Freshness", Way.BUFFER, "S3 refuses every write of objects for an hour",
                    stream -> refusedWrites(stream, Duration.ofMinutes(68)), "S3 takes them",
                    stream -> accepted(stream, Duration.ofHours(1))),
            new AlarmRehearsal("DeliveriesFailed", Way.BUFFER, "S3 refuses every write of objects for 25 minutes",
                    stream -> refusedWrites(stream, Duration.ofMinutes(25)), "S3 takes them",
                    stream -> accepted(stream, Duration.ofHours(1))),
            new AlarmRehearsal("DamagedChunks", Way.BUFFER, "a bit of a staged segment flips", stream -> {
                stream.put(RECORD);
                flip(stream);
                stream.ticks(QUARTER);
            }, "it flips back", stream -> {
                flip(stream);
                stream.ticks(QUARTER);
            }),
            new AlarmRehearsal("ReconciliationMismatch", Way.BUFFER, "somebody else's object is at the key of an"
                    + " open delivery", stream -> {
                        refusedWrites(stream, Duration.ofMinutes(8));
                        stream.takeKey(stream.openKey());
                        accepted(stream, QUARTER);
                    }, "it is moved away", stream -> {
                        stream.freeKey(stream.openKey());
                        stream.ticks(QUARTER);
                    }),
            new AlarmRehearsal("FlusherErrors", Way.BUFFER, "the index is out of the flusher's reach, and its runs"
                    + " throw", stream -> {
                        stream.http.refuse(StreamOnAlert::asksForTheIndex);
                        stream.failingTicks(QUARTER);
                    }, "it is in reach", stream -> accepted(stream, QUARTER)),
            new AlarmRehearsal("FlusherThrottles", Way.BUFFER, "Lambda refuses the flusher's executions", stream -> {
                stream.throttle("Flusher");
                stream.failingTicks(Duration.ofMinutes(22));
            }, "it takes them", stream -> {
                stream.throttleNone();
                stream.ticks(QUARTER);
            }),
            new AlarmRehearsal("FlusherNotRunning", Way.BUFFER, "the schedule starts no run",
                    stream -> stream.now = stream.now.plus(QUARTER), "it starts them",
                    stream -> stream.ticks(QUARTER)),
            new AlarmRehearsal("FlusherFailures", Way.BUFFER, "the index is out of the flusher's reach, and run after"
                    + " run is given up", stream -> {
                        stream.http.refuse(StreamOnAlert::asksForTheIndex);
                        stream.failingTicks(Duration.ofMinutes(30));
                    }, "runs end well; the messages stay", stream -> accepted(stream, Duration.ofMinutes(30))),
            new AlarmRehearsal("SweepsUnfinished", Way.BUFFER, "S3 refuses to delete a segment that nothing names, hour"
                    + " after hour", stream -> {
                        stream.refuseTheIndex();
                        assertThrows(RuntimeException.class, () -> stream.put(RECORD));
                        later(stream, Duration.ofDays(2));
                        stream.refuseSweeps();
                        for (int hour = 0; hour < SWEPT_HOURS; hour++) {
                            assertThrows(RuntimeException.class, stream::sweep);
                            later(stream, Duration.ofHours(1));
                        }
                    }, "it deletes it", stream -> {
                        stream.http.refuse(_ -> false);
                        stream.sweep();
                        assertEquals(List.of(), stream.segments());
                        later(stream, Duration.ofHours(4));
                    }),
            new AlarmRehearsal("TicksNotRunning", Way.SECONDS, "the schedule sends no ticks, and runs are two minutes"
                    + " apart", stream -> {
                        stream.sendNoTicks();
                        stream.ticks(QUARTER);
                    }, "it sends them", stream -> {
                        stream.sendTicks();
                        stream.ticks(QUARTER);
                    }),
            new AlarmRehearsal("RetentionErrors", Way.BUFFER, "the index is out of the retention's reach, and its run"
                    + " throws", stream -> {
                        stream.http.refuse(StreamOnAlert::asksForTheIndex);
                        assertThrows(RuntimeException.class, stream::retain);
                        later(stream, PERIOD);
                    }, "the next run ends well", AlarmRehearsal::retained),
            new AlarmRehearsal("RemovalsFailed", Way.BUFFER, "S3 refuses to delete an object that is too old",
                    stream -> {
                        stream.put(RECORD);
                        stream.ticks(QUARTER);
                        later(stream, Duration.ofDays(3));
                        stream.http.refuse(StreamOnAlert::changesData);
                        stream.retain();
                        later(stream, PERIOD);
                    }, "the next run deletes it", AlarmRehearsal::retained),
            new AlarmRehearsal("CompactionErrors", Way.COMPACTED, "an object of a day that is over is cut short",
                    stream -> {
                        later(stream, Duration.ofHours(2));
                        stream.deliver(DAMAGED, new byte[]{0x1f, (byte) 0x8b, 8});
                        assertThrows(StateMachineRun.ExecutionFailed.class, stream::compact);
                        later(stream, PERIOD);
                    }, "it is restored, and the next execution ends well", stream -> {
                        stream.deliver(DAMAGED, Gzip.of(RECORD + "\n"));
                        later(stream, Duration.ofHours(2));
                        stream.compact();
                        later(stream, PERIOD);
                    }),
            new AlarmRehearsal("RetentionNotRunning", Way.BUFFER,
                    "the schedule of the retention starts nothing for three"
                            + " days",
                    AlarmRehearsal::threeDays, "it starts it", stream -> {
                        stream.retain();
                        stream.aDayOfFlushes();
                    }),
            new AlarmRehearsal("SweepsNotRunning", Way.BUFFER, "the schedule of sweeps starts nothing for three days",
                    AlarmRehearsal::threeDays, "it starts one", stream -> {
                        stream.sweep();
                        stream.aDayOfFlushes();
                    }),
            new AlarmRehearsal("CompactionNotRunning", Way.COMPACTED, "the schedule of compactions starts nothing for"
                    + " three days", AlarmRehearsal::threeDays, "it starts one", stream -> {
                        stream.compact();
                        stream.aDayOfFlushes();
                    }),
            new AlarmRehearsal("RecordsRejected", Way.BUFFER, "a producer sends something that is no JSON",
                    stream -> sent(stream, "no JSON"), "it sends JSON again", stream -> sent(stream, RECORD)),
            new AlarmRehearsal("TransformErrors", Way.BUFFER, "the index is out of reach, and each attempt at a batch"
                    + " throws", stream -> attempts(stream, StreamOnAlert::refuseTheIndex, _ -> {}),
                    "an attempt stages it", AlarmRehearsal::staged),
            new AlarmRehearsal("TransformThrottles", Way.BUFFER, "Lambda refuses the function's executions",
                    stream -> attempts(stream, each -> each.throttle("Transform"), _ -> {}),
                    "it takes them", AlarmRehearsal::staged),
            new AlarmRehearsal("IndexThrottles", Way.BUFFER, "DynamoDB refuses the entry of a batch",
                    stream -> attempts(stream, StreamOnAlert::refuseTheIndex,
                            each -> each.counted("IndexThrottles", "rare", 1)),
                    "it takes it",
                    AlarmRehearsal::staged),
            new AlarmRehearsal("FirehoseTransform", Way.BUFFER, "the index is out of reach, and each of Firehose's"
                    + " calls fails",
                    stream -> attempts(stream, StreamOnAlert::refuseTheIndex,
                            each -> each.counted("FirehoseTransform", 0)),
                    "a call ends well", stream -> {
                        stream.counted("FirehoseTransform", 1);
                        staged(stream);
                    }),
            new AlarmRehearsal("FirehoseGaveUp", Way.BUFFER, "each of Firehose's attempts at a batch fails, and it"
                    + " writes the batch itself", stream -> {
                        stream.counted("FirehoseGaveUp", writtenByFirehose(stream, Integer.MAX_VALUE));
                        later(stream, PERIOD);
                    }, "the next batch is staged", stream -> {
                        stream.counted("FirehoseGaveUp", writtenByFirehose(stream, 0));
                        later(stream, PERIOD);
                    }),
            new AlarmRehearsal("FirehoseFreshness", Way.FIREHOSE, "Firehose cannot deliver what the function answers",
                    stream -> deliveredByFirehose(stream, 0, "FirehoseFreshness"), "it delivers",
                    stream -> deliveredByFirehose(stream, 1, "FirehoseFreshness")),
            new AlarmRehearsal("FirehoseDelivery", Way.FIREHOSE, "Firehose cannot write objects",
                    stream -> deliveredByFirehose(stream, 0, "FirehoseDelivery"), "it writes them",
                    stream -> deliveredByFirehose(stream, 1, "FirehoseDelivery")),
            new AlarmRehearsal("FirehosePartitions", Way.FIREHOSE, "the function answers with 501 partitions",
                    stream -> partitions(stream, FIREHOSE_PARTITIONS_MAX + 1), "with 500",
                    stream -> partitions(stream, FIREHOSE_PARTITIONS_MAX)));

    static final List<AlarmRehearsal> ALL = Stream
            .of(OF_FIREHOSE_AND_BUFFER, SourceAlarms.REHEARSALS, CallAlarms.REHEARSALS, LandingAlarms.REHEARSALS,
                    IcebergAlarms.REHEARSALS)
            .flatMap(List::stream).toList();

    @Override
    public String toString() {
        return alarm + " of " + way;
    }

    static void later(StreamOnAlert stream, Duration time) {
        stream.now = stream.now.plus(time);
    }

    private static void refusedWrites(StreamOnAlert stream, Duration time) throws IOException {
        stream.put(RECORD);
        stream.http.refuse(StreamOnAlert::changesData);
        stream.ticks(time);
    }

    private static void accepted(StreamOnAlert stream, Duration time) throws IOException {
        stream.http.refuse(_ -> false);
        stream.ticks(time);
    }

    private static void threeDays(StreamOnAlert stream) {
        for (int day = 0; day < 3; day++) {
            stream.aDayOfFlushes();
        }
    }

    /// A batch each minute, for half an hour.
    private static void sent(StreamOnAlert stream, String record) throws IOException {
        for (int i = 0; i < 30; i++) {
            stream.put(record);
            later(stream, MINUTE);
        }
    }

    private static void flip(StreamOnAlert stream) {
        String key = stream.segments().getFirst();
        byte[] bytes = stream.segment(key);
        bytes[2] ^= 1;
        stream.segment(key, bytes);
    }

    private static void retained(StreamOnAlert stream) throws IOException {
        stream.http.refuse(_ -> false);
        stream.retain();
        later(stream, PERIOD);
    }

    /// Attempts of twenty minutes, all of which fail.
    ///
    /// @param counts what AWS counts at each, beside what Lambda counts
    private static void attempts(StreamOnAlert stream, Act breaks, Act counts) throws IOException {
        breaks.on(stream);
        for (Instant end = stream.now.plus(PERIOD.multipliedBy(4)); stream.now.isBefore(end);) {
            assertThrows(RuntimeException.class, () -> stream.put(RECORD));
            counts.on(stream);
            later(stream, MINUTE);
        }
    }

    /// How many records of a batch of one end as Firehose's own objects, after as many attempts as the template has it
    /// make, where the index is out of reach for `outage` of them.
    static int writtenByFirehose(StreamOnAlert stream, int outage) throws IOException {
        for (int attempt = 0; attempt <= firehoseRetries(); attempt++) {
            boolean out = attempt < outage;
            stream.http.refuse(request -> out && StreamOnAlert.asksForTheIndex(request));
            if (out) {
                assertThrows(RuntimeException.class, () -> stream.put(RECORD));
            } else {
                return stream.put(RECORD).equals("Dropped") ? 0 : 1;
            }
        }
        return 1;
    }

    static int firehoseRetries() {
        var processor = Synthesis.only(Synthesis.of(Way.BUFFER).pipeline(), "AWS::KinesisFirehose::DeliveryStream")
                .at("/ExtendedS3DestinationConfiguration/ProcessingConfiguration/Processors/0");
        return BufferDeliveryTest.parameter(processor, "NumberOfRetries").asInt();
    }

    private static void staged(StreamOnAlert stream) throws IOException {
        stream.http.refuse(_ -> false);
        stream.throttleNone();
        assertEquals("Dropped", stream.put(RECORD));
        later(stream, PERIOD.multipliedBy(2));
    }

    /// Firehose's own part: each minute it writes what the function answered, or does not.
    private static void deliveredByFirehose(StreamOnAlert stream, int success, String alarm) throws IOException {
        Instant oldest = stream.now;
        for (int i = 0; i < Duration.ofMinutes(30).toMinutes(); i++) {
            assertEquals("Ok", stream.put(RECORD));
            oldest = success == 1 ? stream.now : oldest;
            stream.counted(alarm, alarm.equals("FirehoseFreshness")
                    ? Math.toIntExact(Duration.between(oldest, stream.now).toSeconds())
                    : success);
            later(stream, MINUTE);
        }
    }

    private static void partitions(StreamOnAlert stream, int count) throws IOException {
        JsonNode answers = stream.putAll(IntStream.range(0, count).mapToObj("{\"shop\":\"%d\"}"::formatted).toList());
        long active = answers.findValuesAsText("shop").stream().distinct().count();
        assertEquals(count, active);
        stream.counted("FirehosePartitions", active > FIREHOSE_PARTITIONS_MAX ? 1 : 0);
        later(stream, PERIOD);
    }
}
