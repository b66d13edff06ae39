package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.app.Stream;
import io.sluice.landing.LandingPublisher;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The events function: whatever its event says, it tells what landed since it last did.
public final class LandingEventsHandler implements RequestStreamHandler {
    private final Stream stream;

    /// For Lambda: settings come from the environment.
    public LandingEventsHandler() {
        this(AwsPorts.ofFunction());
    }

    public LandingEventsHandler(Stream stream) {
        this.stream = stream;
    }

    /// @throws RuntimeException when a chain stands still; the others went on
    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        LandingPublisher.Summary told = stream.publishing().publish(Contexts.deadline(context));
        output.write("{\"landings\":%d,\"missing\":%d,\"complete\":%b}"
                .formatted(told.landings(), told.missing(), told.waiting().isEmpty())
                .getBytes(StandardCharsets.UTF_8));
    }
}
