package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.app.Lake;
import io.sluice.app.Stream;
import io.sluice.retention.Retention;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// The retention function: a [RetentionEvent] in, what was done out. The daily schedule sends `{"run":true}`; rules and
/// erasures are invocations by hand.
public final class RetentionHandler implements RequestStreamHandler {
    private final Stream stream;

    /// For Lambda: settings come from the environment.
    public RetentionHandler() {
        this(AwsPorts.ofFunction());
    }

    public RetentionHandler(Stream stream) {
        this.stream = stream;
    }

    /// @throws io.sluice.retention.RetentionException when the event asks for what cannot be done; nothing was changed
    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        Lake lake = stream.lake();
        Retention rules = lake.retention();
        Deadline deadline = Contexts.deadline(context);
        switch (RetentionEvent.read(input)) {
            case RetentionEvent.Show() -> RetentionJson.write(rules.show(), output);
            case RetentionEvent.Put(var rule) -> {
                rules.set(rule);
                RetentionJson.write(rules.show(), output);
            }
            case RetentionEvent.Remove(var of) -> {
                rules.remove(of);
                RetentionJson.write(rules.show(), output);
            }
            case RetentionEvent.Run(var mode, var now) ->
                RetentionJson.write(lake.retain(mode, now, deadline), mode, output);
            case RetentionEvent.Erase(var of, var source, var mode) ->
                RetentionJson.write(lake.erase(of, source, mode, deadline), mode, output);
        }
    }
}
