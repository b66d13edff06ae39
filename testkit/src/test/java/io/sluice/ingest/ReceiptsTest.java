package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.BufferInMemory;
import io.sluice.flush.TableLostException;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Records that are known one by one, whichever come together and however often: the requests that they take, and what
/// happens when one of them is lost, refused or late.
final class ReceiptsTest {
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";

    private final BufferInMemory buffer = new BufferInMemory();

    private SourceBatch batch(int... messages) {
        return new SourceBatch(SourceType.SQS, QUEUE, "",
                IntStream.of(messages).mapToObj(this::message).toList());
    }

    private SourceRecord message(int number) {
        byte[] body = ("a:" + number).getBytes(UTF_8);
        return SourceRecord.named("m" + number, buffer.now, body, RecordName.of(QUEUE, "m" + number, body));
    }

    private static int[] range(int from, int to) {
        return IntStream.range(from, to).toArray();
    }

    private void assertDelivered(int... messages) {
        buffer.drain("last");
        assertEquals(IntStream.of(messages).mapToObj(number -> "a:" + number).sorted().toList(),
                buffer.delivered("key=a").stream().sorted().toList());
    }

    private List<String> words() {
        return buffer.staging.contents().keySet().stream()
                .filter(key -> SegmentId.isAcceptedKey(new ObjectKey(key))).toList();
    }

    @Test
    void aBatchIsOneReadTwoPutsAndOneTransaction() {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        Ingest ingest = buffer.ingest(staging, index);
        assertEquals(8, ingest.accept(batch(1, 2, 3), Optional.empty()).writeUnits());
        assertEquals(List.of("state", "recovery", "use shards", "claim"), index.requests,
                "the recovery where nothing was committed, shards once for an environment");
        buffer.drain("one");
        index.requests.clear();
        staging.requests.clear();
        assertEquals(22, ingest.accept(batch(range(4, 14)), Optional.empty()).writeUnits());
        assertEquals(List.of("state", "claim"), index.requests);
        assertEquals(2, staging.requests.size(), staging.requests.toString());
    }

    @Test
    void recordsThatCameInOtherBatchesAreLeftAlone() {
        buffer.ingest(batch(1, 2, 3));
        buffer.drain("one");
        IngestSummary summary = buffer.ingest(batch(3, 4, 1));
        assertEquals(1, summary.records());
        assertEquals(2, summary.repeated());
        assertEquals(0, buffer.ingest(batch(4, 2)).records());
        assertDelivered(1, 2, 3, 4);
    }

    @Test
    void aRecordThatIsInABatchTwiceIsStagedOnce() {
        IngestSummary summary = buffer.ingest(batch(1, 2, 1, 1));
        assertEquals(2, summary.records());
        assertEquals(2, summary.repeated());
        assertDelivered(1, 2);
    }

