package io.sluice.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.layout.BoundPrefix;
import io.sluice.partition.Partition;
import io.sluice.segment.BatchId;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Bytes that Sluice did not write end in one clear exception, whatever they are: never another one, never a large
/// allocation, never a value that was not written.
final class MalformedBytesTest {
    private static final int ROUNDS = 3_000;
    private static final EntryKey KEY = new EntryKey(new Shard(1), 1_000, BatchId.of(List.of("x")));

    private final Random random = new Random(11);

    @Test
    void everyFlippedBitOfAnEntryIsCaughtByItsChecksum() {
        byte[] good = entry().encode();
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            MalformedEncodingException e = assertThrows(MalformedEncodingException.class,
                    () -> IndexEntry.decode(KEY, bad));
            assertTrue(String.valueOf(e.getMessage()).contains("fails its checksum"), e.getMessage());
        }
    }

    @Test
    void everyFlippedBitOfADirectoryIsCaughtByItsChecksum() {
        byte[] good = directory().encode();
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(MalformedEncodingException.class, () -> Directory.decode(bad));
        }
    }

    @Test
    void entriesCutShortAreCaught() {
        byte[] good = entry().encode();
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThrows(MalformedEncodingException.class, () -> IndexEntry.decode(KEY, cut));
        }
    }

    @Test
    void changesBehindARightChecksumEndInOneExceptionToo() {
        byte[] entry = entry().encode();
        byte[] directory = directory().encode();
        for (int round = 0; round < ROUNDS; round++) {
            decodes(resealed(entry), bytes -> IndexEntry.decode(KEY, bytes));
            decodes(resealed(directory), bytes -> Directory.decode(bytes).forEach(chunk -> assertTrue(
                    chunk.length() >= 0)));
        }
    }

    @Test
    void whatIsWrittenComesBack() {
        for (int round = 0; round < ROUNDS; round++) {
            long value = random.nextLong() >>> random.nextInt(64) >>> 1;
            long signed = (random.nextBoolean() ? 1 : -1) * (value >>> 1);
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            String text = "é" + value + "\uD83D\uDE00".repeat(round % 3);
            ByteReader in = new ByteReader(new ByteWriter(0).varint(value).signed(signed).fixed64(~value).bytes(bytes)
                    .text(text).sortedText("k" + value).sortedText("k" + value + 1).octet(200).toBytes());
            assertEquals(value, in.varint());
            assertEquals(signed, in.signed());
            assertEquals(~value, in.fixed64());
            assertArrayEquals(bytes, in.bytes());
            assertEquals(text, in.text());
            assertEquals("k" + value, in.sortedText());
            assertEquals("k" + value + 1, in.sortedText());
            assertEquals(200, in.octet());
            assertTrue(in.atEnd());
        }
    }

    @Test
    void aLengthThatTheBytesCannotHoldIsRefusedBeforeMemoryIsTaken() {
        byte[] deflated = Deflated.deflate(new byte[100], 6);
        MalformedEncodingException e = assertThrows(MalformedEncodingException.class,
                () -> Deflated.inflate(deflated, Integer.MAX_VALUE - 8));
        assertTrue(String.valueOf(e.getMessage()).contains("cannot hold"), e.getMessage());
        assertArrayEquals(new byte[100], Deflated.inflate(deflated, 100));
        byte[] zeros = new byte[5_000_000];
        assertArrayEquals(zeros, Deflated.inflate(Deflated.deflate(zeros, 9), zeros.length));
    }

    /// A few bytes changed, and the checksum made right again.
    private byte[] resealed(byte[] good) {
        byte[] body = Arrays.copyOf(good, good.length - 4);
        for (int change = 0; change <= random.nextInt(3); change++) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return new ByteWriter(body.length + 4).raw(body, 0, body.length).checksum().toBytes();
    }

    private static void decodes(byte[] bytes, Consumer<byte[]> decode) {
        try {
            decode.accept(bytes);
        } catch (MalformedEncodingException | IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 5, e.toString());
        } catch (RuntimeException e) {
            fail("bytes " + Arrays.toString(bytes) + " end in " + e, e);
        }
    }

    private static Directory directory() {
        return Directory.of(List.of(chunk("net=a/", 0), chunk("net=b/", 40), chunk("net=ü/", 80)), 0);
    }

    private static Chunk chunk(String prefix, long offset) {
        return new Chunk(Partition.of(Partition.Kind.DATA, Compression.GZIP, new BoundPrefix(prefix)), offset, 40,
                ChunkForm.READY, 3,
                90,
                1_000 + offset);
    }

    private static IndexEntry entry() {
        return new IndexEntry(KEY, new SegmentId(KEY.batch(), 7, -8), 9, 1,
                new IndexEntry.DirectoryAt.Inline(directory()));
    }
}
