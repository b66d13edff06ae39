package io.sluice.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.airlift.compress.v3.deflate.DeflateCompressor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Runs by libdeflate and by `java.util.zip`, each read by the latter.
final class LibdeflateTest {
    private static final int AT_ONCE = CompressorPool.AT_ONCE_BYTES_MAX;
    private static final List<Integer> LENGTHS = List.of(0, 1, 2, 30, 31, 32, 55, 56, 257, 258, 259, 1_000, 1_200,
            32_767, 32_768, 65_534, 65_535, 65_536, 65_537, 131_070, AT_ONCE - 1, AT_ONCE);
    /// What stored blocks take beside the bytes in them, and the blocks' codes where there is hardly anything in them.
    private static final double BLOCK_BYTES = 5;
    private static final int STORED_BLOCK_MIN = 5_000;

    private final CompressorPool pool = new CompressorPool(0);

    @BeforeEach
    void itServesWhereLambdaRuns() {
        assumeTrue(List.of("Linux", "Mac OS X").contains(System.getProperty("os.name")),
                "no build for this system: java.util.zip runs, which the other tests try");
        assertTrue(Libdeflate.load().isPresent());
    }

    @Test
    void bothWaysHoldTheSameBytesAndEndWithThem() throws IOException {
        for (int length : LENGTHS) {
            for (byte[] raw : List.of(Texts.text(new Random(length), length), Texts.noise(new Random(length), length),
                    new byte[length], clicks(length))) {
                CompressorPool.Content content = inPieces(raw, new Random(length));
                DeflatedRun quick = pool.deflateAtOnce(length, content);
                DeflatedRun slow = pool.deflateFinal(content);
                assertHolds(raw, quick);
                assertHolds(raw, slow);
                assertEquals(slow.crc(), quick.crc());
                assertEquals(slow.rawBytes(), quick.rawBytes());
            }
        }
    }

    @Test
    void itComesOutNoLargerThanZlibsByMoreThanAHundredth() throws IOException {
        for (int length : LENGTHS) {
            byte[] raw = clicks(length);
            int quick = pool.deflateAtOnce(length, sink -> sink.append(raw)).bytes().length;
            int slow = pool.deflateFinal(sink -> sink.append(raw)).bytes().length;
            assertTrue(quick <= slow * 1.01 + 4, quick + " of " + slow + ", " + length + " raw");
        }
    }

    @Test
    void whatCannotBeCompressedIsStored() throws IOException {
        for (int length : LENGTHS) {
            byte[] raw = Texts.noise(new Random(length), length);
            int quick = pool.deflateAtOnce(length, sink -> sink.append(raw)).bytes().length;
            assertTrue(quick <= length + BLOCK_BYTES * (1 + (double) length / STORED_BLOCK_MIN),
                    quick + " of " + length);
        }
    }

    @Test
    void aRunThatIsTooLongToHoldIsMadeByThePlatform() throws IOException {
        byte[] raw = clicks(AT_ONCE + 1);
        DeflatedRun run = pool.deflateAtOnce(raw.length, sink -> sink.append(raw));
        assertArrayEquals(pool.deflateFinal(sink -> sink.append(raw)).bytes(), run.bytes());
    }

    @Test
    void moreThanWasSaidIsHeldToo() throws IOException {
        byte[] raw = clicks(3 * AT_ONCE);
        assertHolds(raw, pool.deflateAtOnce(1, sink -> sink.append(raw)));
    }

    @Test
    void aRunThatCannotBeReadSpoilsNoneAfterIt() throws IOException {
        assertThrows(IOException.class, () -> pool.deflateAtOnce(10, sink -> {
            sink.append("half".getBytes(UTF_8));
            throw new IOException("not there");
        }));
        byte[] raw = clicks(500);
        assertHolds(raw, pool.deflateAtOnce(raw.length, sink -> sink.append(raw)));
    }

    @Test
    void aLibraryThatDoesNotServeSaysWhy() {
        assertEquals(Optional.empty(), Libdeflate.lack(() -> DeflateCompressor.create(1)));
        assertTrue(Libdeflate.lack(() -> {
            throw new UnsatisfiedLinkError("no such file");
        }).orElseThrow().contains("no such file"));
        assertTrue(Libdeflate.lack(() -> new Made(new byte[0])).isPresent(), "nothing");
        assertTrue(Libdeflate.lack(() -> new Made(new byte[]{3, 0})).isPresent(), "an empty stream");
        assertTrue(Libdeflate.lack(() -> new Made(new byte[]{(byte) 0xff, 1, 2})).isPresent(), "no stream");
        assertTrue(Libdeflate.lack(() -> new Behind(DeflateCompressor.create(6))).isPresent(), "more than a stream");
        assertTrue(Libdeflate.lack(() -> new Made(new byte[100_000])).isPresent(), "more than there is room for");
    }

