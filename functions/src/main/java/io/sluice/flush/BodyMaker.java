package io.sluice.flush;

import io.sluice.manifest.Delivery;
import io.sluice.objects.Body;

/// Makes an object's body out of its delivery's chunks.
@FunctionalInterface
interface BodyMaker {
    /// A body that may hold a resource, such as a temporary file, until it is closed.
    interface ObjectBody extends Body, AutoCloseable {
        @Override
        default void close() {}
    }

    ObjectBody make(Delivery delivery, ChunkSource chunks);
}
