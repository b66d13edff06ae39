package io.sluice.firehose;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicReference;

/// Reads events into one array, time after time: fresh memory for each is the dearest part of copying one out of
/// Lambda's stream. A batch is handed on and must not be kept, because its ids and texts are slices of the array.
///
/// Safe for concurrent use: whoever finds the array taken gets one of their own.
public final class EventBuffer {
    private static final int BYTES_MIN = 64 * 1024;
    private static final byte[] NONE = {};

    private final AtomicReference<byte[]> spare = new AtomicReference<>(NONE);

    /// Reads one event to its end and has `user` use its batch, which is over when this returns. The stream is not
    /// closed.
    ///
    /// @throws EventFormatException when the event is not one that [EventReader] reads
    /// @throws IOException          what reading `in`, or `user`, throws
    public void read(InputStream in, BatchUser user) throws IOException {
        if (!(in instanceof ByteArrayInputStream) || in.available() > EventReader.EVENT_BYTES_MAX) {
            user.use(EventReader.read(in));
            return;
        }
        byte[] event = taken(in.available());
        int length = in.readNBytes(event, 0, event.length);
        user.use(EventReader.read(event, length));
        spare.set(event);
    }

    /// Uses a batch while it lasts.
    @FunctionalInterface
    public interface BatchUser {
        void use(SourceBatch batch) throws IOException;
    }

    private byte[] taken(int bytes) {
        byte[] event = spare.getAndSet(NONE);
        return event.length >= bytes ? event : new byte[Math.max(BYTES_MIN, bytes + bytes / 8)];
    }
}
