package io.sluice.ingest;

import io.sluice.deaggregate.Deaggregator;
import io.sluice.deaggregate.Piece;
import io.sluice.deaggregate.RecordsPlace;
import io.sluice.firehose.SourceRecord;
import io.sluice.plugin.KeyExtractor;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import io.sluice.reject.Reject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Takes a source record through Firehose's steps in Firehose's order: decompression, deaggregation, transformation,
/// keys. Never throws for what a record holds: each record that it carries ends as one [Processed]. Safe for concurrent
/// use.
///
/// Order: Amazon Data Firehose developer guide, "Dynamic partitioning": deaggregation, then transformation, then keys.
public final class RecordProcessor {
    /// Firehose's bound on a record before base64, 1,000 KiB (`Record.Data` in the API reference).
    static final int RECORD_BYTES_MAX = 1_024_000;
    /// The bound on a document that has records in it, 32 MiB: such ones are in objects, whose readers go as far.
    static final int DOCUMENT_BYTES_MAX = 32 << 20;
    /// `errorCode` of what is no document with the array.
    static final String NO_ARRAY_CODE = "Sluice.NoRecordsArray";

    private final SourceDecoder decoder;
    private final Deaggregator deaggregator;
    private final Optional<RecordTransformer> transformer;
    private final Optional<RecordFunction> function;
    private final Optional<QueryKeys> queryKeys;
    private final Optional<KeyExtractor> keyExtractor;
    private final SourceRefusals refusals;
    private final Optional<RecordsPlace> recordsAt;

    /// @param queryKeys    empty where the stream has no `MetadataExtractionQuery`
    /// @param keyExtractor empty where the stream has no key extractor of its own
    public RecordProcessor(SourceDecoder decoder, Deaggregator deaggregator, Optional<RecordTransformer> transformer,
            Optional<QueryKeys> queryKeys, Optional<KeyExtractor> keyExtractor) {
        this(decoder, deaggregator, transformer, Optional.empty(), queryKeys, keyExtractor);
    }

    /// @param function in the place of the transformer, where the stream has one
    public RecordProcessor(SourceDecoder decoder, Deaggregator deaggregator, Optional<RecordTransformer> transformer,
            Optional<RecordFunction> function, Optional<QueryKeys> queryKeys, Optional<KeyExtractor> keyExtractor) {
        this(decoder, deaggregator, transformer, function, queryKeys, keyExtractor, SourceRefusals.NONE,
                Optional.empty());
    }

    private RecordProcessor(SourceDecoder decoder, Deaggregator deaggregator, Optional<RecordTransformer> transformer,
            Optional<RecordFunction> function, Optional<QueryKeys> queryKeys, Optional<KeyExtractor> keyExtractor,
            SourceRefusals refusals, Optional<RecordsPlace> recordsAt) {
        this.recordsAt = recordsAt;
        this.function = function;
        this.decoder = decoder;
        this.deaggregator = deaggregator;
        this.transformer = transformer;
        this.queryKeys = queryKeys;
        this.keyExtractor = keyExtractor;
        this.refusals = refusals;
    }

    /// The same steps, and before them what the source itself knows.
    public RecordProcessor refusing(SourceRefusals known) {
        return new RecordProcessor(decoder, deaggregator, transformer, function, queryKeys, keyExtractor, known,
                recordsAt);
    }

    /// The same steps for source records that are documents, between deaggregation and transformation.
    ///
    /// @param place where a document has its records; empty: a source record is no document
    public RecordProcessor of(Optional<RecordsPlace> place) {
        return new RecordProcessor(decoder, deaggregator, transformer, function, queryKeys, keyExtractor, refusals,
                place);
    }

    /// @param sink takes what the record carried, in order
    /// @throws FunctionUnavailableException when the stream has a function and it could not be called
    public void process(SourceRecord record, Consumer<Processed> sink) {
        if (function.isPresent()) {
            process(List.of(record), (_, processed) -> sink.accept(processed));
        } else {
            pieces(record, piece -> transform(piece, sink), sink);
        }
    }

    /// The same for the records of a batch, with which the stream's function is called at once.
    public void process(List<SourceRecord> records, BiConsumer<SourceRecord, Processed> sink) {
        if (function.isPresent()) {
            new FunctionStep(this, function.get()).process(records, sink);
        } else {
            records.forEach(record -> process(record, processed -> sink.accept(record, processed)));
        }
    }