    /// The first three by `java.util.zip`, since loading takes time, and all where the library may not be loaded.
    @Test
    void itIsLoadedOnceThereIsWorkForIt() throws IOException, InterruptedException {
        Ended granted = inAProcessOfItsOwn("--enable-native-access=ALL-UNNAMED");
        assertEquals("zzzll", granted.said());
        assertEquals(0, granted.warnings());
        Ended denied = inAProcessOfItsOwn("--illegal-native-access=deny");
        assertEquals("zzzzz", denied.said());
        assertEquals(1, denied.warnings());
        assertEquals("zzzzz", inAProcessOfItsOwn("-Dio.airlift.compress.v3.disable-native=true").said());
    }

    /// What the process prints: for each of five runs, by whom it is made.
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws IOException {
            CompressorPool fresh = new CompressorPool(3);
            byte[] raw = clicks(20_000);
            byte[] slow = fresh.deflateFinal(sink -> sink.append(raw)).bytes();
            for (int i = 0; i < 5; i++) {
                byte[] run = fresh.deflateAtOnce(raw.length, sink -> sink.append(raw)).bytes();
                System.out.print(Arrays.equals(slow, run) ? 'z' : 'l');
            }
        }
    }

    private record Ended(String said, long warnings) {}

    private static Ended inAProcessOfItsOwn(String option) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", option, "-cp", System.getProperty("java.class.path"),
                Main.class.getName()).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), errors);
        return new Ended(said, errors.lines().filter(line -> line.contains("libdeflate does not serve")).count());
    }

    private static byte[] clicks(int length) {
        Random random = new Random(7);
        StringBuilder json = new StringBuilder(length + 100);
        while (json.length() < length) {
            json.append("{\"event_id\":\"").append(Long.toHexString(random.nextLong())).append("\",\"page\":\"/p/")
                    .append(random.nextInt(1_000)).append("\",\"weight\":").append(random.nextInt(1_000) / 8.0)
                    .append("}\n");
        }
        return json.substring(0, length).getBytes(UTF_8);
    }

    private static CompressorPool.Content inPieces(byte[] raw, Random random) {
        List<Integer> cuts = new ArrayList<>();
        for (int at = 0; at < raw.length; at += Math.min(raw.length - at, 1 + random.nextInt(raw.length))) {
            cuts.add(at);
        }
        cuts.add(raw.length);
        return sink -> {
            for (int i = 1; i < cuts.size(); i++) {
                sink.append(raw, cuts.get(i - 1), cuts.get(i) - cuts.get(i - 1));
            }
        };
    }

    private static void assertHolds(byte[] raw, DeflatedRun run) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(run.bytes());
            byte[] back = new byte[raw.length + 1];
            int length = 0;
            while (!inflater.finished()) {
                int read = inflater.inflate(back, length, back.length - length);
                assertFalse(read == 0 && !inflater.finished(), "the last block is not final");
                length += read;
            }
            assertEquals(0, inflater.getRemaining(), "nothing after the final block");
            assertArrayEquals(raw, Arrays.copyOf(back, length));
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        } finally {
            inflater.end();
        }
        CRC32 crc = new CRC32();
        crc.update(raw);
        assertEquals((int) crc.getValue(), run.crc());
        assertEquals(raw.length, run.rawBytes());
    }

    /// Makes the same of everything.
    private record Made(byte[] all) implements DeflateCompressor {
        @Override
        public int maxCompressedLength(int rawBytes) {
            return 2 * rawBytes;
        }

        @Override
        public int compress(byte[] in, int from, int length, byte[] out, int to, int room) {
            System.arraycopy(all, 0, out, to, all.length);
            return all.length;
        }

        @Override
        public int compress(MemorySegment in, MemorySegment out) {
            throw new UnsupportedOperationException();
        }
    }

    /// Adds a byte.
    private record Behind(DeflateCompressor of) implements DeflateCompressor {
        @Override
        public int maxCompressedLength(int rawBytes) {
            return of.maxCompressedLength(rawBytes) + 1;
        }

        @Override
        public int compress(byte[] in, int from, int length, byte[] out, int to, int room) {
            return of.compress(in, from, length, out, to, room) + 1;
        }

        @Override
        public int compress(MemorySegment in, MemorySegment out) {
            throw new UnsupportedOperationException();
        }
    }
}
