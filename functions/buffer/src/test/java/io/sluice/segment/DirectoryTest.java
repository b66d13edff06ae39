package io.sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.partition.Partition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class DirectoryTest {
    private static final long SEED = 20_261_120;

    @Test
    void chunksAreReadBack() {
        Random random = new Random(SEED);
        for (int run = 0; run < 200; run++) {
            List<Chunk> chunks = chunks(random);
            Directory directory = Directory.decode(Directory.of(chunks, run).encode());
            assertEquals(chunks, list(directory), "seed " + SEED + ", run " + run);
            assertEquals(chunks.size(), directory.size());
            assertEquals(Directory.of(chunks, 0).bytes(), directory.bytes());
            assertEquals(run, directory.spanSeconds());
        }
    }

    @Test
    void theSameChunksAreEncodedTheSame() {
        List<Chunk> chunks = chunks(new Random(SEED));
        assertArrayEquals(Directory.of(chunks, 0).encode(), Directory.of(chunks, 0).encode());
    }

    @Test
    void chunksOutOfOrderOrWithGapsAreRefused() {
        Chunk a = new Chunk(partition("a"), 0, 2, ChunkForm.READY, 1, 2, 0);
        Chunk b = new Chunk(partition("b"), 2, 2, ChunkForm.PLAIN, 1, 2, 0);
        assertThrows(IllegalArgumentException.class, () -> Directory.of(List.of(b, a), 0));
        assertThrows(IllegalArgumentException.class, () -> Directory.of(List.of(a, a), 0));
        assertThrows(IllegalArgumentException.class,
                () -> Directory.of(List.of(a, new Chunk(partition("b"), 3, 2, ChunkForm.PLAIN, 1, 2, 0)), 0));
    }

    @Test
    void impossibleChunksAreRefused() {
        assertThrows(IllegalArgumentException.class,
                () -> new Chunk(partition("a"), -1, 0, ChunkForm.READY, 1, 0, 0));
        assertThrows(IllegalArgumentException.class,
                () -> new Chunk(partition("a"), 0, 0, ChunkForm.READY, 0, 0, 0));
    }

    @Test
    void damageAndLaterFormatsAreFound() {
        byte[] encoded = Directory.of(chunks(new Random(SEED)), 0).encode();
        for (int at = 0; at < encoded.length; at += 7) {
            byte[] damaged = encoded.clone();
            damaged[at] ^= 0x40;
            assertThrows(MalformedEncodingException.class, () -> Directory.decode(damaged));
        }
        byte[] later = new ByteWriter(8).octet(2).checksum().toBytes();
        String message = String.valueOf(
                assertThrows(MalformedEncodingException.class, () -> Directory.decode(later)).getMessage());
        assertTrue(message.contains("format 2 is not known to this version"), message);
    }

    @Test
    void anIteratorEnds() {
        Iterator<Chunk> none = Directory.of(List.of(), 0).iterator();
        assertThrows(NoSuchElementException.class, none::next);
    }

    private static List<Chunk> chunks(Random random) {
        TreeSet<String> names = new TreeSet<>();
        for (int i = random.nextInt(200); i > 0; i--) {
            names.add("customer=" + random.nextInt(10_000) + "/ü😀".substring(0, random.nextInt(3)));
        }
        List<Chunk> chunks = new ArrayList<>();
        long offset = 0;
        for (String name : names) {
            int length = random.nextInt(100_000);
            chunks.add(new Chunk(partition(name), offset, length,
                    random.nextBoolean() ? ChunkForm.PLAIN : ChunkForm.READY, random.nextInt(1, 1_000),
                    random.nextLong(1L << 40),
                    random.nextLong(-1L << 40, 1L << 42)));
            offset += length;
        }
        return chunks;
    }

    private static Partition partition(String prefix) {
        return new Partition("dGZIP:" + prefix);
    }

    private static List<Chunk> list(Directory directory) {
        List<Chunk> chunks = new ArrayList<>();
        directory.forEach(chunks::add);
        return chunks;
    }
}
