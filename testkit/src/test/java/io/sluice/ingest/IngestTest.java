package io.sluice.ingest;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.firehose.Base64Text;
import io.sluice.firehose.EventReader;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.BufferInMemory;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.ingest.SourceDecoder.Decoded;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.Reject;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.wire.Aggregates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class IngestTest {
    private final BufferInMemory buffer = new BufferInMemory();

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 3_000, 20_000})
    void aBatchIsOnePutAndOneWriteWhateverItsPartitions(int partitions) {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        IngestSummary summary = buffer.ingest(staging, index).accept(batch(partitions), Optional.empty());
        assertEquals(partitions, summary.partitions());
        assertEquals(1, staging.requests.size(), staging.requests.toString());
        assertTrue(staging.requests.getFirst().startsWith("PUT segments/quakes/"), staging.requests.toString());
        assertEquals(List.of("use shards", "put"), index.requests, "the first of them once for an environment");
        assertTrue(onlyEntry().fitsOneWriteUnit("quakes"), "an entry is one write unit at any number of partitions");
    }

    @Test
    void fewPartitionsStandInTheEntryAndManyInTheSegmentsTail() {
        buffer.ingest(batch(3));
        assertEquals(IndexEntry.DirectoryAt.Inline.class, onlyEntry().directory().getClass());
        BufferInMemory other = new BufferInMemory();
        other.ingest(batch(3_000));
        assertEquals(IndexEntry.DirectoryAt.Tail.class,
                other.index.read(onlyShard(other), Optional.empty()).entries().getFirst().directory().getClass());
    }

    /// Ids of Firehose's records are their offsets, of which each partition has the same.
    @Test
    void twoPartitionsOfATopicWithTheSameOffsetsAreTwoBatches() {
        for (int partition = 0; partition < 2; partition++) {
            buffer.ingest(EventReader.read(("{\"deliveryStreamArn\":\"arn:d\",\"sourceMSKArn\":\"arn:m\",\"records\":"
                    + "[{\"recordId\":\"000\",\"approximateArrivalTimestamp\":" + buffer.now.toEpochMilli()
                    + ",\"mskRecordMetadata\":{\"offset\":\"0\",\"partitionId\":\"" + partition
                    + "\"},\"kafkaRecordValue\":\"YTox\"}]}").getBytes(UTF_8)));
        }
        assertEquals(2, buffer.index.entries());
    }

    @Test
    void aRetriedBatchLandsOnTheSameItemAndSegment() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        assertEquals(1, buffer.index.entries());
        assertEquals(1, buffer.staging.contents().size());
    }

    /// As a log event that waited in a queue of failures: a sweep that is under way may have the first attempt's
    /// segment on its list, and would delete it with the replay's entry in place.
    @Test
    void whatIsReplayedAfterDaysIsTheSameBatchInAnotherSegment() {
        Ingest ingest = buffer.ingest(new AttemptSpans(Duration.ofHours(26), () -> buffer.now));
        ingest.accept(buffer.batch("event", "a:1"), Optional.empty());
        buffer.now = BufferInMemory.NOON.plus(Duration.ofHours(25));
        ingest.accept(buffer.batch("event", "a:1"), Optional.empty());
        assertEquals(1, buffer.staging.contents().size(), "a retry puts the same segment");
        buffer.now = BufferInMemory.NOON.plus(Duration.ofHours(27));
        ingest.accept(buffer.batch("event", "a:1"), Optional.empty());
        assertEquals(2, buffer.staging.contents().size(), "a replay puts another");
        assertEquals(1, buffer.index.entries(), "and is known as the same batch");
    }

    @Test
    void otherRecordIdsAreAnotherBatchThoughTheBytesAreTheSame() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.ingest(buffer.batch("two", "a:1"));
        assertEquals(2, buffer.index.entries());
    }

    @Test
    void nothingIsPromisedBeforeTheEntryIsWritten() {
        CountingObjectStore failing = new CountingObjectStore(buffer.staging, _ -> {
            throw new StoreException(StoreException.Kind.UNKNOWN, "time-out");
        });
        SourceBatch batch = buffer.batch("one", "a:1");
        assertThrows(StoreException.class, () -> buffer.ingest(failing, buffer.index).accept(batch, Optional.empty()));
        assertEquals(0, buffer.index.entries(), "no entry may name a segment that may not be there");
    }

    @Test
    void aRecordWithoutKeysIsRejectedAndItsNeighboursAreNot() {
        IngestSummary summary = buffer.ingest(buffer.batch("one", "a:1", "no key", "b:2"));
        assertEquals(3, summary.records());
        assertEquals(1, summary.rejected());
        buffer.drain("run");
        assertEquals(List.of("a:1"), buffer.delivered().get("key=a"));
        assertEquals(List.of("b:2"), buffer.delivered().get("key=b"));
        String error = buffer.delivered("errors/metadata-extraction-failed").getFirst();
        assertTrue(
                error.startsWith(
                        "{\"rawData\":\"bm8ga2V5\",\"errorCode\":\"DynamicPartitioning.MetadataExtractionFailed\""),
                error);
    }

    @Test
    void aRecordAboveFirehosesSizeIsAnErrorRecordWithItsBytes() {
        byte[] large = ("a:" + "x".repeat(1_024_001)).getBytes(UTF_8);
        SourceBatch batch = new SourceBatch(SourceType.FIREHOSE, "arn:stream", "",
                List.of(new SourceRecord("1", buffer.now, large)));
        assertEquals(1, buffer.ingest(batch).rejected());
        buffer.drain("run");
        String error = buffer.delivered("errors/processing-failed").getFirst();
        assertTrue(error.contains("1024003 bytes"), error.substring(error.length() - 400));
        assertTrue(error.length() > 4 * 1_024_000 / 3, "the original bytes are in it");
    }

    @Test
    void anEmptyBatchCostsNothing() {
        assertEquals(IngestSummary.NOTHING, buffer.ingest(buffer.batch("none")));
        assertEquals(0, buffer.index.entries());
    }

    @Test
    void anEntryIsKeyedByItsOldestArrivalWhateverTheOrder() {
        IngestSummary summary = buffer.ingest(new SourceBatch(SourceType.FIREHOSE, "arn:stream", "",
                List.of(new SourceRecord("1", buffer.now, "a:1".getBytes(UTF_8)),
                        new SourceRecord("2", buffer.now.minusSeconds(9), "b:2".getBytes(UTF_8)))));
        assertEquals(buffer.now.minusSeconds(9).toEpochMilli(), onlyEntry().key().oldestArrival());
        assertEquals(buffer.staging.contents().values().iterator().next().length, summary.stagedBytes());
    }

    @Test
    void aBatchOfDroppedRecordsIsRememberedAndStagesNothing() {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        IngestSummary summary = ingest(staging, Deaggregator.none(), payload -> new Decoded.Payloads(List.of()))
                .accept(buffer.batch("one", "a", "b"), Optional.empty());
        assertEquals(2, summary.records());
        assertEquals(2, summary.dropped());
        assertEquals(0, summary.partitions());
        assertEquals(List.of(), staging.requests, "no segment without a record");
        assertEquals(2, buffer.drain("run").tally().dropped());
    }

    @Test
    void aggregatesOfTheProducerLibraryAreTakenApartOnlyWhereTheSourceDidNot() {
        byte[] aggregate = Aggregates.of("a:1", "b:2");
        SourceRecord record = new SourceRecord("shard:1", buffer.now, aggregate, Base64Text.of(aggregate),
                Optional.of(new KinesisPosition("shard", "1", 0, "p")));
        assertEquals(2, buffer.ingest(new SourceBatch(SourceType.KINESIS, "arn:stream", "", List.of(record)))
                .records());
        buffer.drain("run");
        assertEquals(List.of("a:1"), buffer.delivered("key=a"));
        assertEquals(List.of("b:2"), buffer.delivered("key=b"));
        assertEquals(1, buffer.ingest(new SourceBatch(SourceType.FIREHOSE, "arn:other", "", List.of(record)))
                .records());
    }

    @Test
    void onlyAFailureOfTheFunctionNamesTheFunction() {
        Optional<String> arn = Optional.of("arn:aws:lambda:eu-west-1:1:function:f:7");
        ingest(buffer.staging, Deaggregator.none(), payload -> payload[0] == 'x'
                ? new Decoded.Failed(Reject.processing("Test.Failed", "made up"))
                : new Decoded.Payloads(List.of(payload))).accept(buffer.batch("one", "x"), arn);
        ingest(buffer.staging, Deaggregator.json(), SourceDecoder.PLAIN).accept(buffer.batch("two", "{\"cut"), arn);
        buffer.drain("run");
        assertTrue(buffer.delivered("errors/processing-failed").getFirst().endsWith(
                "\"lambdaARN\":\"" + arn.get() + "\"}"), buffer.delivered().toString());
        assertFalse(buffer.delivered("errors/metadata-extraction-failed").getFirst().contains("lambdaARN"),
                buffer.delivered().toString());
    }

    @Test
    void theRecordsStepsTakeNoLongerThanTheCall() {
        long start = System.nanoTime();
        IngestSummary summary = buffer.ingest(batch(10));
        long call = System.nanoTime() - start;
        assertTrue(summary.keyNanos() >= 0 && summary.keyNanos() <= call, summary.toString());
    }

    private Ingest ingest(ObjectStore staging, Deaggregator deaggregator, SourceDecoder decoder) {
        return new Ingest(new Ingest.IngestSettings(4, BufferInMemory.FILING),
                new RecordProcessor(decoder, deaggregator, Optional.empty(), Optional.empty(), Optional.empty()),
                () -> new PartitionBinder(PrefixExpression.parse("all/"),
                        PrefixExpression.parse("errors/!{firehose:error-output-type}/"),
                        new ObjectFormat.Joined(Compression.GZIP),
                        KeyEncoding.VERBATIM),
                Delimiting.NEWLINE, new Buffer("quakes", staging, buffer.index));
    }

    private SourceBatch batch(int partitions) {
        List<String> records = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            records.add("customer-" + Integer.toHexString(i * 2_654_435) + ":" + i);
        }
        return buffer.batch("batch of " + partitions, records.toArray(String[]::new));
    }

    private IndexEntry onlyEntry() {
        return buffer.index.read(onlyShard(buffer), Optional.empty()).entries().getFirst();
    }

    private static Shard onlyShard(BufferInMemory buffer) {
        for (int i = 0; i < 4; i++) {
            if (!buffer.index.read(new Shard(i), Optional.empty()).entries().isEmpty()) {
                return new Shard(i);
            }
        }
        throw new AssertionError("no entry in any shard");
    }
}
