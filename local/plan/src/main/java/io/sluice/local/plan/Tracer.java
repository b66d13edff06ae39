package io.sluice.local.plan;

import io.sluice.app.Pipeline;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordProcessor;
import io.sluice.local.batch.BatchRecord;
import io.sluice.partition.Partition;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.ErrorRecord;
import io.sluice.reject.Reject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Takes a sample through the transform function's steps and notes where each record goes. For one sample and one
/// thread.
final class Tracer {
    private final RecordProcessor processor;
    private final PartitionBinder binder;
    private final int delimiterBytes;
    private final Map<Partition, Integer> numbers = new LinkedHashMap<>();
    private final IntStream.Builder partitionOf = IntStream.builder();
    private final IntStream.Builder bytesOf = IntStream.builder();
    private final LongStream.Builder endOf = LongStream.builder();
    private final Map<Reject, Long> rejects = new HashMap<>();
    private long sourceBytes;
    private long dropped;
    private long carried;
    private long carriedMax;
    /// Of the record that is under way.
    private Optional<Reject> refusal = Optional.empty();

    private Tracer(StreamConfiguration stream, Pipeline functions) {
        this.processor = functions.processor().refusing(_ -> refusal);
        this.binder = functions.binders().get();
        this.delimiterBytes = stream.processing().appendDelimiter() ? 1 : 0;
    }

    static Trace trace(StreamConfiguration stream, Pipeline functions, Sample sample) {
        Tracer tracer = new Tracer(stream, functions);
        sample.records().forEach(tracer::take);
        return tracer.build();
    }

    private void take(BatchRecord record) {
        sourceBytes += record.data().length;
        carried = 0;
        refusal = record.refusal();
        var source = new SourceRecord(record.recordId(), record.arrival(), record.data());
        processor.process(source, processed -> note(processed, source));
        carriedMax = Math.max(carriedMax, carried);
    }

    private void note(Processed processed, SourceRecord source) {
        carried++;
        switch (processed) {
            case Processed.Keyed keyed -> {
                switch (binder.bind(keyed.queryValues(), keyed.lambdaValues())) {
                    case PartitionBinder.Bound.To(Partition partition) ->
                        stage(partition, keyed.length() + delimiterBytes);
                    case PartitionBinder.Bound.Rejected(Reject reject) ->
                        reject(keyed.source().raw(), reject, source);
                }
            }
            case Processed.Rejected(byte[] raw, Reject reject, var _) -> reject(raw, reject, source);
            case Processed.Dropped() -> dropped++;
        }
    }

    private void reject(byte[] raw, Reject reject, SourceRecord source) {
        rejects.merge(reject, 1L, Long::sum);
        byte[] line = ErrorRecord.of(raw, reject, source.arrival(), source.arrival()).toLine();
        stage(binder.errors(reject.type()), line.length);
    }

    private void stage(Partition partition, int bytes) {
        partitionOf.add(numbers.computeIfAbsent(partition, _ -> numbers.size()));
        bytesOf.add(bytes);
        endOf.add(sourceBytes);
    }

    private Trace build() {
        boolean[] errors = new boolean[numbers.size()];
        numbers.forEach((partition, number) -> errors[number] = partition.kind() == Partition.Kind.ERRORS);
        return new Trace(partitionOf.build().toArray(), bytesOf.build().toArray(), endOf.build().toArray(), errors,
                sourceBytes, rejects, dropped, carriedMax);
    }
}
