package io.sluice.local.verify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.sluice.input.InputRecord;
import io.sluice.local.input.InputReader;
import io.sluice.local.input.Reading;
import io.sluice.local.records.InputSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/// Compressed inputs with a bit that is another: no record comes out that is not one of the input's, and the run's
/// reader and the judge's, which share no code, see the same ones.
final class FlippedInputsTest {
    private static final int PARTS = 3;
    private static final int LINES = 12;
    /// Bytes by which a format is known.
    private static final int HEAD_BYTES = 10;

    enum Compression {
        GZIP, ZSTD, BZIP2, XZ;

        byte[] of(byte[] text) throws IOException {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (OutputStream out = switch (this) {
                case GZIP -> new GZIPOutputStream(compressed);
                case ZSTD -> new ZstdOutputStream(compressed).setChecksum(true);
                case BZIP2 -> new BZip2CompressorOutputStream(compressed, 1);
                case XZ -> new XZOutputStream(compressed, new LZMA2Options());
            }) {
                out.write(text);
            }
            return compressed.toByteArray();
        }
    }

    private final List<String> warnings = new ArrayList<>();
    private List<String> text = List.of();
    private final int[] starts = new int[PARTS];

    /// Members, frames or streams one after another, lines across their borders.
    private byte[] compressed(Compression compression) throws IOException {
        Random random = new Random(11);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < PARTS * LINES; i++) {
            lines.add("{\"n\":" + i + ",\"r\":\"" + Integer.toHexString(random.nextInt()) + "\"}");
        }
        text = lines;
        byte[] whole = (String.join("\n", lines) + "\n").getBytes(UTF_8);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        for (int part = 0; part < PARTS; part++) {
            starts[part] = compressed.size();
            compressed.writeBytes(compression.of(Arrays.copyOfRange(whole, part * whole.length / PARTS,
                    (part + 1) * whole.length / PARTS)));
        }
        return compressed.toByteArray();
    }

    private List<InputRecord> ofTheRun(byte[] input) throws IOException {
        warnings.clear();
        InputSource source = new InputSource("id", "input", input.length, () -> new ByteArrayInputStream(input));
        List<InputRecord> records = new ArrayList<>();
        try (InputReader reader = new InputReader(List.of(source.proven()), Reading.RECORDS, warnings::add)) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                records.add(record);
            }
        }
        return records;
    }

    private static List<String> ofTheJudge(byte[] input) throws IOException {
        List<String> records = new ArrayList<>();
        try (Cuts cuts = new RecordCutter(Decompressed.of(() -> new ByteArrayInputStream(input)),
                InputForm.Kind.LINES)) {
            for (CutRecord cut = cuts.next(); cut != null; cut = cuts.next()) {
                records.add(new String(cut.data(), ISO_8859_1));
            }
        }
        return records;
    }

    /// As it is where nothing is damaged: whoever cuts a file between two members leaves a whole file.
    @ParameterizedTest
    @EnumSource
    void whatIsWholeIsReadWhole(Compression compression) throws IOException {
        assertEquals(0, judge(compressed(compression), "whole"));
        assertEquals(text.size(), ofTheRun(compressed(compression)).size());
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void whateverBitIsFlippedNoRecordIsAltered(Compression compression) throws IOException {
        byte[] whole = compressed(compression);
        int damaged = 0;
        for (int bit = 8 * HEAD_BYTES; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            damaged += judge(flipped, "bit " + bit);
        }
        assertTrue(damaged > 7 * whole.length, damaged + " of " + 8 * whole.length + " were seen");
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void whereverItIsCutShortNoRecordIsAltered(Compression compression) throws IOException {
        byte[] whole = compressed(compression);
        for (int length = HEAD_BYTES; length < whole.length; length++) {
            int damaged = judge(Arrays.copyOf(whole, length), "cut at " + length);
            int at = length;
            boolean betweenParts = Arrays.stream(starts).anyMatch(start -> start == at);
            assertEquals(betweenParts ? 0 : 1, damaged, "cut at " + length);
        }
        for (byte[] more : List.of(new byte[20], "{\"a\":1}\n".getBytes(UTF_8), new byte[]{7})) {
            byte[] longer = Arrays.copyOf(whole, whole.length + more.length);
            System.arraycopy(more, 0, longer, whole.length, more.length);
            boolean padding = compression == Compression.XZ && more.length == 20;
            assertEquals(padding ? 0 : 1, judge(longer, more.length + " bytes more"));
        }
    }

    /// @return 1 where the damage was seen
    private int judge(byte[] input, String what) throws IOException {
        List<InputRecord> records = ofTheRun(input);
        boolean damaged = !warnings.isEmpty();
        List<InputRecord> read = damaged ? records.subList(0, records.size() - 1) : records;
        List<String> lines = read.stream().map(record -> new String(record.data(), ISO_8859_1)).toList();
        int whole = Math.max(0, damaged ? lines.size() : lines.size() - 1);
        assertEquals(text.subList(0, whole), lines.subList(0, whole), what);
        assertTrue(whole == lines.size() || text.get(whole).startsWith(lines.getLast()), what);
        assertEquals(lines, ofTheJudge(input), what);
        if (damaged) {
            InputRecord rest = records.getLast();
            assertArrayEquals(Arrays.copyOfRange(input, (int) rest.offset(), input.length), rest.data(), what);
            assertTrue(!warnings.getFirst().contains("altered"), warnings.getFirst());
        }
        return damaged ? 1 : 0;
    }
}
