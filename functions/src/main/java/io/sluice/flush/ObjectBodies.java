package io.sluice.flush;

import io.sluice.codec.ObjectTranscoder;
import io.sluice.manifest.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// Joins chunks where the object is their concatenation, and makes its bytes anew where it is not: a format whose chunks cannot
/// be joined, or records that go into error records.
final class ObjectBodies implements BodyMaker {
    @Override
    public ObjectBody make(Delivery delivery, ChunkSource chunks) {
        boolean concatenates = delivery.compression().concatenates();
        byte[] preamble = delivery.compression().preamble();
        if (delivery.wrapping().reject().isEmpty()) {
            ConcatenatedBody joined = new ConcatenatedBody(preamble, delivery.chunks(), chunks);
            return concatenates
                    ? joined
                    : SpooledBody.of(out -> ObjectTranscoder.zip(joined.open(), entry(delivery), out));
        }
        ChunkSource lines = WrappedChunks.lines(delivery, delivery.wrapping().reject().get(), chunks);
        ConcatenatedBody wrapped = new ConcatenatedBody(preamble, delivery.chunks(), lines);
        return SpooledBody.of(concatenates
                ? out -> wrapped.open().transferTo(out)
                : out -> ObjectTranscoder.zip(wrapped.open(), entry(delivery), out));
    }

    private static UUID entry(Delivery delivery) {
        return UUID.nameUUIDFromBytes(delivery.key().value().getBytes(StandardCharsets.UTF_8));
    }
}
