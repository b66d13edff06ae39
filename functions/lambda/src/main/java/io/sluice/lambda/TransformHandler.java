package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.app.Intake;
import io.sluice.app.Stream;
import io.sluice.event.PartialAnswer;
import io.sluice.firehose.EventBuffer;
import io.sluice.ingest.PartlyStagedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// The transform function: a source's event in, its response out. In delivery `buffer` that is given when the whole
/// batch is staged; when staging fails the invocation fails, and the source retries the batch.
public final class TransformHandler implements RequestStreamHandler {
    private final Intake intake;
    /// For delivery `firehose`, where nothing of an event outlives its answer.
    private final EventBuffer events = new EventBuffer();
    @SuppressWarnings("UnusedVariable") // held, because the runtime holds it weakly
    private final @Nullable Priming priming;

    /// For Lambda: settings come from the environment.
    public TransformHandler() {
        this.intake = AwsPorts.ofFunction().intake();
        // No method reference, which would load the event where nothing is primed.
        this.priming = Priming.register(intake.priming(() -> PrimingEvent.read()));
    }

    public TransformHandler(Stream stream) {
        this.intake = stream.intake();
        this.priming = null;
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        if (!intake.buffers()) {
            events.read(input, batch -> intake.answer(batch, output));
        } else if (intake.events().areObjects()) {
            output.write(SourceAnswer.failures(intake.take(intake.events().readObjects(input),
                    Contexts.deadline(context), Contexts.functionArn(context))));
        } else {
            stage(input, output, context);
        }
    }

    private void stage(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        var batch = intake.events().read(input);
        try {
            intake.stage(batch, Contexts.functionArn(context));
            SourceAnswer.staged(batch, output);
        } catch (PartlyStagedException e) {
            if (intake.partialAnswer() == PartialAnswer.NEVER) {
                throw e;
            }
            output.write(SourceAnswer.failures(e.notStaged()));
        }
    }
}
