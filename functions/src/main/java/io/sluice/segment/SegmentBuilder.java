package io.sluice.segment;

import io.sluice.codec.ChunkCompressor;
import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.ChunkFraming;
import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.partition.Partition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Groups a batch's records by partition and lays the groups out as chunks. The same records give the same bytes. Not
/// safe for concurrent use; keeps the records' arrays until [#build].
public final class SegmentBuilder {
    private static final byte[] DELIMITER = {'\n'};

    private final Map<Partition, Group> groups = new HashMap<>();

    /// What keeps a record apart from the next in an object that its chunks are joined to. Records of a partition whose
    /// objects are made of them row by row are framed ([FramedRecords]) whatever is asked for: the partition's format
    /// decides that.
    public enum Delimiting {
        /// Nothing.
        NONE,
        /// A newline after it.
        NEWLINE
    }

    private enum Keeping {
        TOGETHER, BY_NEWLINE, FRAMED;

        static Keeping of(ObjectFormat format, Delimiting delimiting) {
            return switch (format) {
                case ObjectFormat.Parquet _ -> FRAMED;
                case ObjectFormat.Joined _ -> switch (delimiting) {
                    case NONE -> TOGETHER;
                    case NEWLINE -> BY_NEWLINE;
                };
            };
        }
    }

    /// The chunks of a segment.
    ///
    /// @param bytes     their frames one after another, in partition order
    /// @param directory says where each is
    public record Chunks(byte[] bytes, Directory directory) {}

    /// Adds a record: `length` bytes of `data` from `offset`.
    ///
    /// @param arrival epoch milliseconds
    public void add(Partition partition, byte[] data, int offset, int length, Delimiting delimiting, long arrival) {
        Group group = groups.get(partition);
        if (group == null) {
            group = new Group(partition);
            groups.put(partition, group);
        }
        group.add(data, offset, length, delimiting, arrival);
    }

    /// Bytes of all records so far, delimiters included, before compression.
    public long rawBytes() {
        return groups.values().stream().mapToLong(group -> group.rawBytes).sum();
    }

    public Chunks build() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(64 * 1024);
        List<Chunk> chunks = new ArrayList<>(groups.size());
        Map<ChunkCoding, ChunkCompressor> compressors = new EnumMap<>(ChunkCoding.class);
        try {
            List<Group> sorted = new ArrayList<>(groups.values());
            sorted.sort(Comparator.comparing(group -> group.partition));
            for (Group group : sorted) {
                Compression objects = group.format.staged();
                ChunkForm form = ChunkForm.of(objects, group.rawBytes);
                ChunkCoding coding = ChunkCoding.of(ChunkFraming.CHECKED, form, objects);
                ChunkCompressor compressor = compressors.computeIfAbsent(coding, ChunkCompressor::of);
                long offset = out.size();
                int length = group.writeTo(compressor, out);
                chunks.add(new Chunk(group.partition, offset, length, form, group.slices.size(), group.rawBytes,
                        group.oldestArrival));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        } finally {
            compressors.values().forEach(ChunkCompressor::close);
        }
        return new Chunks(out.toByteArray(), Directory.of(chunks));
    }

    private record Slice(byte[] data, int offset, int length, Keeping keeping, long arrival) {}

    private static final class Group {
        private final Partition partition;
        private final ObjectFormat format;
        private final List<Slice> slices = new ArrayList<>(2);
        private long rawBytes;
        private long oldestArrival = Long.MAX_VALUE;

        Group(Partition partition) {
            this.partition = partition;
            this.format = partition.format();
        }

        void add(byte[] data, int offset, int length, Delimiting delimiting, long arrival) {
            Slice slice = new Slice(data, offset, length, Keeping.of(format, delimiting), arrival);
            slices.add(slice);
            rawBytes += slice.length + (slice.keeping == Keeping.BY_NEWLINE ? 1 : 0);
            oldestArrival = Math.min(oldestArrival, slice.arrival);
        }

        int writeTo(ChunkCompressor compressor, ByteArrayOutputStream out) throws IOException {
            for (Slice slice : slices) {
                if (slice.keeping == Keeping.FRAMED) {
                    compressor.append(FramedRecords.head(slice.length, slice.arrival, oldestArrival));
                }
                compressor.append(slice.data, slice.offset, slice.length);
                if (slice.keeping == Keeping.BY_NEWLINE) {
                    compressor.append(DELIMITER);
                }
            }
            return compressor.finishTo(out);
        }
    }
}
