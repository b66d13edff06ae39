package io.sluice.segment;

import io.sluice.codec.ChunkCompressor;
import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.layout.FiledPath;
import io.sluice.layout.Filing;
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
import java.util.NavigableMap;
import java.util.TreeMap;

/// Groups a batch's records by partition and lays the groups out as chunks: one each, but for partitions whose records
/// arrived so far apart that one path can't be right for all of them ([Filing]). The same records give the same bytes.
/// Not safe for concurrent use; keeps the records' arrays until [#build].
public final class SegmentBuilder {
    private static final byte[] DELIMITER = {'\n'};
    private static final long SECOND_MILLIS = 1_000;

    private final Filing filing;
    private final Map<Partition, Group> groups = new HashMap<>();

    /// @param filing says which records of a partition are chunks of their own
    public SegmentBuilder(Filing filing) {
        this.filing = filing;
    }

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
        long spanSeconds = 0;
        Map<ChunkCoding, ChunkCompressor> compressors = new EnumMap<>(ChunkCoding.class);
        try {
            List<Group> sorted = new ArrayList<>();
            groups.values().stream().sorted(Comparator.comparing(group -> group.partition))
                    .forEach(group -> sorted.addAll(group.cut(filing)));
            for (Group group : sorted) {
                Compression objects = group.format.staged();
                ChunkForm form = ChunkForm.of(objects, group.rawBytes);
                ChunkCoding coding = ChunkCoding.of(form, objects);
                ChunkCompressor compressor = compressors.computeIfAbsent(coding, ChunkCompressor::of);
                long offset = out.size();
                int length = group.writeTo(compressor, out);
                spanSeconds = Math.max(spanSeconds, group.spanSeconds());
                chunks.add(new Chunk(group.partition, offset, length, form, group.slices.size(), group.rawBytes,
                        group.oldestArrival));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        } finally {
            compressors.values().forEach(ChunkCompressor::close);
        }
        return new Chunks(out.toByteArray(), Directory.of(chunks, spanSeconds));
    }

    private record Slice(byte[] data, int offset, int length, Keeping keeping, long arrival) {}

    private static final class Group {
        private final Partition partition;
        private final ObjectFormat format;
        private final List<Slice> slices = new ArrayList<>(2);
        private long rawBytes;
        private long oldestArrival = Long.MAX_VALUE;
        private long newestArrival = Long.MIN_VALUE;

        Group(Partition partition) {
            this.partition = partition;
            this.format = partition.format();
        }

        void add(byte[] data, int offset, int length, Delimiting delimiting, long arrival) {
            add(new Slice(data, offset, length, Keeping.of(format, delimiting), arrival));
        }

        private void add(Slice slice) {
            slices.add(slice);
            rawBytes += slice.length + (slice.keeping == Keeping.BY_NEWLINE ? 1 : 0);
            oldestArrival = Math.min(oldestArrival, slice.arrival);
            newestArrival = Math.max(newestArrival, slice.arrival);
        }

        long spanSeconds() {
            return Math.ceilDiv(newestArrival - oldestArrival, SECOND_MILLIS);
        }

        /// Itself, or as many as it takes, those that arrived first before the others; records keep their order.
        List<Group> cut(Filing filing) {
            if (newestArrival - oldestArrival <= filing.tolerance().toMillis()) {
                return List.of(this);
            }
            NavigableMap<Long, Group> byOldest = new TreeMap<>();
            FiledPath path = filing.path(partition.prefix(), oldestArrival);
            byOldest.put(oldestArrival, new Group(partition));
            for (long arrival : slices.stream().mapToLong(Slice::arrival).sorted().distinct().toArray()) {
                if (!path.takes(arrival)) {
                    path = filing.path(partition.prefix(), arrival);
                    byOldest.put(arrival, new Group(partition));
                }
            }
            slices.forEach(slice -> byOldest.floorEntry(slice.arrival).getValue().add(slice));
            return List.copyOf(byOldest.values());
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
