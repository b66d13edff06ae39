package io.sluice.flush;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.ObjectTranscoder;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.objects.Body;
import io.sluice.reject.Reject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Joins chunks where the object is their concatenation, and makes its bytes anew where it is not: plain chunks, a format whose
/// chunks cannot be joined, or records that go into error records. Safe for concurrent use.
final class ObjectBodies implements BodyMaker {
    private final CompressorPool compressors = new CompressorPool();
    private final long heldBytesMax;

    /// @param heldBytesMax plain bytes of an object up to which what is made of them is held in memory; more are compressed twice,
    ///        once to know the object's length and once as it is sent
    ObjectBodies(long heldBytesMax) {
        this.heldBytesMax = heldBytesMax;
    }

    @Override
    public ObjectBody make(Delivery delivery, ChunkSource chunks) {
        Optional<Reject> wrapping = delivery.wrapping().reject();
        Compression compression = wrapping.isEmpty() ? delivery.format().staged() : delivery.format().errors();
        Iterable<Body> parts = behind(compression.preamble(),
                wrapping.<Iterable<Body>>map(reject -> WrappedChunks.lines(delivery, reject, chunks))
                        .orElseGet(() -> new ObjectParts(compression, delivery.chunks(), chunks, compressors)));
        if (!compression.concatenates()) {
            return SpooledBody.of(out -> ObjectTranscoder.zip(ConcatenatedBody.join(parts), entry(delivery), out));
        }
        if (wrapping.isPresent()) {
            return SpooledBody.of(out -> ConcatenatedBody.join(parts).transferTo(out));
        }
        return new ConcatenatedBody(plainBytes(delivery) > heldBytesMax ? parts : held(parts));
    }

    private static Iterable<Body> behind(byte[] preamble, Iterable<Body> parts) {
        return preamble.length == 0
                ? parts
                : () -> Stream.concat(Stream.of(Body.of(preamble)), StreamSupport.stream(parts.spliterator(), false))
                        .iterator();
    }

    private static List<Body> held(Iterable<Body> parts) {
        List<Body> held = new ArrayList<>();
        parts.forEach(held::add);
        return held;
    }

    private static long plainBytes(Delivery delivery) {
        return delivery.chunks().stream().filter(chunk -> chunk.form() == ChunkForm.PLAIN).mapToLong(ChunkRef::length)
                .sum();
    }

    private static UUID entry(Delivery delivery) {
        return UUID.nameUUIDFromBytes(delivery.key().value().getBytes(StandardCharsets.UTF_8));
    }
}
