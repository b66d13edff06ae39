package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.event.PartialAnswer;
import io.sluice.firehose.EventBuffer;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.PayloadMember;
import io.sluice.firehose.ResponseWriter;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import io.sluice.firehose.TransformedRecord;
import io.sluice.ingest.PartlyStagedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The transform function: a Firehose transformation event, a batch of a Kinesis, Kafka or SQS event source, or what a
/// CloudWatch Logs subscription sends, in; its response out.
///
/// In delivery `buffer` the answer is given only when the whole batch is staged; when staging fails the invocation
/// fails, and the source retries the batch.
public final class TransformHandler implements RequestStreamHandler {
    /// To an event source mapping: no record of the batch failed.
    private static final byte[] NO_FAILURES = "{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8);

    /// To an asynchronous invocation, whose answer nobody reads.
    private static final byte[] TAKEN = "{}".getBytes(StandardCharsets.UTF_8);

    private final Wiring wiring;
    /// For delivery `firehose`, where nothing of an event outlives its answer.
    private final EventBuffer events = new EventBuffer();
    @SuppressWarnings("UnusedVariable") // held, because the runtime holds it weakly
    private final Optional<Priming> priming;

    /// For Lambda: settings come from the environment.
    public TransformHandler() {
        this.wiring = Wiring.ofFunction();
        wiring.makeTransform();
        this.priming = Optional.of(Priming.register(wiring.transformPriming()));
    }

    /// @throws IllegalArgumentException when the configuration names code that is not there
    public TransformHandler(Wiring wiring) {
        this.wiring = wiring;
        wiring.makeTransform();
        this.priming = Optional.empty();
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        if (!wiring.buffers()) {
            events.read(input, batch -> answerKeyed(batch, output));
            return;
        }
        if (wiring.events().areObjects()) {
            output.write(new ObjectEvents(wiring, context).answer(wiring.events().readObjects(input)));
            return;
        }
        SourceBatch batch = wiring.events().read(input);
        try {
            stage(batch, context);
        } catch (PartlyStagedException e) {
            wiring.telemetry().partlyStaged(e);
            if (wiring.partialAnswer() == PartialAnswer.NEVER) {
                throw e;
            }
            output.write(ItemFailures.answer(e.notStaged()));
            return;
        }
        switch (batch.type().answer()) {
            case RECORDS -> answer(batch.records().stream().map(TransformedRecord::dropped).toList(), batch.payload(),
                    output);
            case WHOLE, PARTIAL -> output.write(NO_FAILURES);
            case NONE -> output.write(TAKEN);
        }
    }

    /// Takes an event in delivery `buffer` from its reading to its answer, for who has the batch already. When it
    /// returns, each of the records would be answered `Dropped`.
    ///
    /// @throws PartlyStagedException when a part is staged: the rest must be handed over again, or all of it
    /// @throws io.sluice.objects.StoreException as an invocation fails: the batch must be handed over again
    public void stage(SourceBatch batch, @Nullable Context context) {
        Optional<String> functionArn = Optional.ofNullable(context).map(Context::getInvokedFunctionArn);
        wiring.telemetry().staged(wiring.ingest().accept(batch, functionArn));
    }

    private void answerKeyed(SourceBatch batch, OutputStream output) throws IOException {
        if (batch.type() == SourceType.KINESIS) {
            throw new EventFormatException("The event is a Kinesis event-source batch, and the stream's Sluice.Delivery"
                    + " is firehose: Firehose reads the stream itself; remove the event source mapping, or set"
                    + " Sluice.Delivery to buffer");
        }
        wiring.keyAnswers().answer(batch, output);
    }

    private static void answer(List<TransformedRecord> answers, PayloadMember payload, OutputStream output)
            throws IOException {
        ResponseWriter response = new ResponseWriter(output, payload);
        for (TransformedRecord answer : answers) {
            response.write(answer);
        }
        response.finish();
    }
}
