package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.flush.BufferInMemory;
import io.sluice.flush.TableLostException;
import io.sluice.index.IndexEntry;
import io.sluice.objects.StoreException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.wire.Aggregates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Batches of a Kinesis stream, under whatever boundaries they come.
final class PositionsTest {
    private static final String STREAM = KinesisBatches.STREAM;
    private static final String SHARD = KinesisBatches.SHARD;
    private static final NumberedSource SOURCE = NumberedSource.ofKinesis(STREAM, SHARD);

    private final BufferInMemory buffer = new BufferInMemory();
    private final KinesisBatches kinesis = new KinesisBatches(buffer);

    @Test
    void stagedAsFourAndRepeatedInHalvesIsDeliveredOnce() {
        assertEquals(4, buffer.ingest(kinesis.records(1, 4)).records());
        assertRepeated(2, buffer.ingest(kinesis.records(1, 2)));
        assertRepeated(2, buffer.ingest(kinesis.records(3, 4)));
        kinesis.assertDelivered(4);
    }

    @Test
    void stagedAsThreeAndRepeatedAsFourIsDeliveredOnce() {
        assertEquals(3, buffer.ingest(kinesis.records(1, 3)).records());
        IngestSummary summary = buffer.ingest(kinesis.records(1, 4));
        assertEquals(1, summary.records());
        assertEquals(3, summary.repeated());
        kinesis.assertDelivered(4);
    }

    @Test
    void everySplitOfEightRecordsIsDeliveredOnceHoweverItIsRepeated() {
        for (int cuts = 0; cuts < 1 << 7; cuts++) {
            BufferInMemory fresh = new BufferInMemory();
            for (int again = 0; again < 3; again++) {
                int from = 1;
                for (int to = 1; to <= 8; to++) {
                    if (to == 8 || (cuts >> (to - 1) & 1) == 1) {
                        fresh.ingest(kinesis.records(from, Math.min(8, to + again)));
                        from = to + 1;
                    }
                }
                fresh.drain("run " + again);
            }
            assertEquals(KinesisBatches.texts(8), fresh.delivered("key=a"), "cuts " + Integer.toBinaryString(cuts));
        }
    }

    @Test
    void aFlushBetweenTheRepeatsChangesNothing() {
        buffer.ingest(kinesis.records(1, 4));
        buffer.drain("one");
        buffer.ingest(kinesis.records(1, 2));
        buffer.ingest(kinesis.records(2, 6));
        kinesis.assertDelivered(6);
    }

    @Test
    void nothingIsStagedBehindNoPositionWhereManifestsAre() {
        buffer.ingest(kinesis.records(1, 4));
        buffer.drain("one");
        buffer.index.lose();
        buffer.index.replace();
        int staged = buffer.staging.contents().size();
        TableLostException lost = assertThrows(TableLostException.class, () -> buffer.ingest(kinesis.records(5, 9)));
        assertTrue(lost.getMessage().contains("{\"recover\":true}"), lost.getMessage());
        assertEquals(staged, buffer.staging.contents().size());
        assertEquals(0, buffer.index.entries());
    }

    /// What the version before staged has no position; its entry is named by the same ids, so the flusher knows the
    /// repeat.
    @Test
    void whatAVersionWithoutPositionsStagedIsKnownWhenItsBatchIsRetried() {
        SourceBatch batch = kinesis.records(1, 4);
        buffer.ingest(batch);
        buffer.index.forget(SOURCE);
        assertEquals(4, buffer.ingest(batch).records());
        assertEquals(1, buffer.index.entries(), "the same item");
        buffer.drain("one");
        buffer.index.forget(SOURCE);
        buffer.ingest(batch);
        assertEquals(1, buffer.drain("two").batchesRepeated());
        kinesis.assertDelivered(4);
    }

