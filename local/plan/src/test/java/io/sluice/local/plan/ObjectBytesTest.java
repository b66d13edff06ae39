package io.sluice.local.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Compression;
import io.sluice.convert.Converters;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.IndexEntry.DirectoryAt;
import io.sluice.index.Shard;
import io.sluice.layout.BoundPrefix;
import io.sluice.layout.Filing;
import io.sluice.partition.Partition;
import io.sluice.position.Identity;
import io.sluice.segment.BatchId;
import io.sluice.segment.Segment;
import io.sluice.segment.SegmentBuilder;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.segment.SegmentTail;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ObjectBytesTest {
    private static final Partition PARTITION = Partition.of(Partition.Kind.DATA, Compression.GZIP,
            new BoundPrefix("a/"));
    /// A deflated chunk's CRC-32 of what it holds, and the CRC-32C of all before it: no object has them.
    private static final int TRAILER_BYTES = Integer.BYTES + Integer.BYTES;

    private final ObjectBytes objects = new ObjectBytes(Converters.NONE);

    @Test
    void aLongChunkTakesWhatItTakesInTheSegmentWithoutItsTrailer() {
        SegmentBuilder.Chunks chunks = batch(100, 0);
        add(chunks, new DirectoryAt.Inline(chunks.directory()), segment(0, chunks));
        assertEquals(chunks.bytes().length - TRAILER_BYTES, objects.size(1).perByte());
    }

    @Test
    void shortChunksOfAPartitionAreCompressedTogether() {
        long staged = 0;
        for (int i = 0; i < 20; i++) {
            SegmentBuilder.Chunks chunks = batch(1, i);
            staged += chunks.bytes().length;
            add(chunks, new DirectoryAt.Inline(chunks.directory()), segment(i, chunks));
        }
        assertTrue(objects.size(1).perByte() < staged / 4.0,
                objects.size(1).perByte() + " of " + staged + " bytes staged");
    }

    @Test
    void theDirectoryMayBeTheSegmentsTail() {
        SegmentBuilder.Chunks chunks = batch(100, 0);
        byte[] directory = chunks.directory().encode();
        add(chunks, new DirectoryAt.Tail(chunks.bytes().length, directory.length),
                segment(0, chunks));
        assertEquals(chunks.bytes().length - TRAILER_BYTES, objects.size(1).perByte());
    }

    private void add(SegmentBuilder.Chunks chunks, DirectoryAt directory, Segment segment) {
        EntryKey key = new EntryKey(Shard.of(segment.id().batch(), 1), 0, segment.id().batch());
        objects.add(new IndexEntry(key, segment.id(), chunks.directory().size(), 0, directory), segment.body());
    }

    private static Segment segment(int number, SegmentBuilder.Chunks chunks) {
        BatchId batch = BatchId.of(List.of("record-" + number));
        return Segment.of(chunks.bytes(),
                new SegmentTail(batch, 0, chunks.directory().size(), 0, chunks.directory(), new Identity.ByBatch(), 1,
                        0));
    }

    private static SegmentBuilder.Chunks batch(int records, int first) {
        SegmentBuilder builder = new SegmentBuilder(Filing.of(ZoneOffset.UTC, Duration.ofSeconds(300)));
        for (int i = first; i < first + records; i++) {
            byte[] record = ("{\"customer\":\"a customer of many\",\"device\":\"mobile\",\"at\":" + i + "}")
                    .getBytes(UTF_8);
            builder.add(PARTITION, record, 0, record.length, Delimiting.NEWLINE, 0);
        }
        return builder.build();
    }
}
