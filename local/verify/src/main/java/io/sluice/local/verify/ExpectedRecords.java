package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// The records that the input asks for: takes every record through the stream's steps, and says under which prefix it
/// belongs. Can be gone through any number of times.
final class ExpectedRecords {
    /// Firehose's bound on a record, 1,000 KiB.
    private static final int RECORD_BYTES_MAX = 1_024_000;
    private static final String TOO_LARGE = "Sluice.RecordTooLarge";

    private final StreamFacts stream;
    private final Witness witness;
    private final List<InputFile> inputs;
    private final InputForm form;
    private final boolean timed;
    private final OptionalInt recordBytes;
    private final ErrorRaws errors;

    /// @param inputs      can be read more than once
    /// @param form        what texts among them are
    /// @param timed       whether the run had `--arrival`
    /// @param recordBytes as of the run
    /// @param errors      of the run
    ExpectedRecords(StreamFacts stream, Witness witness, List<InputFile> inputs, InputForm form, boolean timed,
            OptionalInt recordBytes, ErrorRaws errors) {
        this.form = form;
        this.stream = stream;
        this.witness = witness;
        this.inputs = List.copyOf(inputs);
        this.timed = timed;
        this.recordBytes = recordBytes;
        this.errors = errors;
    }

    /// Takes what becomes of each record.
    interface Sink {
        /// A record and the bound prefix where it belongs, without a delimiter.
        void delivered(String prefix, byte[] data, RecordOrigin origin);

        /// A record that an error record is expected of.
        ///
        /// @param type `error-output-type`
        void rejected(String type, String errorCode, byte[] raw, RecordOrigin origin);

        /// A record that the transformation drops.
        void dropped();
    }

    /// Hands over what becomes of all records, in the order of the input.
    ///
    /// @param warnings takes sentences about inputs that were read, but not as they should be
    /// @throws IOException when an input can't be opened, or has a record that is too long to hold
    void forEach(Sink sink, Consumer<String> warnings) throws IOException {
        try (var source = new JudgedRecords(inputs, form, witness, timed, recordBytes,
                rest -> rest(rest, sink, warnings))) {
            for (JudgedRecords.Source next = source.next(); next != null; next = source.next()) {
                if (next.refused().isPresent()) {
                    sink.rejected("processing-failed", next.refused().get(), next.data(), next.origin());
                } else {
                    process(next.data(), next.origin(), sink);
                }
            }
        }
    }

    private void process(byte[] record, RecordOrigin origin, Sink sink) {
        if (stream.testified() && stream.documents().isEmpty()) {
            witness.process(record, outcome -> hand(outcome, origin, sink));
            return;
        }
        if (record.length > stream.documents().map(_ -> JudgedDocuments.BYTES_MAX).orElse(RECORD_BYTES_MAX)) {
            sink.rejected("processing-failed", TOO_LARGE, record, origin);
            return;
        }
        Optional<List<byte[]>> pieces = Pieces.of(stream.splitting(), record);
        if (pieces.isEmpty()) {
            witness.process(record, outcome -> hand(outcome, origin, sink));
            return;
        }
        for (byte[] piece : pieces.get()) {
            if (stream.documents().isPresent()) {
                elements(stream.documents().get(), piece, origin, sink);
            } else {
                hand(outcome(piece), origin, sink);
            }
        }
    }

    /// The outcome of a record of a stream whose steps the judge knows but for its query.
    private Witness.Outcome outcome(byte[] record) {
        return stream.hasQuery()
                ? witness.keys(record)
                : new Witness.Outcome.Keyed(record, Map.of(), Map.of(), record);
    }

    private void elements(JudgedDocuments documents, byte[] piece, RecordOrigin origin, Sink sink) {
        Optional<List<List<byte[]>>> found = documents.of(piece);
        if (found.isEmpty()) {
            witness.process(piece, outcome -> hand(outcome, origin, sink));
            return;
        }
        for (List<byte[]> document : found.get()) {
            if (document.isEmpty()) {
                sink.dropped();
            }
            for (byte[] element : document) {
                byte[] alone = documents.alone(element);
                if (element.length > RECORD_BYTES_MAX) {
                    sink.rejected("processing-failed", TOO_LARGE, alone, origin);
                } else if (stream.testified()) {
                    witness.process(alone, outcome -> hand(outcome, origin, sink));
                } else {
                    hand(outcome(element), alone, origin, sink);
                }
            }
        }
    }

    /// @param raw what an error record would have
    private void hand(Witness.Outcome outcome, byte[] raw, RecordOrigin origin, Sink sink) {
        hand(switch (outcome) {
            case Witness.Outcome.Dropped dropped -> dropped;
            case Witness.Outcome.Rejected(var _, String type, String code) ->
                new Witness.Outcome.Rejected(raw, type, code);
            case Witness.Outcome.Keyed(byte[] data, var query, var lambda, var _) ->
                new Witness.Outcome.Keyed(data, query, lambda, raw);
        }, origin, sink);
    }

    private void hand(Witness.Outcome outcome, RecordOrigin origin, Sink sink) {
        switch (outcome) {
            case Witness.Outcome.Dropped() -> sink.dropped();
            case Witness.Outcome.Rejected(byte[] raw, String type, String code) ->
                sink.rejected(type, code, raw, origin);
            case Witness.Outcome.Keyed(byte[] data, var query, var lambda, byte[] raw) -> {
                switch (stream.prefix().bind(encoded(query), encoded(lambda), "")) {
                    case PathText.Bound.To(String prefix) -> sink.delivered(prefix, data, origin);
                    case PathText.Bound.Nowhere() ->
                        sink.rejected("partitioning-failed", "DynamicPartitioning.PartitioningFailed", raw, origin);
                }
            }
        }
    }

    private Map<String, String> encoded(Map<String, String> values) {
        Map<String, String> encoded = new HashMap<>(values);
        encoded.replaceAll((_, value) -> stream.encoded(value));
        return encoded;
    }

    /// Checks that what could not be read is kept as it lies in the file, up to the file's end, in an error record.
    private void rest(JudgedRecords.Rest rest, Sink sink, Consumer<String> warnings) {
        try {
            Optional<byte[]> kept = kept(rest.input());
            warnings.accept(rest.origin().name() + ": what is compressed there can't be read from about byte "
                    + rest.origin().offset() + " on: " + rest.cause() + "; "
                    + kept.map(bytes -> "an error record has the last " + bytes.length + " bytes of the file")
                            .orElse("no error record has the rest of the file"));
            if (kept.isPresent()) {
                process(kept.get(), rest.origin(), sink);
            } else {
                sink.rejected("metadata-extraction-failed", "the rest of an input that can't be read", new byte[0],
                        rest.origin());
            }
        } catch (IOException e) {
            warnings.accept(rest.origin().name() + " can't be read again: " + e.getMessage());
            sink.rejected("metadata-extraction-failed", "the rest of an input that can't be read", new byte[0],
                    rest.origin());
        }
    }

    private Optional<byte[]> kept(InputFile input) throws IOException {
        long size;
        try (InputStream in = input.opener().open()) {
            size = in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        for (int length : errors.lengths()) {
            if (length > 0 && length <= size) {
                try (InputStream in = input.opener().open()) {
                    in.skipNBytes(size - length);
                    byte[] tail = in.readNBytes(length);
                    if (errors.has(tail)) {
                        return Optional.of(tail);
                    }
                }
            }
        }
        return Optional.empty();
    }
}