    @Test
    void theSameRestHasTheSameIdWhateverWasAskedFor() {
        buffer.ingest(kinesis.records(1, 2));
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
            assertThrows(StoreException.class, () -> ingest.accept(kinesis.records(1 + at, 5), Optional.empty()));
        }
        assertEquals(tried[0].key(), tried[1].key());
        assertEquals(tried[0].segment(), tried[1].segment());
    }

    @Test
    void aBatchThatIsStagedAfterTheSweepMayHaveSeenItsSegmentGetsAnotherKey() {
        AttemptSpans spans = new AttemptSpans(Duration.ofHours(26), () -> buffer.now);
        long arrived = BufferInMemory.NOON.toEpochMilli();
        assertEquals(0, spans.current(arrived));
        assertEquals(0, spans.current(arrived + 60_000), "a clock that is slow");
        buffer.now = BufferInMemory.NOON.plusSeconds(26 * 3600 - 1);
        assertEquals(0, spans.current(arrived));
        buffer.now = BufferInMemory.NOON.plusSeconds(26 * 3600);
        assertEquals(1, spans.current(arrived));
    }

    @Test
    void anAggregateHasOneNumberAndItsRecordsGoTogether() {
        SourceRecord aggregate = kinesis.record(SHARD, 2, Aggregates.of("a:2", "a:3"));
        buffer.ingest(KinesisBatches.of(STREAM, List.of(kinesis.record(SHARD, 1, "a:1".getBytes(UTF_8)))));
        buffer.ingest(KinesisBatches.of(STREAM, List.of(kinesis.record(SHARD, 1, "a:1".getBytes(UTF_8)), aggregate)));
        assertRepeated(1, buffer.ingest(KinesisBatches.of(STREAM, List.of(aggregate))));
        kinesis.assertDelivered(3);
    }

    @Test
    void shardsOfOneEventAreStagedEachOnItsOwn() {
        List<SourceRecord> both = List.of(kinesis.record(SHARD, 2, "a:1".getBytes(UTF_8)),
                kinesis.record("shardId-000000000001", 1, "a:2".getBytes(UTF_8)));
        IngestSummary summary = buffer.ingest(KinesisBatches.of(STREAM, both));
        assertEquals(2, summary.records());
        assertEquals(8, summary.writeUnits());
        assertRepeated(2, buffer.ingest(KinesisBatches.of(STREAM, both)));
        kinesis.assertDelivered(2);
    }

    @Test
    void anotherConsumerOfTheSameShardRepeatsItToo() {
        buffer.ingest(kinesis.records(1, 4));
        assertRepeated(4, buffer
                .ingest(KinesisBatches.of(STREAM + "/consumer/other:1717171717", kinesis.records(1, 4).records())));
        kinesis.assertDelivered(4);
    }

    @Test
    void recordsInAnyOrderAndTwiceInAnEventAreStagedOnce() {
        SourceRecord one = kinesis.record(SHARD, 1, "a:1".getBytes(UTF_8));
        SourceRecord two = kinesis.record(SHARD, 2, "a:2".getBytes(UTF_8));
        assertEquals(2, buffer.ingest(KinesisBatches.of(STREAM, List.of(two, one, two))).records());
        kinesis.assertDelivered(2);
    }

    @Test
    void anEventThatDoesNotNumberItsRecordsIsRefusedAndLeavesNothing() {
        SourceRecord good = kinesis.record(SHARD, 1, "a:1".getBytes(UTF_8));
        for (SourceBatch batch : List.of(KinesisBatches.of("", List.of(good)),
                KinesisBatches.of(STREAM, List.of(good, kinesis.record(SHARD, 1, "a:2".getBytes(UTF_8)))),
                KinesisBatches.of(STREAM, List.of(good, new SourceRecord("x", buffer.now, new byte[0]))),
                KinesisBatches.of(STREAM, List.of(good, kinesis.record(SHARD, "LATEST", "a:2".getBytes(UTF_8)))))) {
            EventFormatException refusal = assertThrows(EventFormatException.class, () -> buffer.ingest(batch));
            assertTrue(!String.valueOf(refusal.getMessage()).contains("a:2"), "payloads stay out of messages");
        }
        assertEquals(0, buffer.index.entries());
        assertEquals(0, buffer.staging.contents().size());
    }

    private static void assertRepeated(int records, IngestSummary summary) {
        assertEquals(records, summary.repeated());
        assertEquals(0, summary.records());
    }
}