    /// Whoever answers that a record is staged has left the word first that its segment was accepted.
    @Test
    void aRepeatLeavesTheWordOfWhoeverStagedItAndDied() {
        PassingObjectStore dying = new PassingObjectStore(buffer.staging) {
            @Override
            public void put(ObjectKey key, Body body) {
                if (SegmentId.isAcceptedKey(key)) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "died");
                }
                super.put(key, body);
            }
        };
        Ingest ingest = buffer.ingest(dying, buffer.index);
        assertThrows(StoreException.class, () -> ingest.accept(batch(1, 2), Optional.empty()));
        assertEquals(List.of(), words());
        assertThrows(StoreException.class, () -> ingest.accept(batch(2, 3), Optional.empty()), "no answer without it");
        buffer.ingest(batch(2, 4));
        assertEquals(2, words().size(), words().toString());
        assertDelivered(1, 2, 4);
    }

    @Test
    void aLostAnswerIsReadBackAndIsNoFailure() {
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                super.put(entry, receipts);
                throw new StoreException(StoreException.Kind.UNKNOWN, "time-out");
            }
        };
        IngestSummary summary = buffer.ingest(buffer.staging, index).accept(batch(1, 2), Optional.empty());
        assertEquals(2, summary.records());
        assertEquals(0, summary.repeated());
        assertDelivered(1, 2);
    }

    @Test
    void ourOwnSuccessAnsweredAsAConflictIsNoFailure() {
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                super.put(entry, receipts);
                return super.put(entry, receipts);
            }
        };
        assertEquals(2, buffer.ingest(buffer.staging, index).accept(batch(1, 2), Optional.empty()).records());
        assertDelivered(1, 2);
    }

    /// The request arrives when its sender has given up and another has staged one of the records.
    @Test
    void aLostRequestFailsTheInvocationAndMayArriveLate() {
        List<Runnable> late = new ArrayList<>();
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                late.add(() -> buffer.index.put(entry, receipts));
                throw new StoreException(StoreException.Kind.UNKNOWN, "time-out");
            }
        };
        Ingest ingest = buffer.ingest(buffer.staging, index);
        assertThrows(StoreException.class, () -> ingest.accept(batch(1, 2), Optional.empty()));
        assertThrows(StoreException.class, () -> ingest.accept(batch(3, 4), Optional.empty()));
        buffer.ingest(batch(2, 3));
        late.forEach(Runnable::run);
        buffer.ingest(batch(1, 4));
        assertDelivered(1, 2, 3, 4);
    }

    /// The visibility timeout is over, and another invocation stages what this one is about to.
    @Test
    void whatAnotherStagesMeanwhileIsLeftToIt() {
        BufferIndex index = new PassingIndex(buffer.index) {
            private boolean first = true;

            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                if (first) {
                    first = false;
                    buffer.ingest(batch(2, 9));
                }
                return super.put(entry, receipts);
            }
        };
        IngestSummary summary = buffer.ingest(buffer.staging, index).accept(batch(1, 2, 3), Optional.empty());
        assertEquals(2, summary.records());
        assertEquals(1, summary.repeated());
        assertEquals(8 + 6, summary.writeUnits());
        assertDelivered(1, 2, 3, 9);
    }

    @Test
    void aLargeBatchIsAsFewTransactionsAsThereCanBe() {
        CountingIndex index = new CountingIndex(buffer.index);
        IngestSummary summary = buffer.ingest(buffer.staging, index).accept(batch(range(0, 199)), Optional.empty());
        assertEquals(199, summary.records());
        assertEquals(2 * (199 + 3), summary.writeUnits());
        assertEquals(3, index.requests.stream().filter("claim"::equals).count());
        assertDelivered(range(0, 199));
    }

    @Test
    void whenALaterGroupFailsItSaysWhatMustComeAgain() {
        List<Receipts> claims = new ArrayList<>();
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                claims.add(receipts);
                if (claims.size() == 2) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "throttled");
                }
                return super.put(entry, receipts);
            }
        };
        Ingest ingest = buffer.ingest(buffer.staging, index);
        PartlyStagedException failure = assertThrows(PartlyStagedException.class,
                () -> ingest.accept(batch(range(0, 250)), Optional.empty()));
        assertEquals(99, failure.staged().records());
        assertEquals(IntStream.range(99, 250).mapToObj(number -> "m" + number).toList(), failure.notStaged());
        assertEquals(2, claims.size(), "what follows is not tried, since a FIFO queue has an order");
        buffer.ingest(batch(range(0, 250)));
        assertDelivered(range(0, 250));
    }

    @Test
    void whenTheFirstGroupFailsNothingIsPromised() {
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "throttled");
            }
        };
        Ingest ingest = buffer.ingest(buffer.staging, index);
        assertThrows(StoreException.class, () -> ingest.accept(batch(range(0, 250)), Optional.empty()));
        assertDelivered();
    }

    @Test
    void nothingIsStagedBesideATableThatIsLost() {
        buffer.ingest(batch(1));
        buffer.drain("one");
        buffer.index.lose();
        buffer.index.replace();
        assertThrows(TableLostException.class, () -> buffer.ingest(batch(1)));
        assertEquals(0, buffer.index.entries());
    }

    @Test
    void aRecordWithoutANameIsRefused() {
        SourceBatch nameless = new SourceBatch(SourceType.SQS, QUEUE, "",
                List.of(new SourceRecord("m", buffer.now, new byte[0])));
        assertThrows(EventFormatException.class, () -> buffer.ingest(nameless));
    }
}
