package io.sluice.ingest;

import io.sluice.convert.FormatConversion;
import io.sluice.deaggregate.KinesisAggregate;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.partition.PartitionBinder;
import io.sluice.partition.PartitionBinder.Bound;
import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.ErrorRecord;
import io.sluice.reject.Reject;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentBuilder;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Accepts batches into the partition buffer: when [#accept] returns, every record of the batch is staged, rejected ones as
/// error records. Idempotent: the same batch again lands on the same index item. Safe for concurrent use.
public final class Ingest {
    private final RecordProcessor processor;
    private final Supplier<PartitionBinder> binders;
    private final Delimiting delimiting;
    private final BatchStaging staging;

    /// @param binders    makes a binder for each batch
    /// @param delimiting what `AppendDelimiterToRecord` asks for
    public Ingest(IngestSettings settings, RecordProcessor processor, Supplier<PartitionBinder> binders,
            Delimiting delimiting, ObjectStore staging, BufferIndex index) {
        this.processor = processor;
        this.binders = binders;
        this.delimiting = delimiting;
        this.staging = new BatchStaging(settings, staging, index);
    }

    /// What ingest depends on besides its ports.
    ///
    /// @param shardCount index shards that entries are spread over
    /// @param conversion what records are to be converted by when they are delivered
    public record IngestSettings(String stream, int shardCount, Optional<FormatConversion> conversion) {
        /// Settings of a stream that converts nothing.
        public IngestSettings(String stream, int shardCount) {
            this(stream, shardCount, Optional.empty());
        }
    }

    /// @param functionArn the function's own ARN, for error records of failed transformations
    /// @throws io.sluice.objects.StoreException when staging failed: nothing is promised, the source must retry the batch
    public IngestSummary accept(SourceBatch batch, Optional<String> functionArn) {
        if (batch.records().isEmpty()) {
            return IngestSummary.NOTHING;
        }
        long start = System.nanoTime(); // for a metric alone
        Grouping grouping = group(batch, functionArn);
        long keyNanos = System.nanoTime() - start;
        SegmentBuilder.Chunks chunks = grouping.segment.build();
        long stagedBytes = staging.stage(new BatchStaging.Batch(id(batch), oldestArrival(batch), chunks,
                grouping.staged, grouping.dropped));
        return new IngestSummary(grouping.staged + grouping.dropped, grouping.rejected, grouping.dropped,
                chunks.directory().size(), grouping.segment.rawBytes(), stagedBytes, keyNanos);
    }

    /// Does everything with a batch but staging it, to ready an execution environment.
    public void rehearse(SourceBatch batch) {
        group(batch, Optional.empty()).segment.build();
    }

    private Grouping group(SourceBatch batch, Optional<String> functionArn) {
        Grouping grouping = new Grouping(binders.get(), newestArrival(batch), functionArn);
        for (SourceRecord record : userRecords(batch)) {
            processor.process(record, processed -> grouping.add(processed, record.arrival()));
        }
        return grouping;
    }

    /// The source's name and the record ids, which stay the same over retries; the invocation's id does not.
    private static BatchId id(SourceBatch batch) {
        List<String> ids = new ArrayList<>(batch.records().size() + 1);
        ids.add(batch.sourceArn());
        batch.records().forEach(record -> ids.add(record.recordId()));
        return BatchId.of(ids);
    }

    /// Firehose takes aggregates of the Kinesis Producer Library apart before it invokes a function; an event source
    /// mapping hands them over whole.
    private static List<SourceRecord> userRecords(SourceBatch batch) {
        return switch (batch.kind()) {
            case FIREHOSE -> batch.records();
            case KINESIS ->
                batch.records().stream().flatMap(record -> KinesisAggregate.split(record).stream()).toList();
        };
    }

    private static long oldestArrival(SourceBatch batch) {
        return batch.records().stream().mapToLong(record -> record.arrival().toEpochMilli()).min().orElseThrow();
    }

    private static Instant newestArrival(SourceBatch batch) {
        return batch.records().stream().map(SourceRecord::arrival).max(Instant::compareTo).orElseThrow();
    }

    /// Groups one batch's records by partition.
    private final class Grouping {
        private final PartitionBinder binder;
        private final Instant attemptEnding;
        private final Optional<String> functionArn;
        private final SegmentBuilder segment = new SegmentBuilder();
        private int staged;
        private int rejected;
        private int dropped;

        /// @param attemptEnding for error records: the batch's newest arrival, not a clock's reading, so that a retry of
        ///        the batch has the same bytes
        Grouping(PartitionBinder binder, Instant attemptEnding, Optional<String> functionArn) {
            this.binder = binder;
            this.attemptEnding = attemptEnding;
            this.functionArn = functionArn;
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
                        case Bound.Rejected(Reject reject) -> reject(keyed.source().bytes(), reject, arrival);
                    }
                }
                case Processed.Rejected(byte[] raw, Reject reject) -> reject(raw, reject, arrival);
                case Processed.Dropped() -> dropped++;
            }
        }

        private void reject(byte[] raw, Reject reject, Instant arrival) {
            Optional<String> arn = reject.type() == ErrorOutputType.PROCESSING_FAILED ? functionArn : Optional.empty();
            byte[] line = new ErrorRecord(raw, reject, 1, arrival, attemptEnding, arn).toLine();
            staged++;
            rejected++;
            segment.add(binder.errors(reject.type()), line, 0, line.length, Delimiting.NONE, arrival.toEpochMilli());
        }
    }
}
