package io.sluice.flush;

import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.ObjectFrame;
import io.sluice.codec.WholeObject;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.reject.Reject;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/// Joins chunks where the object is made of them as they are staged, and compresses anew where it is not: zstd chunks,
/// or records that go into error records. Safe for concurrent use.
final class ObjectBodies implements BodyMaker {
    /// Staged bytes up to which an object that is compressed anew is held in memory; larger ones go through a temporary
    /// file.
    private static final long ANEW_HELD_BYTES_MAX = 4 << 20;

    /// A gzip member has no entries.
    private static final UUID NO_ENTRY = new UUID(0, 0);

    private final CompressorPool compressors;
    private final long heldBytesMax;

    /// @param heldBytesMax staged bytes of an object up to which what is compressed of them is held in memory; of more,
    ///        runs are compressed twice, once to know the object's length and once as it is sent
    ObjectBodies(long heldBytesMax) {
        this(heldBytesMax, new CompressorPool());
    }

    ObjectBodies(long heldBytesMax, CompressorPool compressors) {
        this.heldBytesMax = heldBytesMax;
        this.compressors = compressors;
    }

    @Override
    public ObjectBody make(DeliveryChunks deliveryChunks, ChunkSource chunks) {
        Delivery delivery = deliveryChunks.delivery();
        Optional<Reject> wrapping = delivery.wrapping().reject();
        if (wrapping.isPresent()) {
            return wrapped(deliveryChunks, wrapping.get(), chunks);
        }
        Compression compression = delivery.format().staged();
        Optional<ObjectFrame> frame = ObjectFrame.of(compression,
                compression == Compression.ZIP ? entry(delivery) : NO_ENTRY);
        if (frame.isEmpty()) {
            return anew(deliveryChunks, chunks);
        }
        return frame.get() instanceof ObjectFrame.Stream stream
                ? new StreamBody(stream, deliveryChunks.chunks(), chunks)
                : new JoinedBody(frame.get(), ObjectPieces.of(deliveryChunks.chunks()), chunks, compressors,
                        deliveryChunks.stagedBytes() > heldBytesMax
                                ? JoinedBody.Holding.MADE_AGAIN
                                : JoinedBody.Holding.HELD);
    }

    /// One frame of all the records.
    private ObjectBody anew(DeliveryChunks deliveryChunks, ChunkSource chunks) {
        CompressorPool.Content records = sink -> {
            for (ChunkRef chunk : deliveryChunks.chunks()) {
                sink.append(chunks.raw(chunk));
            }
        };
        SpooledBody.Content frame = out -> compressors.zstdFrame(deliveryChunks.rawBytes(), records, out);
        return deliveryChunks.stagedBytes() > Math.min(heldBytesMax, ANEW_HELD_BYTES_MAX)
                ? SpooledBody.of(frame)
                : HeldBody.of(frame);
    }

    /// Error records, compressed whole.
    private ObjectBody wrapped(DeliveryChunks deliveryChunks, Reject reject, ChunkSource chunks) {
        Delivery delivery = deliveryChunks.delivery();
        WholeObject object = new WholeObject(delivery.format().errors(), entry(delivery), compressors);
        return SpooledBody.ofErrors(
                out -> object.write(sink -> WrappedChunks.write(deliveryChunks, reject, chunks, sink), out));
    }

    private static UUID entry(Delivery delivery) {
        return UUID.nameUUIDFromBytes(delivery.key().value().getBytes(StandardCharsets.UTF_8));
    }
}
