package io.sluice.local.plan;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.ObjectFormat;
import io.sluice.codec.StagedChunk;
import io.sluice.codec.WholeObject;
import io.sluice.convert.Converters;
import io.sluice.index.IndexEntry;
import io.sluice.index.IndexEntry.DirectoryAt;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// The bytes that a sample's chunks take in objects: those that are joined as they are, and the plain and the zstd ones
/// of a partition compressed together, as the flusher does with what an interval brings. Records that are converted are
/// written as files. For one thread.
final class ObjectBytes {
    private static final UUID ANY = new UUID(0, 0);

    private final CompressorPool compressors = new CompressorPool();
    private final Map<Partition, ByteArrayOutputStream> anew = new HashMap<>();
    private final Converters converters;
    private long ready;

    ObjectBytes(Converters converters) {
        this.converters = converters;
    }

    /// Adds the chunks of a batch.
    void add(IndexEntry entry, Body segment) {
        try (InputStream in = segment.open()) {
            byte[] content = in.readAllBytes();
            Directory directory = directory(entry, content);
            directory.forEach(chunk -> add(chunk, content));
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
        Compression compression = chunk.partition().format().staged();
        ChunkCoding coding = ChunkCoding.of(chunk.form(), compression);
        int length = chunk.length() == 0 ? 0 : chunk.length() - coding.trailerBytes();
        if (chunk.form() == ChunkForm.READY && compression != Compression.ZSTD) {
            ready += length;
            return;
        }
        ByteArrayOutputStream records = anew.computeIfAbsent(chunk.partition(), _ -> new ByteArrayOutputStream());
        try {
            records.writeBytes(StagedChunk
                    .check(coding, content, Math.toIntExact(chunk.offset()), chunk.length()).orElseThrow()
                    .raw());
        } catch (IOException e) {
            throw new UncheckedIOException("reading a chunk from memory", e);
        }
    }

    /// The size of objects of all chunks so far.
    ///
    /// @param rawBytes of their records
    ObjectSize size(long rawBytes) {
        long joined = ready;
        Map<String, List<ConvertedBytes.Run>> converted = new HashMap<>();
        for (Map.Entry<Partition, ByteArrayOutputStream> run : anew.entrySet()) {
            byte[] records = run.getValue().toByteArray();
            if (run.getKey().format() instanceof ObjectFormat.Parquet(String specification)) {
                converted.computeIfAbsent(specification, _ -> new ArrayList<>())
                        .add(new ConvertedBytes.Run(key(run.getKey()), records));
            } else {
                joined += compressed(run.getKey(), records);
            }
        }
        double bytes = joined;
        double fixed = 0;
        for (Map.Entry<String, List<ConvertedBytes.Run>> runs : converted.entrySet()) {
            ConvertedBytes files = ConvertedBytes.of(converters.of(runs.getKey()), runs.getValue());
            bytes += files.ofRecords();
            fixed = Math.max(fixed, files.fixed());
        }
        return new ObjectSize(rawBytes == 0 ? 1 : bytes / rawBytes, fixed);
    }

    /// The key of an object of a partition, of any time: of the length that all have.
    private static ObjectKey key(Partition partition) {
        return new ObjectKey(partition.prefix().evaluate(Instant.EPOCH, ZoneOffset.UTC, "") + ANY);
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
