package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// The function that moves days, of a repartition or a compaction: one step of the state machine in, what it came to
/// out. A step taken again carries on.
public final class DayMoveHandler implements RequestStreamHandler {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Stream stream;

    /// For Lambda: settings come from the environment.
    public DayMoveHandler() {
        this(AwsPorts.ofFunction());
    }

    public DayMoveHandler(Stream stream) {
        this.stream = stream;
    }

    /// @throws io.sluice.view.DayMoveException of the step `report`, when a day is not moved; of any other when none
    ///     can be
    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        DayMoveEvent event = DayMoveEvent.read(input);
        DayMoveSteps<?> steps = DayMoveSteps.of(stream.lake(), event.request(), Contexts.deadline(context));
        output.write(JSON.writeValueAsBytes(switch (event.step()) {
            case PLAN -> steps.plan();
            case OPEN -> steps.open(event.theDay(), event.attempt());
            case JOIN -> steps.join(event.theDay(), event.part());
            case SETTLE -> steps.settle(event.theDay(), event.part().plan(), event.attempt(), event.answers());
            case VIEW -> steps.view(event.sources());
            case CLOSE -> steps.close(event.theDay());
            case REMOVE -> steps.remove(event.theDay(), event.part());
            case CLOSED -> steps.closed(event.theDay(), event.part().plan(), event.answers());
            case REPORT -> DayMoveSteps.report(event.answers());
        }));
    }
}
