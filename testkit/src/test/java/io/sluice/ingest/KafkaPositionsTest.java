package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.BufferInMemory;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Batches of Kafka topics, whichever partitions come together and from wherever they are repeated.
final class KafkaPositionsTest {
    private static final String CLUSTER = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/u-1";

    private final BufferInMemory buffer = new BufferInMemory();

    private SourceBatch batch(SourceRecord... records) {
        return new SourceBatch(SourceType.KAFKA, CLUSTER, "", List.of(records));
    }

    private SourceRecord record(int partition, long offset) {
        return record(partition, offset, "a:" + partition + "." + offset);
    }

    private SourceRecord record(int partition, long offset, String text) {
        return SourceRecord.numbered("t-" + partition + ":" + offset, buffer.now, text.getBytes(UTF_8),
                new Position(source(partition), new SequenceNumber(Long.toString(offset))));
    }

    private static NumberedSource source(int partition) {
        return NumberedSource.ofKafka(CLUSTER, "t", partition);
    }

    private void assertDelivered(String... texts) {
        buffer.drain("last");
        assertEquals(Stream.of(texts).sorted().toList(), buffer.delivered("key=a").stream().sorted().toList());
    }

    @Test
    void eachPartitionHasItsOwnPosition() {
        buffer.ingest(batch(record(0, 5), record(1, 2), record(0, 9)));
        IngestSummary summary = buffer.ingest(batch(record(1, 2), record(1, 3), record(0, 9), record(2, 0)));
        assertEquals(2, summary.records());
        assertEquals(2, summary.repeated());
        assertEquals(Optional.of(new SequenceNumber("3")), buffer.index.position(source(1)));
        assertDelivered("a:0.5", "a:1.2", "a:0.9", "a:1.3", "a:2.0");
    }

    /// The new owner of a partition begins at the last offset that was committed, with what else it owns.
    @Test
    void afterARebalanceWhatWasStagedIsLeftAlone() {
        buffer.ingest(batch(record(0, 1), record(0, 2), record(1, 1)));
        buffer.drain("one");
        buffer.ingest(batch(record(0, 2), record(0, 3)));
        buffer.ingest(batch(record(0, 1), record(0, 2), record(0, 3), record(0, 4)));
        assertDelivered("a:0.1", "a:0.2", "a:1.1", "a:0.3", "a:0.4");
    }

    @Test
    void aPartitionsRecordsKeepTheirOrder() {
        List<NumberedRecords> partitions = NumberedRecords.of(batch(record(0, 10), record(0, 9), record(0, 100)));
        assertEquals(List.of("t-0:9", "t-0:10", "t-0:100"),
                partitions.getFirst().batch().records().stream().map(SourceRecord::recordId).toList());
    }

    @Test
    void twoRecordsOfOneOffsetAreRefused() {
        SourceBatch batch = batch(record(0, 1), record(0, 1, "a:other"));
        var failure = assertThrows(EventFormatException.class, () -> buffer.ingest(batch));
        assertTrue(String.valueOf(failure.getMessage()).contains(CLUSTER + "/t-0 have the number 1"),
                failure.getMessage());
    }
}
