package io.sluice.flush;

import io.sluice.objects.Body;

/// Makes an object's body out of its chunks. A body that gives all of its bytes is made of chunks that were checked.
@FunctionalInterface
interface BodyMaker {
    /// A body that may hold a resource, such as a temporary file, until it is closed.
    interface ObjectBody extends Body, AutoCloseable {
        @Override
        default void close() {}
    }

    ObjectBody make(DeliveryChunks deliveryChunks, ChunkSource chunks);
}
