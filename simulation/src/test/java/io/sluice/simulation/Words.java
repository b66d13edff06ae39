package io.sluice.simulation;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ObjectFormat;
import io.sluice.codec.StagedChunk;
import io.sluice.flush.ChunkDiscard;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.segment.FramedRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The chunks that an operator was told are damaged, each with the records that would be missing without it; and which
/// of them he gave up. His word is an object in the staging bucket.
final class Words {
    private static final String FOLDER = "damaged/" + World.STREAM + "/";
    private static final String SEGMENTS = "segments/" + World.STREAM + "/";

    private final World world;
    /// By the key of the word that would give the chunk up.
    private final Map<String, Discarded> told = new TreeMap<>();

    Words(World world) {
        this.world = world;
    }

    /// @param object  key of the object that the chunk is for
    /// @param oldest  arrival of the chunk's oldest record, epoch milliseconds
    /// @param outputs the chunk's records, as they would land
    private record Discarded(ChunkDiscard.Request request, ObjectKey object, long oldest, List<String> outputs) {}

    /// Notes what a chunk of an open delivery holds, by what was written.
    void tell(ChunkDiscard.Request request, Delivery delivery, ChunkRef chunk, SegmentTable segments) {
        byte[] written = world.stagingBucket().get(new ObjectKey(request.segment()));
        told.put(word(request), new Discarded(request, delivery.key(), chunk.oldestArrival(),
                outputs(delivery, chunk, written)));
    }

    /// The oldest arrival among the chunks of that object, epoch milliseconds; [Long#MAX_VALUE] when none was damaged.
    long oldest(String object) {
        return told.values().stream().filter(each -> each.object.value().equals(object)).mapToLong(Discarded::oldest)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    List<ChunkDiscard.Request> told() {
        return told.values().stream().map(Discarded::request).toList();
    }

    /// Whether the operator gave that chunk up.
    boolean isGiven(ChunkDiscard.Request request) {
        return world.stagingBucket().head(new ObjectKey(word(request))).isPresent();
    }

    /// Whether a staged object is a word on a chunk that was told to be damaged. It stays.
    boolean isWord(String staged) {
        return told.containsKey(staged);
    }

    /// The records of chunks that were given up and are in no object.
    ///
    /// @param landed what is in objects, each as often as it is
    /// @throws Violation when a part of a chunk is there and another is not
    List<String> absent(List<String> landed) {
        List<String> absent = new ArrayList<>();
        told.forEach((word, chunk) -> {
            long there = chunk.outputs.stream().distinct()
                    .mapToLong(output -> landed.stream().filter(output::equals).count()).sum();
            if (there == 0 && isGiven(chunk.request)) {
                absent.addAll(chunk.outputs);
            } else if (there != 0 && there != chunk.outputs.size()) {
                throw new Violation("of the chunk of " + word + " only " + there + " records landed: " + chunk.outputs);
            }
        });
        return absent;
    }

    private static String word(ChunkDiscard.Request request) {
        return FOLDER + request.segment().substring(SEGMENTS.length()) + "-" + request.offset();
    }

    private static List<String> outputs(Delivery delivery, ChunkRef chunk, byte[] segment) {
        byte[] raw = raw(ChunkCoding.of(chunk.form(), delivery.format().staged()), chunk, segment);
        List<String> outputs = new ArrayList<>();
        if (delivery.format() instanceof ObjectFormat.Parquet) {
            new FramedRecords(raw, chunk.oldestArrival()).forEach(record -> outputs.add(text(record.bytes())));
        } else if (delivery.kind() == Partition.Kind.ERRORS && !isWrapped(delivery)) {
            text(raw).lines().forEach(line -> Delivered.rawData(line).forEach(each -> outputs.add(each.output())));
        } else {
            text(raw).lines().forEach(outputs::add);
        }
        return outputs;
    }

    /// The records of such a delivery were to be data.
    private static boolean isWrapped(Delivery delivery) {
        return delivery.wrapping().reject().isPresent();
    }

    private static byte[] raw(ChunkCoding coding, ChunkRef chunk, byte[] segment) {
        try {
            return StagedChunk.check(coding, segment, Math.toIntExact(chunk.offset()), chunk.length())
                    .orElseThrow(() -> new Violation("a chunk was written that fails its checksum")).raw();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
