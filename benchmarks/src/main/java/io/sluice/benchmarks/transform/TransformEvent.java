package io.sluice.benchmarks.transform;

import io.sluice.benchmarks.data.Clickstream;
import io.sluice.local.batch.Batch;
import java.io.IOException;
import java.util.Base64;
import java.util.List;

/// One Firehose event, and what its response has to be.
final class TransformEvent {
    private final Clickstream clicks;
    private final Batch batch;
    private final byte[] bytes;

    TransformEvent(Clickstream clicks, int records) {
        this.clicks = clicks;
        this.batch = clicks.batch(0, 0, records);
        this.bytes = Clickstream.event(batch);
    }

    byte[] bytes() {
        return bytes;
    }

    int records() {
        return batch.records().size();
    }

    String name() {
        return "transform, " + clicks.recordBytes() + " B";
    }

    /// The records' base64 texts.
    List<byte[]> base64() {
        return batch.records().stream().map(record -> Base64.getEncoder().encode(record.data())).toList();
    }

    /// @throws io.sluice.benchmarks.WrongOutputException when `response` is wrong
    void check(String contestant, byte[] response) throws IOException {
        Answers.check(contestant, response, clicks, batch, 0);
    }
}
