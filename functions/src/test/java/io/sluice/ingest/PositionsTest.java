package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.deaggregate.Aggregates;
import io.sluice.firehose.Base64Text;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.flush.Buffer;
import io.sluice.flush.TableLostException;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.objects.StoreException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Batches of a Kinesis stream, under whatever boundaries they come. Record *n* is the text `a:n`.
final class PositionsTest {
    private static final String STREAM = "arn:aws:kinesis:us-east-1:123456789012:stream/quakes";
    private static final String SHARD = "shardId-000000000000";
    private static final NumberedSource SOURCE = NumberedSource.ofKinesis(STREAM, SHARD);

    private final Buffer buffer = new Buffer();

    @Test
    void stagedAsFourAndRepeatedInHalvesIsDeliveredOnce() {
        assertEquals(4, ingest(records(1, 4)).records());
        assertRepeated(2, ingest(records(1, 2)));
        assertRepeated(2, ingest(records(3, 4)));
        assertDelivered(4);
    }

    @Test
    void stagedAsThreeAndRepeatedAsFourIsDeliveredOnce() {
        assertEquals(3, ingest(records(1, 3)).records());
        IngestSummary summary = ingest(records(1, 4));
        assertEquals(1, summary.records());
        assertEquals(3, summary.repeated());
        assertDelivered(4);
    }

    @Test
    void everySplitOfEightRecordsIsDeliveredOnceHoweverItIsRepeated() {
        for (int cuts = 0; cuts < 1 << 7; cuts++) {
            Buffer fresh = new Buffer();
            for (int again = 0; again < 3; again++) {
                int from = 1;
                for (int to = 1; to <= 8; to++) {
                    if (to == 8 || (cuts >> (to - 1) & 1) == 1) {
                        fresh.ingest(records(from, Math.min(8, to + again)));
                        from = to + 1;
                    }
                }
                fresh.drain("run " + again);
            }
            assertEquals(texts(8), fresh.delivered("key=a"), "cuts " + Integer.toBinaryString(cuts));
        }
    }

    @Test
    void aFlushBetweenTheRepeatsChangesNothing() {
        ingest(records(1, 4));
        buffer.drain("one");
        ingest(records(1, 2));
        ingest(records(2, 6));
        assertDelivered(6);
    }

    @Test
    void nothingIsStagedBehindNoPositionWhereManifestsAre() {
        ingest(records(1, 4));
        buffer.drain("one");
        buffer.index.lose();
        buffer.index.replace();
        int staged = buffer.staging.contents().size();
        TableLostException lost = assertThrows(TableLostException.class, () -> ingest(records(5, 9)));
        assertTrue(lost.getMessage().contains("{\"recover\":true}"), lost.getMessage());
        assertEquals(staged, buffer.staging.contents().size());
        assertEquals(0, buffer.index.entries());
    }

    @Test
    void aBatchIsOneReadOnePutAndOneTransaction() {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        Ingest ingest = buffer.ingest(staging, index);
        assertEquals(4, ingest.accept(records(1, 4), Optional.empty()).writeUnits());
        assertEquals(List.of("position", "state", "recovery", "use shards", "advance"), index.requests,
                "the state where a source begins, shards once for an environment");
        assertEquals(2, staging.requests.size(), staging.requests.toString());
        index.requests.clear();
        staging.requests.clear();
        assertEquals(4, ingest.accept(records(5, 9), Optional.empty()).writeUnits());
        assertEquals(List.of("position", "advance"), index.requests);
        assertEquals(1, staging.requests.size(), staging.requests.toString());
    }

    @Test
    void aBatchThatIsStagedAlreadyIsOneRead() {
        ingest(records(1, 4));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        assertEquals(0, buffer.ingest(staging, index).accept(records(2, 4), Optional.empty()).writeUnits());
        assertEquals(List.of("position"), index.requests);
        assertEquals(List.of(), staging.requests);
    }

    @Test
    void aBatchOfFirehoseStaysOneWriteUnit() {
        CountingIndex index = new CountingIndex(buffer.index);
        Ingest ingest = buffer.ingest(buffer.staging, index);
        assertEquals(1, ingest.accept(buffer.batch("one", "a:1"), Optional.empty()).writeUnits());
        assertEquals(List.of("use shards", "put"), index.requests);
    }

