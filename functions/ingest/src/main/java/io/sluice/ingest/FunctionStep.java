package io.sluice.ingest;

import io.sluice.deaggregate.Piece;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.RecordFunction.Answer;
import io.sluice.ingest.RecordFunction.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// Takes a whole batch through a stream's function: between deaggregation and keys, as Firehose does.
final class FunctionStep {
    private final RecordProcessor processor;
    private final RecordFunction function;
    /// In the order of the batch.
    private final List<Step> steps = new ArrayList<>();
    private final List<Input> inputs = new ArrayList<>();

    FunctionStep(RecordProcessor processor, RecordFunction function) {
        this.processor = processor;
        this.function = function;
    }

    private sealed interface Step {
        /// The function is to say what becomes of it.
        record Asked(SourceRecord record, Piece piece) implements Step {}

        /// It never comes to the function.
        record Ended(SourceRecord record, Processed processed) implements Step {}
    }

    void process(List<SourceRecord> records, BiConsumer<SourceRecord, Processed> sink) {
        for (SourceRecord record : records) {
            processor.pieces(record, piece -> ask(record, piece),
                    processed -> steps.add(new Step.Ended(record, processed)));
        }
        List<Answer> answers = inputs.isEmpty() ? List.of() : function.call(inputs);
        if (answers.size() != inputs.size()) {
            throw new IllegalStateException(answers.size() + " answers to " + inputs.size() + " records");
        }
        var next = answers.iterator();
        for (Step step : steps) {
            switch (step) {
                case Step.Asked(SourceRecord record, Piece piece) ->
                    sink.accept(record, processed(piece, next.next()));
                case Step.Ended(SourceRecord record, Processed processed) -> sink.accept(record, processed);
            }
        }
    }

    /// Numbered in the batch: one source record may carry many.
    private void ask(SourceRecord record, Piece piece) {
        steps.add(new Step.Asked(record, piece));
        inputs.add(new Input(record.recordId() + "-" + inputs.size(), record.arrival(), piece.bytes()));
    }

    private Processed processed(Piece piece, Answer answer) {
        return switch (answer) {
            case Answer.Kept(byte[] data, Map<String, String> keys) ->
                processor.keyed(data, 0, data.length, keys, piece);
            case Answer.Dropped() -> new Processed.Dropped();
            case Answer.Failed(var reject, var attempts) -> Processed.Rejected.of(piece, reject, attempts);
        };
    }
}
