package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// The transform function: a Firehose transformation event, or a Kinesis event-source batch, in; its response out.
public final class TransformHandler implements RequestStreamHandler {
    private final Wiring wiring;

    public TransformHandler(Wiring wiring) {
        this.wiring = wiring;
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        throw new UnsupportedOperationException(String.valueOf(wiring.hashCode()));
    }
}
