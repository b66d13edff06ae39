package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.app.Flushing;
import io.sluice.app.RunContext;
import io.sluice.app.Stream;
import io.sluice.buffers.BufferNumber;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The flusher function: a [FlushEvent] in, a summary of what was done out. A stream of several buffers has a run in
/// each of them.
public final class FlushHandler implements RequestStreamHandler {
    private final Stream stream;
    @SuppressWarnings("UnusedVariable") // held, because the runtime holds it weakly
    private final @Nullable Priming priming;

    /// For Lambda: settings come from the environment.
    public FlushHandler() {
        this.stream = AwsPorts.ofFunction();
        this.priming = Priming.register(stream.flushing().priming());
    }

    public FlushHandler(Stream stream) {
        this.stream = stream;
        this.priming = null;
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        FlushEvent event = FlushEvent.read(input);
        Flushing flushing = stream.flushing();
        output.write(switch (event) {
            case FlushEvent.Flush(var mode, var number) ->
                FlushJson.flushed(flushing.flush(mode, run(event, number, context)));
            case FlushEvent.Slice(var slice, var number) ->
                FlushJson.delivered(flushing.deliver(slice, run(event, number, context)));
            case FlushEvent.Sweep(var time, var number) ->
                FlushJson.swept(flushing.sweep(time, run(event, number, context)));
            case FlushEvent.Discard(var chunk) -> FlushJson.discarded(flushing.discard(chunk));
            case FlushEvent.Recover(var mode) ->
                FlushJson.recovered(flushing.recover(mode, Contexts.deadline(context)));
        });
    }

    RunContext run(FlushEvent event, Optional<BufferNumber> number, @Nullable Context context) {
        Optional<RunContext.Others> others = context == null
                ? Optional.empty()
                : stream.invocations().map(invocations -> (other, slice) -> invocations.start(
                        context.getInvokedFunctionArn(),
                        slice.map(of -> SliceEvent.write(other, of)).orElseGet(() -> event.in(other))));
        return new RunContext(context == null ? "" : context.getAwsRequestId(), Contexts.deadline(context), number,
                others);
    }
}
