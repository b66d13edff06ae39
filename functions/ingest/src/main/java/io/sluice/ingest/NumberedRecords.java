package io.sluice.ingest;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.position.SequenceRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Records of one numbered source, each once, in the order of their numbers. An aggregate of the Kinesis Producer
/// Library has one number: its user records go together, and are not taken apart yet.
final class NumberedRecords {
    private final NumberedSource source;
    /// The batch that they came in.
    private final SourceBatch origin;
    private final NavigableMap<SequenceNumber, SourceRecord> records;

    private NumberedRecords(NumberedSource source, SourceBatch origin,
            NavigableMap<SequenceNumber, SourceRecord> records) {
        this.source = source;
        this.origin = origin;
        this.records = records;
    }

    /// A batch, source by source. An event source mapping on a Kinesis stream hands over one shard at a time, saved
    /// events may have several; one on Kafka hands over any partitions together.
    ///
    /// @throws EventFormatException when the event does not say which source's record it is and which number it has, or
    ///                              gives two records one number
    static List<NumberedRecords> of(SourceBatch batch) {
        Map<NumberedSource, NumberedRecords> sources = new LinkedHashMap<>();
        for (SourceRecord record : batch.records()) {
            Position at = record.position().orElseGet(() -> inShard(batch.sourceArn(), record));
            sources.computeIfAbsent(at.source(), source -> new NumberedRecords(source, batch, new TreeMap<>()))
                    .add(at, record);
        }
        return new ArrayList<>(sources.values());
    }

    private static Position inShard(String arn, SourceRecord record) {
        KinesisPosition at = record.kinesis().orElseThrow(() -> new EventFormatException("Record "
                + record.recordId() + " has no shard and no sequence number"));
        if (arn.isEmpty()) {
            throw new EventFormatException(
                    "Record " + record.recordId() + " has no eventSourceARN: which stream's shard "
                            + at.shardId() + " was read up to where is kept by it");
        }
        try {
            return new Position(NumberedSource.ofKinesis(arn, at.shardId()), new SequenceNumber(at.sequenceNumber()));
        } catch (IllegalArgumentException e) {
            throw new EventFormatException("Record " + record.recordId() + ": " + e.getMessage(), e);
        }
    }

    private void add(Position at, SourceRecord record) {
        SourceRecord same = records.putIfAbsent(at.sequence(), record);
        if (same != null && !Arrays.equals(same.data(), record.data())) {
            throw new EventFormatException("Two records of " + source + " have the number " + at.sequence()
                    + " and different data: one of them would be taken for a repeat");
        }
    }

    NumberedSource source() {
        return source;
    }

    int size() {
        return records.size();
    }

    /// Those that are not staged yet.
    ///
    /// @param position how far the source is staged; empty: nothing is
    NumberedRecords above(Optional<SequenceNumber> position) {
        return position.map(at -> new NumberedRecords(source, origin, records.tailMap(at, false))).orElse(this);
    }

    /// What is staged when these are; there must be one.
    SequenceRange after(Optional<SequenceNumber> position) {
        return new SequenceRange(source, position, records.firstKey(), records.lastKey());
    }

    /// Where the source stands when these are staged; there must be one.
    Position last() {
        return new Position(source, records.lastKey());
    }

    SourceBatch batch() {
        return new SourceBatch(origin.type(), origin.sourceArn(), "", List.copyOf(records.values()));
    }
}
