package io.sluice.local.plan;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.CompressorPool;
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

/// What a sample's chunks take in objects: those that are staged compressed as they are, and the plain ones of a partition compressed
/// together, as the flusher does with what an interval brings. For one thread.
final class ObjectBytes {
    private final CompressorPool compressors = new CompressorPool();
    private final Map<Partition, ByteArrayOutputStream> plain = new HashMap<>();
    private long ready;

    /// Adds the chunks of a batch.
    void add(IndexEntry entry, Body segment) {
        try (InputStream in = segment.open()) {
            byte[] content = in.readAllBytes();
            directory(entry, content).forEach(chunk -> add(chunk, content));
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

    private void add(Chunk chunk, byte[] content) {
        if (chunk.form() == ChunkForm.READY) {
            ready += chunk.length();
        } else {
            plain.computeIfAbsent(chunk.partition(), _ -> new ByteArrayOutputStream()).write(content,
                    Math.toIntExact(chunk.offset()), chunk.length());
        }
    }

    /// Bytes of all chunks so far as objects.
    long total() {
        long total = ready;
        for (Map.Entry<Partition, ByteArrayOutputStream> run : plain.entrySet()) {
            total += compressed(run.getKey(), run.getValue().toByteArray());
        }
        return total;
    }

    private int compressed(Partition partition, byte[] run) {
        try {
            return compressors.compress(partition.format().staged(), compressor -> compressor.append(run)).length;
        } catch (IOException e) {
            throw new UncheckedIOException("compressing in memory", e);
        }
    }
}
