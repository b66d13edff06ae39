package io.sluice.local.verify;

import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordProcessor;
import io.sluice.input.Arrivals;
import io.sluice.input.InputRecord;
import io.sluice.lambda.DryRun;
import io.sluice.local.input.InputSource;
import io.sluice.local.input.LineRecords;
import io.sluice.local.input.TimedRecord;
import io.sluice.partition.PartitionBinder;
import io.sluice.prefix.BoundPrefix;
import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// What the input asks for: takes every record through the stream's steps, and says under which prefix it belongs. Can be gone
/// through any number of times.
final class ExpectedRecords {
    /// Key values that a binder remembers are forgotten after so many records.
    private static final int RECORDS_PER_BINDER = 100_000;

    private final DryRun functions;
    private final List<InputSource> inputs;
    private final Optional<String> arrival;
    private final OptionalInt recordBytes;

    /// @param inputs      can be read more than once
    /// @param arrival     as of the run: it decides which lines are packed together
    /// @param recordBytes as of the run
    ExpectedRecords(StreamConfiguration stream, List<InputSource> inputs, Optional<String> arrival,
            OptionalInt recordBytes) {
        this.functions = new DryRun(stream, InstantSource.system());
        this.inputs = List.copyOf(inputs);
        this.arrival = arrival;
        this.recordBytes = recordBytes;
    }

    /// Takes what becomes of each record.
    interface Sink {
        /// A record and where it belongs: `length` bytes of `data` from `offset`, without a delimiter.
        void delivered(BoundPrefix prefix, byte[] data, int offset, int length, InputRecord origin);

        /// A record that an error record is expected of.
        void rejected(BoundPrefix prefix, String errorCode, byte[] raw, InputRecord origin);

        /// A record that the transformation drops.
        void dropped();
    }

    /// Hands over what becomes of all records, in the order of the input.
    ///
    /// @param warnings takes sentences about inputs that were read, but not as they should be
    /// @throws io.sluice.input.InputException when an input can't be read
    void forEach(Sink sink, Consumer<String> warnings) throws IOException {
        Arrivals arrivals = arrival.map(program -> Arrivals.by(program, Instant.EPOCH))
                .orElseGet(() -> Arrivals.at(Instant.EPOCH));
        RecordProcessor processor = functions.processor();
        PartitionBinder binder = functions.binder();
        long records = 0;
        try (var source = new LineRecords(inputs, arrivals, recordBytes, warnings)) {
            for (TimedRecord next = source.next(); next != null; next = source.next()) {
                if (++records % RECORDS_PER_BINDER == 0) {
                    binder = functions.binder();
                }
                InputRecord record = next.record();
                PartitionBinder bound = binder;
                processor.process(new SourceRecord(record.source() + "#" + record.offset(), next.arrival(),
                        record.data()), processed -> hand(processed, bound, record, sink));
            }
        }
    }

    private static void hand(Processed processed, PartitionBinder binder, InputRecord origin, Sink sink) {
        switch (processed) {
            case Processed.Keyed keyed -> {
                switch (binder.bind(keyed.queryValues(), keyed.lambdaValues())) {
                    case PartitionBinder.Bound.To(var partition) -> sink.delivered(partition.prefix(), keyed.data(),
                            keyed.offset(), keyed.length(), origin);
                    case PartitionBinder.Bound.Rejected(Reject reject) ->
                        reject(keyed.source().bytes(), reject, binder, origin, sink);
                }
            }
            case Processed.Rejected(byte[] raw, Reject reject) -> reject(raw, reject, binder, origin, sink);
            case Processed.Dropped() -> sink.dropped();
        }
    }

    private static void reject(byte[] raw, Reject reject, PartitionBinder binder, InputRecord origin, Sink sink) {
        ErrorOutputType type = reject.type();
        sink.rejected(binder.errors(type).prefix(), reject.code(), raw, origin);
    }
}
