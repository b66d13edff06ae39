package io.sluice.ingest;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
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
    private final String arn;
    private final NavigableMap<SequenceNumber, SourceRecord> records;

    private NumberedRecords(NumberedSource source, String arn, NavigableMap<SequenceNumber, SourceRecord> records) {
        this.source = source;
        this.arn = arn;
        this.records = records;
    }

    /// A Kinesis batch, shard by shard. An event source mapping hands over one shard at a time; saved events may have
    /// several.
    ///
    /// @throws EventFormatException when the event does not say which shard's record it is and which number it has, or
    ///                              gives two records one number
    static List<NumberedRecords> of(SourceBatch batch) {
        Map<NumberedSource, NumberedRecords> sources = new LinkedHashMap<>();
        for (SourceRecord record : batch.records()) {
            KinesisPosition at = record.kinesis().orElseThrow(() -> new EventFormatException("Record "
                    + record.recordId() + " has no shard and no sequence number"));
            NumberedSource source = source(batch.sourceArn(), at, record);
            sources.computeIfAbsent(source, _ -> new NumberedRecords(source, batch.sourceArn(), new TreeMap<>()))
                    .add(at, record);
        }
        return new ArrayList<>(sources.values());
    }

    private static NumberedSource source(String arn, KinesisPosition at, SourceRecord record) {
        if (arn.isEmpty()) {
            throw new EventFormatException(
                    "Record " + record.recordId() + " has no eventSourceARN: which stream's shard "
                            + at.shardId() + " was read up to where is kept by it");
        }
        try {
            return NumberedSource.ofKinesis(arn, at.shardId());
        } catch (IllegalArgumentException e) {
            throw new EventFormatException("Record " + record.recordId() + ": " + e.getMessage(), e);
        }
    }

    private void add(KinesisPosition at, SourceRecord record) {
        SequenceNumber number;
        try {
            number = new SequenceNumber(at.sequenceNumber());
        } catch (IllegalArgumentException e) {
            throw new EventFormatException("Record " + record.recordId() + ": " + e.getMessage(), e);
        }
        SourceRecord same = records.putIfAbsent(number, record);
        if (same != null && !Arrays.equals(same.data(), record.data())) {
            throw new EventFormatException(
                    "Two records of shard " + at.shardId() + " have the sequence number " + number
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
        return position.map(at -> new NumberedRecords(source, arn, records.tailMap(at, false))).orElse(this);
    }

    /// Where the source stands when these are staged; there must be one.
    Position last() {
        return new Position(source, records.lastKey());
    }

    SourceBatch batch() {
        return new SourceBatch(SourceBatch.Kind.KINESIS, arn, "", List.copyOf(records.values()));
    }
}
