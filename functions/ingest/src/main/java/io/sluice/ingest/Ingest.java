package io.sluice.ingest;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferNumber;
import io.sluice.convert.FormatConversion;
import io.sluice.deaggregate.KinesisAggregate;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.index.Buffer;
import io.sluice.layout.Filing;
import io.sluice.objects.StoreException;
import io.sluice.partition.PartitionBinder;
import io.sluice.position.Identity;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentBuilder;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Accepts batches into the partition buffer: when [#accept] returns, every record of the batch is staged, rejected
/// ones as error records. Idempotent: the same batch again lands on the same index item, and of a source that numbers
/// its records, or whose records are known one by one, nothing is staged twice, however they are cut into batches. Safe
/// for concurrent use.
public final class Ingest {
    /// Each time somebody else has staged some of the records meanwhile, which happens only while an earlier invocation
    /// is still under way.
    private static final int ATTEMPTS_MAX = 5;
    /// The time that the write of an entry may take, its tries and what is read back included.
    static final Duration COMMIT_TIME = Duration.ofMinutes(1);
    private static final int ENTRY_WRITE_UNITS = 1;
    /// Two for each of the transaction's two items.
    private static final int ADVANCE_WRITE_UNITS = 4;
    /// Of an entry or of a record's receipt in a transaction.
    private static final int CLAIM_WRITE_UNITS = 2;

    private final RecordProcessor processor;
    private final Supplier<PartitionBinder> binders;
    private final Delimiting delimiting;
    private final Filing filing;
    private final BatchStaging staging;
    private final StagingBuffers buffers;
    private final AttemptSpans spans;
    private final PositionStep positions;
    private final ReceiptStep receipts;

    /// @param binders    makes a binder for each batch
    /// @param delimiting what `AppendDelimiterToRecord` asks for
    public Ingest(IngestSettings settings, RecordProcessor processor, Supplier<PartitionBinder> binders,
            Delimiting delimiting, Buffer buffer) {
        this(settings, processor, binders, delimiting, BufferCount.ONE, _ -> buffer);
    }

    /// @param count   how many the stream has for a batch whose name decides when it comes again, and for a group of
    ///     calls, which are known in whichever they are. Others are all staged to the first
    /// @param buffers by buffer
    public Ingest(IngestSettings settings, RecordProcessor processor, Supplier<PartitionBinder> binders,
            Delimiting delimiting, BufferCount count, Function<BufferNumber, Buffer> buffers) {
        this.processor = processor;
        this.binders = binders;
        this.delimiting = delimiting;
        this.filing = settings.filing();
        Buffer first = buffers.apply(BufferNumber.FIRST);
        this.staging = new BatchStaging(settings, first);
        this.buffers = new StagingBuffers(this.staging, count,
                chosen -> new BatchStaging(settings, buffers.apply(chosen)));
        this.spans = settings.spans();
        this.positions = new PositionStep(first);
        this.receipts = new ReceiptStep(first, settings.spans());
    }

    /// The settings of ingest, besides its ports.
    ///
    /// @param shardCount index shards that entries are spread over
    /// @param conversion what records are to be converted by when they are delivered
    /// @param filing     which records of a partition may share a path
    /// @param spans      of attempts at a numbered source's records
    public record IngestSettings(int shardCount, Optional<FormatConversion> conversion, Filing filing,
            AttemptSpans spans) {
        /// Settings for sources that number nothing.
        public IngestSettings(int shardCount, Optional<FormatConversion> conversion, Filing filing) {
            this(shardCount, conversion, filing, new AttemptSpans(Duration.ofDays(1), () -> Instant.EPOCH));
        }

        /// Settings of a stream that converts nothing, for sources that number nothing.
        public IngestSettings(int shardCount, Filing filing) {
            this(shardCount, Optional.empty(), filing);
        }
    }

    /// @param functionArn the function's own ARN, for error records of failed transformations
    /// @throws io.sluice.firehose.EventFormatException when a batch of a numbered source does not number its records
    /// @throws StoreException when staging failed: nothing is promised, the source must retry the batch
    /// @throws PartlyStagedException when it failed after some records of a batch whose records are known one by one
    public IngestSummary accept(SourceBatch batch, Optional<String> functionArn) {
        if (batch.records().isEmpty()) {
            return IngestSummary.NOTHING;
        }
        return switch (batch.type().knownBy()) {
            case BATCH -> {
                BatchStaging chosen = buffers.of(oldestArrival(batch), () -> id(batch));
                Prepared prepared = prepare(batch, functionArn, new Identity.ByBatch(), chosen);
                chosen.buffer().index().put(prepared.kept.entry());
                yield prepared.staged(ENTRY_WRITE_UNITS);
            }
            case POSITION -> NumberedRecords.of(batch).stream().map(records -> accept(records, functionArn))
                    .reduce(IngestSummary.NOTHING, IngestSummary::and);
            case RECORD -> acceptNamed(batch, functionArn);
            case OBJECT -> acceptWhole(batch, functionArn);
            case CALL -> acceptCalls(batch, Deadline.NONE).summary();
        };
    }

    /// Stages calls together: those that have no receipt yet, each with one; and those whose records have no name, of
    /// which nothing is known when they come again. Which buffer they are for is drawn anew for those that are left:
    /// what has a receipt is found from any.
    ///
    /// @param calls of [io.sluice.firehose.SourceType#DIRECT]; the records of a call have one name
    /// @param life  once it is nearly over, nothing is committed any more
    /// @throws StoreException when nothing is promised: all calls must come again
    public StagedCalls acceptCalls(SourceBatch calls, Deadline life) {
        CallRecords rest = new CallRecords(calls);
        Set<RecordName> repeated = new HashSet<>();
        int writeUnits = 0;
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            if (rest.batch().records().isEmpty()) {
                return new StagedCalls(
                        IngestSummary.NOTHING.indexed(writeUnits).repeated(calls.records().size()), repeated);
            }
            List<RecordName> names = rest.names();
            if (!names.isEmpty() && attempt == 1) {
                receipts.requireTable();
            }
            SourceBatch group = rest.batch();
            BatchStaging chosen = buffers.of(oldestArrival(group), () -> id(group));
            Prepared prepared = prepare(group, Optional.empty(), rest.identity(), chosen);
            requireTime(life, calls.sourceArn());
            writeUnits += names.isEmpty() ? ENTRY_WRITE_UNITS : CLAIM_WRITE_UNITS * (names.size() + 1);
            switch (receipts.takeCalls(chosen.buffer(), prepared.kept.entry(), names, calls.type().receiptsKeptFor(),
                    life)) {
                case ReceiptStep.Taken.Staged() -> {
                    return new StagedCalls(prepared.staged(writeUnits)
                            .repeated(calls.records().size() - group.records().size()), repeated);
                }
                case ReceiptStep.Taken.Repeated(var staged) -> {
                    repeated.addAll(staged);
                    rest = rest.without(staged);
                }
            }
        }
        throw new StoreException(StoreException.Kind.UNAVAILABLE, "Calls of " + calls.sourceArn()
                + " were staged by others " + ATTEMPTS_MAX + " times while a group of them was; they must come again");
    }

    /// Refuses to commit for whoever was suspended: its segment may be the sweep's by then.
    private static void requireTime(Deadline life, String stream) {
        if (life.leavesLessThan(COMMIT_TIME)) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "Calls of " + stream
                    + " were put into a segment too long ago for an entry to name it: this process was suspended; they"
                    + " must come again");
        }
    }

    /// Tests whether the records of this name are staged; asked before a batch of many is read again. A no is no
    /// promise.
    ///
    /// @throws StoreException when that cannot be told
    public boolean isStaged(RecordName name) {
        return receipts.isStaged(name);
    }

    /// All of its records have one name and one receipt: they are staged together, or somebody has staged them.
    private IngestSummary acceptWhole(SourceBatch batch, Optional<String> functionArn) {
        receipts.requireTable();
        RecordName name = batch.records().getFirst().name().orElseThrow(() -> new EventFormatException("Record "
                + batch.records().getFirst().recordId() + " has no name by which it is known when it comes again"));
        Prepared prepared = prepare(batch, functionArn, new Identity.ByRecord(List.of(name)));
        int writeUnits = 2 * CLAIM_WRITE_UNITS;
        return switch (receipts.take(staging.buffer(), prepared.kept.entry(), List.of(name),
                batch.type().receiptsKeptFor())) {
            case ReceiptStep.Taken.Staged() -> prepared.staged(writeUnits);
            case ReceiptStep.Taken.Repeated(var staged) when staged.isEmpty() -> throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "Records of " + batch.sourceArn()
                            + " were claimed by somebody whose receipt is gone again; they must come again");
            case ReceiptStep.Taken.Repeated _ -> IngestSummary.NOTHING.indexed(writeUnits)
                    .repeated(batch.records().size());
        };
    }

    /// Group by group, in their order; what follows one that failed is not tried, so that a FIFO queue keeps its order.
    private IngestSummary acceptNamed(SourceBatch batch, Optional<String> functionArn) {
        receipts.requireTable();
        IngestSummary summary = IngestSummary.NOTHING;
        List<NamedRecords> left = new ArrayList<>(NamedRecords.of(batch));
        int twice = batch.records().size() - left.stream().mapToInt(NamedRecords::size).sum();
        boolean first = true;
        while (!left.isEmpty()) {
            try {
                summary = summary.and(accept(left.getFirst(), functionArn));
            } catch (StoreException e) {
                if (first) {
                    throw e;
                }
                throw new PartlyStagedException(e, summary, batch.records().stream()
                        .filter(record -> left.stream().anyMatch(group -> group.holds(record)))
                        .map(SourceRecord::recordId).distinct().toList());
            }
            first = false;
            left.removeFirst();
        }
        return summary.repeated(summary.repeated() + twice);
    }

    /// Stages those of the records that have no receipt, with their receipts; again without those that turn out to have
    /// one.
    private IngestSummary accept(NamedRecords records, Optional<String> functionArn) {
        NamedRecords rest = records;
        int writeUnits = 0;
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            if (rest.size() == 0) {
                return IngestSummary.NOTHING.indexed(writeUnits).repeated(records.size());
            }
            writeUnits += CLAIM_WRITE_UNITS * (rest.size() + 1);
            Prepared prepared = prepare(rest.batch(), functionArn, new Identity.ByRecord(rest.names()));
            switch (receipts.take(staging.buffer(), prepared.kept.entry(), rest.names(),
                    rest.batch().type().receiptsKeptFor())) {
                case ReceiptStep.Taken.Staged() -> {
                    return prepared.staged(writeUnits).repeated(records.size() - rest.size());
                }
                case ReceiptStep.Taken.Repeated(var staged) -> rest = rest.without(staged);
            }
        }
        throw new StoreException(StoreException.Kind.UNAVAILABLE, "Records of " + records.batch().sourceArn()
                + " were staged by others " + ATTEMPTS_MAX + " times while a batch of them was; it must come again");
    }

    /// Stages what lies above the source's position, and moves the position over it; again, when another invocation has
    /// moved it meanwhile.
    private IngestSummary accept(NumberedRecords records, Optional<String> functionArn) {
        Optional<SequenceNumber> position = positions.read(records.source());
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            NumberedRecords rest = records.above(position);
            int writeUnits = attempt * ADVANCE_WRITE_UNITS;
            int repeated = records.size() - rest.size();
            if (rest.size() == 0) {
                return IngestSummary.NOTHING.indexed(writeUnits - ADVANCE_WRITE_UNITS).repeated(repeated);
            }
            Prepared prepared = prepare(rest.batch(), functionArn,
                    new Identity.ByPosition(rest.after(position)));
            switch (positions.take(prepared.kept.entry(), position, rest.last())) {
                case PositionStep.Taken.Staged() -> {
                    return prepared.staged(writeUnits).repeated(repeated);
                }
                case PositionStep.Taken.Overtaken(var now) -> position = now;
            }
        }
        throw new StoreException(StoreException.Kind.UNAVAILABLE,
                "The position of " + records.source() + " was moved by"
                        + " others " + ATTEMPTS_MAX
                        + " times while a batch was staged; it must be read by one event source mapping,"
                        + " a Kinesis shard with ParallelizationFactor 1");
    }

    /// A batch whose segment is kept and whose entry is to be written.
    private record Prepared(BatchStaging buffer, BatchStaging.Kept kept, IngestSummary summary) {
        IngestSummary staged(int writeUnits) {
            buffer.staged(kept);
            return summary.indexed(writeUnits);
        }
    }

    private Prepared prepare(SourceBatch batch, Optional<String> functionArn, Identity identity) {
        return prepare(batch, functionArn, identity, staging);
    }

    private Prepared prepare(SourceBatch batch, Optional<String> functionArn, Identity identity, BatchStaging buffer) {
        long start = System.nanoTime(); // for a metric alone
        Grouping grouping = group(batch, functionArn);
        long keyNanos = System.nanoTime() - start;
        SegmentBuilder.Chunks chunks = grouping.build();
        BatchStaging.Kept kept = buffer.keep(new BatchStaging.Batch(id(batch), oldestArrival(batch), chunks,
                grouping.staged(), grouping.dropped(), identity, spans.current(oldestArrival(batch))));
        return new Prepared(buffer, kept, new IngestSummary(grouping.staged() + grouping.dropped(),
                grouping.rejected(), grouping.dropped(), chunks.directory().size(), grouping.rawBytes(), kept.bytes(),
                keyNanos, 0, 0));
    }

    /// Does everything with a batch but staging it, to ready an execution environment.
    public void rehearse(SourceBatch batch) {
        group(batch, Optional.empty()).build();
    }

    private Grouping group(SourceBatch batch, Optional<String> functionArn) {
        Grouping grouping = new Grouping(binders.get(), delimiting, filing, newestArrival(batch), functionArn);
        processor.process(userRecords(batch), (record, processed) -> grouping.add(processed, record.arrival()));
        return grouping;
    }

    /// The source's name and the record ids, which stay the same over retries; the invocation's id does not. Of a
    /// numbered source, and where records are known one by one, these are the records that are left to be staged: the
    /// same rest has the same id. Of a Kinesis stream a whole batch has the id that versions without positions gave it,
    /// so that the flusher knows it when such a version has staged it. ([AttemptSpans] for what is staged late.)
    private BatchId id(SourceBatch batch) {
        List<String> ids = new ArrayList<>(batch.records().size() + 1);
        ids.add(batch.sourceArn());
        batch.records().forEach(record -> ids.add(record.recordId()));
        if (batch.type().comesInOtherBatches()) {
            long span = spans.current(oldestArrival(batch));
            if (span > 0) {
                ids.add("span " + span);
            }
        }
        return BatchId.of(ids);
    }

    private static List<SourceRecord> userRecords(SourceBatch batch) {
        return batch.type().handsOverAggregates()
                ? batch.records().stream().flatMap(record -> KinesisAggregate.split(record).stream()).toList()
                : batch.records();
    }

    private static long oldestArrival(SourceBatch batch) {
        return batch.records().stream().mapToLong(record -> record.arrival().toEpochMilli()).min().orElseThrow();
    }

    private static Instant newestArrival(SourceBatch batch) {
        return batch.records().stream().map(SourceRecord::arrival).max(Instant::compareTo).orElseThrow();
    }
}