    @Test
    void aLostAnswerIsReadBackAndIsNoFailure() {
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                super.put(entry, expected, next);
                throw new StoreException(StoreException.Kind.UNKNOWN, "time-out");
            }
        };
        assertEquals(4, buffer.ingest(buffer.staging, index).accept(records(1, 4), Optional.empty()).records());
        assertDelivered(4);
    }

    @Test
    void ourOwnSuccessAnsweredAsAConflictIsNoFailure() {
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                super.put(entry, expected, next);
                return super.put(entry, expected, next);
            }
        };
        IngestSummary summary = buffer.ingest(buffer.staging, index).accept(records(1, 4), Optional.empty());
        assertEquals(4, summary.records());
        assertEquals(0, summary.repeated());
        assertDelivered(4);
    }

    @Test
    void aLostRequestFailsTheInvocationAndItsRetryStages() {
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                throw new StoreException(StoreException.Kind.UNKNOWN, "time-out");
            }
        };
        Ingest ingest = buffer.ingest(buffer.staging, index);
        SourceBatch batch = records(1, 4);
        StoreException failure = assertThrows(StoreException.class, () -> ingest.accept(batch, Optional.empty()));
        assertEquals("time-out", failure.getMessage());
        assertEquals(0, buffer.index.entries());
        ingest(batch);
        assertDelivered(4);
    }

    @Test
    void aRefusedTransactionFailsTheInvocationWithoutAnotherRequest() {
        CountingIndex index = new CountingIndex(new PassingIndex(buffer.index) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                throw new StoreException(StoreException.Kind.REFUSED, "access denied");
            }
        });
        Ingest ingest = buffer.ingest(buffer.staging, index);
        assertThrows(StoreException.class, () -> ingest.accept(records(1, 4), Optional.empty()));
        assertEquals(List.of("position", "state", "recovery", "use shards", "advance"), index.requests);
    }

    /// The invocation stalls between its read of the position and its write; the mapping has given it up and retried in
    /// other parts.
    @Test
    void anInvocationThatWakesUpLateStagesOnlyWhatIsLeft() {
        BufferIndex index = new PassingIndex(buffer.index) {
            private boolean awake;

            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                if (!awake) {
                    awake = true;
                    buffer.ingest(records(1, 2));
                    buffer.ingest(records(3, 3));
                    buffer.drain("meanwhile");
                }
                return super.put(entry, expected, next);
            }
        };
        IngestSummary summary = buffer.ingest(buffer.staging, index).accept(records(1, 5), Optional.empty());
        assertEquals(2, summary.records());
        assertEquals(3, summary.repeated());
        assertEquals(8, summary.writeUnits(), "a cancelled transaction is paid for");
        assertDelivered(5);
    }

    @Test
    void aPositionThatNeverStandsStillFailsTheInvocationAndNamesTheSetting() {
        BufferIndex index = new PassingIndex(buffer.index) {
            private int moved;

            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                moved++;
                buffer.ingest(records(moved, moved));
                return super.put(entry, expected, next);
            }
        };
        Ingest ingest = buffer.ingest(buffer.staging, index);
        StoreException failure = assertThrows(StoreException.class,
                () -> ingest.accept(records(1, 9), Optional.empty()));
        assertEquals(StoreException.Kind.UNAVAILABLE, failure.kind());
        assertTrue(failure.getMessage().contains("ParallelizationFactor 1"), failure.getMessage());
        ingest(records(1, 9));
        assertDelivered(9);
    }

    /// What the version before staged has no position; its entry is named by the same ids, so the flusher knows the
    /// repeat.
    @Test
    void whatAVersionWithoutPositionsStagedIsKnownWhenItsBatchIsRetried() {
        SourceBatch batch = records(1, 4);
        ingest(batch);
        buffer.index.forget(SOURCE);
        assertEquals(4, ingest(batch).records());
        assertEquals(1, buffer.index.entries(), "the same item");
        buffer.drain("one");
        buffer.index.forget(SOURCE);
        ingest(batch);
        assertEquals(1, buffer.drain("two").batchesRepeated());
        assertDelivered(4);
    }

    @Test
    void theSameRestHasTheSameIdWhateverWasAskedFor() {
        ingest(records(1, 2));
        IndexEntry[] tried = new IndexEntry[2];
        for (int i = 0; i < 2; i++) {
            int at = i;
            Ingest ingest = buffer.ingest(buffer.staging, new PassingIndex(buffer.index) {
                @Override
                public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                    tried[at] = entry;
                    throw new StoreException(StoreException.Kind.REFUSED, "only looking");
                }
            });
            assertThrows(StoreException.class, () -> ingest.accept(records(1 + at, 5), Optional.empty()));
        }
        assertEquals(tried[0].key(), tried[1].key());
        assertEquals(tried[0].segment(), tried[1].segment());
    }

    @Test
    void aBatchThatIsStagedAfterTheSweepMayHaveSeenItsSegmentGetsAnotherKey() {
        AttemptSpans spans = new AttemptSpans(Duration.ofHours(26), () -> buffer.now);
        long arrived = Buffer.NOON.toEpochMilli();
        assertEquals(0, spans.current(arrived));
        assertEquals(0, spans.current(arrived + 60_000), "a clock that is slow");
        buffer.now = Buffer.NOON.plusSeconds(26 * 3600 - 1);
        assertEquals(0, spans.current(arrived));
        buffer.now = Buffer.NOON.plusSeconds(26 * 3600);
        assertEquals(1, spans.current(arrived));
    }

    @Test
    void anAggregateHasOneNumberAndItsRecordsGoTogether() {
        SourceRecord aggregate = record(SHARD, 2, Aggregates.of("a:2", "a:3"));
        ingest(batch(STREAM, List.of(record(SHARD, 1, "a:1".getBytes(UTF_8)))));
        ingest(batch(STREAM, List.of(record(SHARD, 1, "a:1".getBytes(UTF_8)), aggregate)));
        assertRepeated(1, ingest(batch(STREAM, List.of(aggregate))));
        assertDelivered(3);
    }

    @Test
    void shardsOfOneEventAreStagedEachOnItsOwn() {
        List<SourceRecord> both = List.of(record(SHARD, 2, "a:1".getBytes(UTF_8)),
                record("shardId-000000000001", 1, "a:2".getBytes(UTF_8)));
        IngestSummary summary = ingest(batch(STREAM, both));
        assertEquals(2, summary.records());
        assertEquals(8, summary.writeUnits());
        assertRepeated(2, ingest(batch(STREAM, both)));
        assertDelivered(2);
    }

    @Test
    void anotherConsumerOfTheSameShardRepeatsItToo() {
        ingest(records(1, 4));
        assertRepeated(4, ingest(batch(STREAM + "/consumer/other:1717171717", records(1, 4).records())));
        assertDelivered(4);
    }

    @Test
    void recordsInAnyOrderAndTwiceInAnEventAreStagedOnce() {
        SourceRecord one = record(SHARD, 1, "a:1".getBytes(UTF_8));
        SourceRecord two = record(SHARD, 2, "a:2".getBytes(UTF_8));
        assertEquals(2, ingest(batch(STREAM, List.of(two, one, two))).records());
        assertDelivered(2);
    }

    @Test
    void anEventThatDoesNotNumberItsRecordsIsRefusedAndLeavesNothing() {
        SourceRecord good = record(SHARD, 1, "a:1".getBytes(UTF_8));
        for (SourceBatch batch : List.of(batch("", List.of(good)),
                batch(STREAM, List.of(good, record(SHARD, 1, "a:2".getBytes(UTF_8)))),
                batch(STREAM, List.of(good, new SourceRecord("x", buffer.now, new byte[0]))),
                batch(STREAM, List.of(good, record(SHARD, "LATEST", "a:2".getBytes(UTF_8)))))) {
            EventFormatException refusal = assertThrows(EventFormatException.class, () -> ingest(batch));
            assertTrue(!String.valueOf(refusal.getMessage()).contains("a:2"), "payloads stay out of messages");
        }
        assertEquals(0, buffer.index.entries());
        assertEquals(0, buffer.staging.contents().size());
    }

    private IngestSummary ingest(SourceBatch batch) {
        return buffer.ingest(batch);
    }

    private static void assertRepeated(int records, IngestSummary summary) {
        assertEquals(records, summary.repeated());
        assertEquals(0, summary.records());
    }

    private void assertDelivered(int upTo) {
        buffer.drain("last");
        assertEquals(texts(upTo), buffer.delivered("key=a"));
    }

    private static List<String> texts(int upTo) {
        return IntStream.rangeClosed(1, upTo).mapToObj(each -> "a:" + each).toList();
    }

    private SourceBatch records(int from, int to) {
        List<SourceRecord> records = new ArrayList<>();
        for (int each = from; each <= to; each++) {
            records.add(record(SHARD, each, ("a:" + each).getBytes(UTF_8)));
        }
        return batch(STREAM, records);
    }

    private static SourceBatch batch(String arn, List<SourceRecord> records) {
        return new SourceBatch(SourceBatch.Kind.KINESIS, arn, "", records);
    }

    private SourceRecord record(String shard, int number, byte[] data) {
        return record(shard, "4954698668313554428650745793632162567570019247115678" + (1_000 + number), data);
    }

    private SourceRecord record(String shard, String sequenceNumber, byte[] data) {
        return new SourceRecord(shard + ":" + sequenceNumber, buffer.now, data, Base64Text.of(data),
                Optional.of(new KinesisPosition(shard, sequenceNumber, 0, "p")));
    }
}
