package io.sluice.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.StagedChunk;
import io.sluice.layout.BoundPrefix;
import io.sluice.layout.Filing;
import io.sluice.partition.Partition;
import io.sluice.partition.Partition.Kind;
import io.sluice.segment.SegmentBuilder.Chunks;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SegmentBuilderTest {
    private static final Filing FILING = Filing.of(ZoneOffset.UTC, Duration.ofSeconds(300));

    private final SegmentBuilder builder = new SegmentBuilder(FILING);

    @Test
    void chunksLieInPartitionOrderOneBehindAnother() throws IOException {
        add("b/", "2", 20);
        add("a/", "1", 10);
        add("b/", "3", 15);
        Chunks chunks = builder.build();
        assertEquals(
                List.of(new Chunk(plain("a/"), 0, 5, ChunkForm.READY, 1, 1, 10),
                        new Chunk(plain("b/"), 5, 6, ChunkForm.READY, 2, 2, 15)),
                list(chunks.directory()));
        assertEquals("1", raw(chunks, 0));
        assertEquals("23", raw(chunks, 1));
    }

    @Test
    void aDelimiterFollowsEachRecordAndCounts() throws IOException {
        builder.add(plain("a/"), "xyz".getBytes(UTF_8), 1, 1, Delimiting.NEWLINE, 1);
        builder.add(plain("a/"), new byte[0], 0, 0, Delimiting.NEWLINE, 2);
        assertEquals(3, builder.rawBytes());
        Chunks chunks = builder.build();
        assertEquals("y\n\n", raw(chunks, 0));
        assertEquals(3, list(chunks.directory()).getFirst().rawBytes());
    }

    /// Instances that are equal are one partition, each record has the delimiter that it came with, and partitions are
    /// in the order of their keys, whatever their hashes.
    @Test
    void manyPartitionsAreLaidOutAsByASortedMap() throws IOException {
        Random random = new Random(4);
        TreeMap<String, StringBuilder> expected = new TreeMap<>();
        for (int i = 0; i < 5_000; i++) {
            String prefix = Integer.toString(random.nextInt(700), 36) + (random.nextBoolean() ? "/" : "-é/");
            String record = "r" + i;
            Delimiting delimiting = random.nextBoolean() ? Delimiting.NEWLINE : Delimiting.NONE;
            builder.add(plain(prefix), record.getBytes(UTF_8), 0, record.length(), delimiting, i);
            expected.computeIfAbsent(plain(prefix).key(), _ -> new StringBuilder())
                    .append(record).append(delimiting == Delimiting.NEWLINE ? "\n" : "");
        }
        Chunks chunks = builder.build();
        List<Chunk> all = list(chunks.directory());
        assertEquals(List.copyOf(expected.keySet()), all.stream().map(chunk -> chunk.partition().key()).toList());
        int at = 0;
        for (StringBuilder records : expected.values()) {
            assertEquals(records.toString(), raw(chunks, at++));
        }
    }

    @Test
    void anEmptyRecordIsARecord() {
        add("a/", "", 1);
        Chunk chunk = list(builder.build().directory()).getFirst();
        assertEquals(List.of(0, 1), List.of(chunk.length(), chunk.records()));
    }

    @Test
    void eachPartitionIsCompressedOnItsOwn() throws IOException {
        Partition zipped = partition(Compression.GZIP, "a/");
        Partition other = partition(Compression.GZIP, "b/");
        builder.add(zipped, "one".repeat(500).getBytes(UTF_8), 0, 1_500, Delimiting.NONE, 1);
        builder.add(other, "two".repeat(500).getBytes(UTF_8), 0, 1_500, Delimiting.NONE, 1);
        Chunks chunks = builder.build();
        assertEquals("two".repeat(500), raw(chunks, 1));
    }

    @Test
    void fewBytesArePlainAndManyAreCompressedWhereCompressingHasAStartAndAnEnd() throws IOException {
        for (Compression compression : Compression.values()) {
            boolean starts = Set.of(Compression.GZIP, Compression.ZSTD, Compression.ZIP).contains(compression);
            assertEquals(starts ? ChunkForm.PLAIN : ChunkForm.READY, only(compression, 1_023).form(),
                    compression.name());
            assertEquals(ChunkForm.READY, only(compression, 1_024).form(), compression.name());
        }
    }

    /// The chunk of one record, whose bytes must come back.
    private static Chunk only(Compression compression, int length) throws IOException {
        SegmentBuilder one = new SegmentBuilder(FILING);
        byte[] record = "r".repeat(length).getBytes(UTF_8);
        one.add(partition(compression, "a/"), record, 0, length, Delimiting.NONE, 1);
        Chunks chunks = one.build();
        Chunk chunk = list(chunks.directory()).getFirst();
        assertEquals("r".repeat(length), raw(chunks, 0));
        return chunk;
    }

    /// The records of the chunk of that number.
    private static String raw(Chunks chunks, int number) throws IOException {
        Chunk chunk = list(chunks.directory()).get(number);
        return new String(StagedChunk.check(
                ChunkCoding.of(chunk.form(), chunk.partition().format().staged()), chunks.bytes(),
                (int) chunk.offset(), chunk.length()).orElseThrow().raw(), UTF_8);
    }

    @Test
    void theSameRecordsGiveTheSameBytesWhateverTheOrderOfPartitions() {
        Random random = new Random(7);
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            numbers.add(i);
        }
        byte[] expected = built(numbers).bytes();
        for (int run = 0; run < 10; run++) {
            Collections.shuffle(numbers, random);
            assertArrayEquals(expected, built(numbers).bytes());
        }
    }

    @Test
    void nothingIsNoChunk() {
        Chunks chunks = builder.build();
        assertEquals(0, chunks.bytes().length);
        assertEquals(0, chunks.directory().size());
    }

    /// One record for each number, in a partition of its own.
    private static Chunks built(List<Integer> numbers) {
        SegmentBuilder builder = new SegmentBuilder(FILING);
        for (int number : numbers) {
            byte[] record = ("record " + number).getBytes(UTF_8);
            builder.add(partition(Compression.GZIP, "n=" + number + "/"), record, 0, record.length, Delimiting.NEWLINE,
                    number);
        }
        return builder.build();
    }

    @Test
    void recordsThatArrivedTooFarApartForOnePathAreChunksOfTheirOwnAndKeepTheirOrder() throws IOException {
        String byHour = "t/!{timestamp:yyyy-MM-dd-HH}/";
        long hour = Duration.ofHours(500_000).toMillis();
        add(byHour, "fresh 1\n", hour + 60_000);
        add(byHour, "of long ago\n", 1_763_000);
        add("u/", "elsewhere\n", hour);
        add(byHour, "before the hour\n", hour - 1);
        add(byHour, "fresh 2\n", hour);
        add(byHour, "of long ago, too\n", 0);
        add(byHour, "beyond\n", hour + 450_000);
        add("u/", "of long ago, elsewhere\n", 0);
        Chunks chunks = builder.build();
        assertEquals(List.of(0L, hour - 1, hour + 450_000, 0L),
                list(chunks.directory()).stream().map(Chunk::oldestArrival).toList());
        assertEquals(hour / 1_000, chunks.directory().spanSeconds(), "of the one that has no times in its path");
        assertEquals("of long ago\nof long ago, too\n", raw(chunks, 0));
        assertEquals("fresh 1\nbefore the hour\nfresh 2\n", raw(chunks, 1));
        assertEquals("beyond\n", raw(chunks, 2));
        assertEquals("elsewhere\nof long ago, elsewhere\n", raw(chunks, 3));
        assertEquals(list(chunks.directory()), list(Directory.decode(chunks.directory().encode())));
    }

    private void add(String prefix, String record, long arrival) {
        byte[] bytes = record.getBytes(UTF_8);
        builder.add(plain(prefix), bytes, 0, bytes.length, Delimiting.NONE, arrival);
    }

    private static List<Chunk> list(Directory directory) {
        List<Chunk> chunks = new ArrayList<>();
        directory.forEach(chunks::add);
        return chunks;
    }

    private static Partition plain(String prefix) {
        return partition(Compression.UNCOMPRESSED, prefix);
    }

    private static Partition partition(Compression compression, String prefix) {
        return Partition.of(Kind.DATA, compression, new BoundPrefix(prefix));
    }
}
