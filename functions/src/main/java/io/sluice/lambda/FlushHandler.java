package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// The flusher function: a scheduled event in, one flush run, its summary out. `"drain": true` in the event makes every
/// partition due.
public final class FlushHandler implements RequestStreamHandler {
    private final Wiring wiring;

    public FlushHandler(Wiring wiring) {
        this.wiring = wiring;
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        throw new UnsupportedOperationException(String.valueOf(wiring.hashCode()));
    }
}
