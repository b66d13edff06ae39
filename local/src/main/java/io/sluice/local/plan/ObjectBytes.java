package io.sluice.local.plan;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.ChunkFraming;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.StagedChunk;
import io.sluice.codec.WholeObject;
import io.sluice.index.IndexEntry;
import io.sluice.index.IndexEntry.DirectoryAt;
import io.sluice.objects.Body;
import io.sluice.partition.Partition;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// What a sample's chunks take in objects: those that are joined as they are, and the plain and the zstd ones of a
/// partition compressed together, as the flusher does with what an interval brings. For one thread.
final class ObjectBytes {
    private static final UUID ANY = new UUID(0, 0);

    private final CompressorPool compressors = new CompressorPool();
    private final Map<Partition, ByteArrayOutputStream> anew = new HashMap<>();
    private long ready;

    /// Adds the chunks of a batch.
    void add(IndexEntry entry, Body segment) {
        try (InputStream in = segment.open()) {
            byte[] content = in.readAllBytes();
            Directory directory = directory(entry, content);
            directory.forEach(chunk -> add(chunk, directory.framing(), content));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private static Directory directory(IndexEntry entry, byte[] content) {
        return switch (entry.directory()) {
            case DirectoryAt.Inline(Directory directory) -> directory;
            case DirectoryAt.Tail(long offset, int length) -> {
                int from = Math.toIntExact(offset);
                yield Directory.decode(Arrays.copyOfRange(content, from, from + length));
            }
        };
    }

    private void add(Chunk chunk, ChunkFraming framing, byte[] content) {
        Compression compression = chunk.partition().format().staged();
        ChunkCoding coding = ChunkCoding.of(framing, chunk.form(), compression);
        int length = chunk.length() == 0 ? 0 : chunk.length() - framing.trailerBytes(coding);
        if (chunk.form() == ChunkForm.READY && compression != Compression.ZSTD) {
            ready += length;
            return;
        }
        ByteArrayOutputStream records = anew.computeIfAbsent(chunk.partition(), _ -> new ByteArrayOutputStream());
        try {
            records.writeBytes(StagedChunk
                    .check(framing, coding, content, Math.toIntExact(chunk.offset()), chunk.length()).orElseThrow()
                    .raw());
        } catch (IOException e) {
            throw new UncheckedIOException("reading a chunk from memory", e);
        }
    }

    /// Bytes of all chunks so far as objects.
    long total() {
        long total = ready;
        for (Map.Entry<Partition, ByteArrayOutputStream> run : anew.entrySet()) {
            total += compressed(run.getKey(), run.getValue().toByteArray());
        }
        return total;
    }

    private int compressed(Partition partition, byte[] run) {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try {
            new WholeObject(partition.format().staged(), ANY, compressors).write(sink -> sink.append(run), object);
        } catch (IOException e) {
            throw new UncheckedIOException("compressing in memory", e);
        }
        return object.size();
    }
}
