package io.sluice.ingest;

import io.sluice.layout.Filing;
import io.sluice.partition.PartitionBinder;
import io.sluice.partition.PartitionBinder.Bound;
import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.ErrorRecord;
import io.sluice.reject.Reject;
import io.sluice.segment.SegmentBuilder;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.time.Instant;
import java.util.Optional;

/// Groups one batch's records by partition.
final class Grouping {
    private final PartitionBinder binder;
    private final Delimiting delimiting;
    private final Instant attemptEnding;
    private final Optional<String> functionArn;
    private final SegmentBuilder segment;
    private int staged;
    private int rejected;
    private int dropped;

    /// @param attemptEnding for error records: the batch's newest arrival, not a clock's reading, so that a retry
    ///        of the batch has the same bytes
    Grouping(PartitionBinder binder, Delimiting delimiting, Filing filing, Instant attemptEnding,
            Optional<String> functionArn) {
        this.segment = new SegmentBuilder(filing);
        this.binder = binder;
        this.delimiting = delimiting;
        this.attemptEnding = attemptEnding;
        this.functionArn = functionArn;
    }

    int staged() {
        return staged;
    }

    int rejected() {
        return rejected;
    }

    int dropped() {
        return dropped;
    }

    long rawBytes() {
        return segment.rawBytes();
    }

    SegmentBuilder.Chunks build() {
        return segment.build();
    }

    void add(Processed processed, Instant arrival) {
        switch (processed) {
            case Processed.Keyed keyed -> {
                switch (binder.bind(keyed.queryValues(), keyed.lambdaValues())) {
                    case Bound.To(var partition) -> {
                        staged++;
                        segment.add(partition, keyed.data(), keyed.offset(), keyed.length(), delimiting,
                                arrival.toEpochMilli());
                    }
                    case Bound.Rejected(Reject reject) ->
                        add(Processed.Rejected.of(keyed.source(), reject, Processed.Attempts.ONE), arrival);
                }
            }
            case Processed.Rejected(byte[] raw, Reject reject, var attempts) ->
                reject(raw, reject, attempts, arrival);
            case Processed.Dropped() -> dropped++;
        }
    }

    private void reject(byte[] raw, Reject reject, Processed.Attempts attempts, Instant arrival) {
        Optional<String> arn = reject.type() == ErrorOutputType.PROCESSING_FAILED
                ? attempts.functionArn().or(() -> functionArn)
                : Optional.empty();
        byte[] line = new ErrorRecord(raw, reject, attempts.made(), arrival, attemptEnding, arn).toLine();
        staged++;
        rejected++;
        segment.add(binder.errors(reject.type()), line, 0, line.length, Delimiting.NONE, arrival.toEpochMilli());
    }
}
