package io.sluice.benchmarks.transform;

import io.sluice.app.Stream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.batch.LocalContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;

/// The transform function in delivery `firehose`, called as Lambda's runtime calls it.
final class SluiceResponder implements Responder, AutoCloseable {
    /// No request is made in delivery `firehose`; the SDK's clients want an address all the same.
    private static final String NOWHERE = "http://127.0.0.1:1";

    private final Stream stream = AwsPorts
            .of(Map.of("SLUICE_CONFIG", ClickstreamConfiguration.firehose().json(), "SLUICE_S3_ENDPOINT", NOWHERE,
                    "SLUICE_DYNAMODB_ENDPOINT", NOWHERE))
            .stream(InstantSource.system(), _ -> {});
    private final TransformHandler handler = new TransformHandler(stream);
    private final ByteArrayOutputStream response = new ByteArrayOutputStream();

    @Override
    public byte[] respond(byte[] event) throws IOException {
        answer(event);
        return response.toByteArray();
    }

    /// Leaves the response in a buffer that is used again, as the runtime does.
    void answer(byte[] event) throws IOException {
        response.reset();
        handler.handleRequest(new ByteArrayInputStream(event), response, new LocalContext("transform", "bench"));
    }

    @Override
    public void close() {
        stream.close();
    }
}
