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

/// The repartition function: one step of the state machine in, what it came to out. A step that cannot be taken fails
/// the invocation with a message; taken again, it carries on.
public final class RepartitionHandler implements RequestStreamHandler {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RepartitionWiring wiring;

    /// For Lambda: settings come from the environment.
    public RepartitionHandler() {
        this(RepartitionWiring.ofFunction());
    }

    public RepartitionHandler(RepartitionWiring wiring) {
        this.wiring = wiring;
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        RepartitionEvent event = RepartitionEvent.read(input);
        var steps = new RepartitionSteps(wiring.repartition(event.request()), deadline(context));
        output.write(JSON.writeValueAsBytes(switch (event.step()) {
            case PLAN -> steps.plan();
            case INGEST -> steps.ingest(event.keys());
            case DELIVER -> steps.deliver(event.theDay());
            case MOVE -> steps.move(event.theDay());
            case VIEW -> steps.view();
            case REMOVE -> steps.remove(event.theDay());
        }));
    }

    private static Deadline deadline(@Nullable Context context) {
        return context == null ? Deadline.NONE : () -> Duration.ofMillis(context.getRemainingTimeInMillis());
    }
}