    /// The steps before the transformation.
    ///
    /// @param whole takes what is to be transformed
    /// @param sink  takes what ends before
    void pieces(SourceRecord record, Consumer<Piece> whole, Consumer<Processed> sink) {
        Optional<Reject> refused = refusals.of(record);
        if (refused.isPresent()) {
            sink.accept(new Processed.Rejected(record.data(), refused.get()));
            return;
        }
        int bytesMax = recordsAt.isPresent() ? DOCUMENT_BYTES_MAX : RECORD_BYTES_MAX;
        if (record.data().length > bytesMax) {
            sink.accept(new Processed.Rejected(record.data(), tooLarge(record.data().length, bytesMax)));
            return;
        }
        switch (decoder.decode(record.data())) {
            case SourceDecoder.Decoded.Payloads(var payloads) when payloads.isEmpty() ->
                sink.accept(new Processed.Dropped());
            case SourceDecoder.Decoded.Payloads(var payloads) ->
                payloads.forEach(payload -> split(payload, whole, sink));
            case SourceDecoder.Decoded.Failed(Reject reject) ->
                sink.accept(new Processed.Rejected(record.data(), reject));
        }
    }

    private static Reject tooLarge(int bytes, int bytesMax) {
        return Reject.processing("Sluice.RecordTooLarge",
                "The record has %d bytes; ".formatted(bytes) + (bytesMax == RECORD_BYTES_MAX
                        ? "Firehose takes at most " + bytesMax
                        : "a document with records in it may have " + bytesMax));
    }

    private void split(byte[] payload, Consumer<Piece> pieces, Consumer<Processed> sink) {
        for (Piece piece : deaggregator.split(payload)) {
            switch (piece) {
                case Piece.Whole _,Piece.Element _ -> {
                    if (recordsAt.isEmpty()) {
                        pieces.accept(piece);
                    } else {
                        recordsAt.get().split(piece).forEach(part -> take(part, pieces, sink));
                    }
                }
                case Piece.Broken broken -> sink.accept(new Processed.Rejected(broken.bytes(), Reject.NOT_JSON));
            }
        }
    }

    private static void take(RecordsPlace.Part part, Consumer<Piece> pieces, Consumer<Processed> sink) {
        switch (part) {
            case RecordsPlace.Part.Element(Piece.Element element) when element.length() > RECORD_BYTES_MAX ->
                sink.accept(Processed.Rejected.of(element, tooLarge(element.length(), RECORD_BYTES_MAX)));
            case RecordsPlace.Part.Element(Piece.Element element) -> pieces.accept(element);
            case RecordsPlace.Part.Empty() -> sink.accept(new Processed.Dropped());
            case RecordsPlace.Part.Refused(Piece.Broken broken) ->
                sink.accept(new Processed.Rejected(broken.bytes(), Reject.processing(NO_ARRAY_CODE, broken.cause())));
        }
    }

    private void transform(Piece piece, Consumer<Processed> sink) {
        if (transformer.isEmpty()) {
            sink.accept(keyed(piece.source(), piece.offset(), piece.length(), Map.of(), piece));
            return;
        }
        switch (UserCode.transform(transformer.get(), piece.bytes())) {
            case Transformed.Kept(var outputs) when outputs.isEmpty() -> sink.accept(new Processed.Dropped());
            case Transformed.Kept(var outputs) -> {
                for (Transformed.Output output : outputs) {
                    sink.accept(keyed(output.data(), 0, output.data().length, output.partitionKeys(), piece));
                }
            }
            case Transformed.Dropped() -> sink.accept(new Processed.Dropped());
            case Transformed.Failed(String message) -> sink.accept(Processed.Rejected.of(piece,
                    Reject.processing(Reject.PROCESSING_FAILED.code(), message)));
        }
    }

    Processed keyed(byte[] data, int offset, int length, Map<String, String> transformerKeys, Piece source) {
        Map<String, String> queryValues = Map.of();
        if (queryKeys.isPresent()) {
            switch (queryKeys.get().extract(data, offset, length)) {
                case Extracted.Keys(var values) -> queryValues = values;
                case Extracted.Failed(Reject reject) -> {
                    return Processed.Rejected.of(source, reject);
                }
            }
        }
        if (keyExtractor.isEmpty()) {
            return new Processed.Keyed(data, offset, length, source, queryValues, transformerKeys);
        }
        byte[] record = Arrays.copyOfRange(data, offset, offset + length);
        return switch (UserCode.keys(keyExtractor.get(), record, transformerKeys)) {
            case Extracted.Keys(var values) ->
                new Processed.Keyed(data, offset, length, source, queryValues, values);
            case Extracted.Failed(Reject reject) -> Processed.Rejected.of(source, reject);
        };
    }
}
