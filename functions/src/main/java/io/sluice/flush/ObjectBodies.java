package io.sluice.flush;

import io.sluice.manifest.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// Joins chunks where the format allows, and transcodes them where it does not.
final class ObjectBodies implements BodyMaker {
    @Override
    public ObjectBody make(Delivery delivery, ChunkSource chunks) {
        ConcatenatedBody joined = new ConcatenatedBody(delivery.compression().preamble(), delivery.chunks(), chunks);
        if (delivery.compression().concatenates()) {
            return joined;
        }
        UUID entry = UUID.nameUUIDFromBytes(delivery.key().value().getBytes(StandardCharsets.UTF_8));
        return TranscodedBody.zip(joined.open(), entry);
    }
}
