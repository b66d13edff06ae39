package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.retention.EraseReport;
import io.sluice.retention.RemovalReport;
import io.sluice.retention.Retention;
import io.sluice.retention.SourceErasureReport;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The retention function: a [RetentionEvent] in, what was done out. The daily schedule sends `{"run":true}`; rules and
/// erasures are invocations by hand.
public final class RetentionHandler implements RequestStreamHandler {
    private final Wiring wiring;

    /// For Lambda: settings come from the environment.
    public RetentionHandler() {
        this(Wiring.ofFunction());
    }

    public RetentionHandler(Wiring wiring) {
        this.wiring = wiring;
    }

    /// @throws io.sluice.retention.RetentionException when the event asks for what cannot be done; nothing was changed
    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        Retention retention = wiring.retention();
        switch (RetentionEvent.read(input)) {
            case RetentionEvent.Show() -> RetentionJson.write(retention.show(), output);
            case RetentionEvent.Put(var rule) -> {
                retention.set(rule);
                RetentionJson.write(retention.show(), output);
            }
            case RetentionEvent.Remove(var of) -> {
                retention.remove(of);
                RetentionJson.write(retention.show(), output);
            }
            case RetentionEvent.Run(var mode, var now) -> {
                RemovalReport report = retention.run(mode, now.orElse(wiring.clock().instant()), deadline(context));
                wiring.telemetry().removed(report, mode);
                RetentionJson.write(report, mode, output);
            }
            case RetentionEvent.Erase(var of, var source, var mode) -> {
                source.ifPresent(range -> wiring.sourceErasure().require(of, range));
                EraseReport report = wiring.erasure().erase(of, mode, "erase-" + UUID.randomUUID(), deadline(context));
                wiring.telemetry().erased(report, mode);
                Optional<SourceErasureReport> ofSource = source
                        .map(range -> wiring.sourceErasure().erase(of, range, mode, deadline(context)));
                RetentionJson.write(report, ofSource, mode, output);
            }
        }
    }

    private static Deadline deadline(@Nullable Context context) {
        return context == null ? Deadline.NONE : () -> Duration.ofMillis(context.getRemainingTimeInMillis());
    }
}
