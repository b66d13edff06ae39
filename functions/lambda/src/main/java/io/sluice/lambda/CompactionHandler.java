package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The compaction function: one step of the state machine in, what it came to out. A step taken again carries on.
public final class CompactionHandler implements RequestStreamHandler {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RepartitionWiring wiring;

    /// For Lambda: settings come from the environment.
    public CompactionHandler() {
        this(RepartitionWiring.ofFunction());
    }

    public CompactionHandler(RepartitionWiring wiring) {
        this.wiring = wiring;
    }

    /// @throws io.sluice.compaction.CompactionException of the step `report`, when a day is not compacted; of any other
    ///     when the stream cannot be
    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        CompactionEvent event = CompactionEvent.read(input);
        CompactionSteps steps = wiring.compaction(deadline(context));
        output.write(JSON.writeValueAsBytes(switch (event.step()) {
            case PLAN -> steps.plan();
            case OPEN -> steps.open(event.theDay(), event.attempt());
            case JOIN -> steps.join(event.theDay(), event.part());
            case SETTLE -> steps.settle(event.theDay(), event.round(), event.attempt(), event.answers());
            case VIEW -> steps.view();
            case CLOSE -> steps.close(event.theDay());
            case REMOVE -> steps.remove(event.theDay(), event.part());
            case CLOSED -> steps.closed(event.theDay(), event.round(), event.answers());
            case REPORT -> CompactionSteps.report(event.answers());
        }));
    }

    private static Deadline deadline(@Nullable Context context) {
        return context == null ? Deadline.NONE : () -> Duration.ofMillis(context.getRemainingTimeInMillis());
    }
}
