package io.sluice.flush;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectTranscoder;
import io.sluice.manifest.Delivery;
import io.sluice.reject.Reject;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/// Joins chunks where the object is their concatenation, and makes its bytes anew where it is not: a format whose chunks cannot
/// be joined, or records that go into error records.
final class ObjectBodies implements BodyMaker {
    @Override
    public ObjectBody make(Delivery delivery, ChunkSource chunks) {
        Optional<Reject> wrapping = delivery.wrapping().reject();
        Compression compression = wrapping.isEmpty() ? delivery.format().staged() : delivery.format().errors();
        ChunkSource lines = wrapping.map(reject -> WrappedChunks.lines(delivery, reject, chunks)).orElse(chunks);
        ConcatenatedBody joined = new ConcatenatedBody(compression.preamble(), delivery.chunks(), lines);
        if (!compression.concatenates()) {
            return SpooledBody.of(out -> ObjectTranscoder.zip(joined.open(), entry(delivery), out));
        }
        return wrapping.isEmpty() ? joined : SpooledBody.of(out -> joined.open().transferTo(out));
    }

    private static UUID entry(Delivery delivery) {
        return UUID.nameUUIDFromBytes(delivery.key().value().getBytes(StandardCharsets.UTF_8));
    }
}
