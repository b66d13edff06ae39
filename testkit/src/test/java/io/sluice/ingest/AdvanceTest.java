package io.sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.SourceBatch;
import io.sluice.flush.BufferInMemory;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.objects.StoreException;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// An entry and its position, written together: the requests that it takes, and what happens when one of them is lost,
/// refused or late.
final class AdvanceTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private final KinesisBatches kinesis = new KinesisBatches(buffer);

    @Test
    void aBatchIsOneReadOnePutAndOneTransaction() {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        Ingest ingest = buffer.ingest(staging, index);
        assertEquals(4, ingest.accept(kinesis.records(1, 4), Optional.empty()).writeUnits());
        assertEquals(List.of("position", "state", "recovery", "use shards", "advance"), index.requests,
                "the state where a source begins, shards once for an environment");
        assertEquals(2, staging.requests.size(), staging.requests.toString());
        index.requests.clear();
        staging.requests.clear();
        assertEquals(4, ingest.accept(kinesis.records(5, 9), Optional.empty()).writeUnits());
        assertEquals(List.of("position", "advance"), index.requests);
        assertEquals(1, staging.requests.size(), staging.requests.toString());
    }

    @Test
    void aBatchThatIsStagedAlreadyIsOneRead() {
        buffer.ingest(kinesis.records(1, 4));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        assertEquals(0, buffer.ingest(staging, index).accept(kinesis.records(2, 4), Optional.empty()).writeUnits());
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
        assertEquals(4, buffer.ingest(buffer.staging, index).accept(kinesis.records(1, 4), Optional.empty()).records());
        kinesis.assertDelivered(4);
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
        IngestSummary summary = buffer.ingest(buffer.staging, index).accept(kinesis.records(1, 4), Optional.empty());
        assertEquals(4, summary.records());
        assertEquals(0, summary.repeated());
        kinesis.assertDelivered(4);
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
        SourceBatch batch = kinesis.records(1, 4);
        StoreException failure = assertThrows(StoreException.class, () -> ingest.accept(batch, Optional.empty()));
        assertEquals("time-out", failure.getMessage());
        assertEquals(0, buffer.index.entries());
        buffer.ingest(batch);
        kinesis.assertDelivered(4);
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
        assertThrows(StoreException.class, () -> ingest.accept(kinesis.records(1, 4), Optional.empty()));
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
                    buffer.ingest(kinesis.records(1, 2));
                    buffer.ingest(kinesis.records(3, 3));
                    buffer.drain("meanwhile");
                }
                return super.put(entry, expected, next);
            }
        };
        IngestSummary summary = buffer.ingest(buffer.staging, index).accept(kinesis.records(1, 5), Optional.empty());
        assertEquals(2, summary.records());
        assertEquals(3, summary.repeated());
        assertEquals(8, summary.writeUnits(), "a cancelled transaction is paid for");
        kinesis.assertDelivered(5);
    }

    @Test
    void aPositionThatNeverStandsStillFailsTheInvocationAndNamesTheSetting() {
        BufferIndex index = new PassingIndex(buffer.index) {
            private int moved;

            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                moved++;
                buffer.ingest(kinesis.records(moved, moved));
                return super.put(entry, expected, next);
            }
        };
        Ingest ingest = buffer.ingest(buffer.staging, index);
        StoreException failure = assertThrows(StoreException.class,
                () -> ingest.accept(kinesis.records(1, 9), Optional.empty()));
        assertEquals(StoreException.Kind.UNAVAILABLE, failure.kind());
        assertTrue(failure.getMessage().contains("ParallelizationFactor 1"), failure.getMessage());
        buffer.ingest(kinesis.records(1, 9));
        kinesis.assertDelivered(9);
    }
}
