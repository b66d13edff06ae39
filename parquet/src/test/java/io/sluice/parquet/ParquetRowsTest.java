package io.sluice.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.ParquetSettings.PageCompression;
import io.sluice.convert.ParquetSettings.WriterVersion;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.RangedBytes;
import io.sluice.input.RowFiles;
import io.sluice.objects.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Parquet files of Sluice's own, read back as the records that they were made of.
final class ParquetRowsTest {
    private static final int SEEDS = 300;

    @Test
    void recordsOfEveryTypeComeBackAsTheyWere() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomRows rows = new RandomRows(seed);
            List<String> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                records.add(rows.record());
            }
            byte[] file = WrittenRows.write(rows.columns(), settings(seed), records);
            assertEquals(records, WrittenRows.read(file), "seed " + seed + ": " + rows.columns());
        }
    }

    private static ParquetSettings settings(long seed) {
        Random random = new Random(seed);
        return new ParquetSettings(any(PageCompression.values(), random), 64 << 20, 64 << 10, random.nextBoolean(), 0,
                any(WriterVersion.values(), random));
    }

    private static <T> T any(T[] all, Random random) {
        return List.of(all).get(random.nextInt(all.length));
    }

    @Test
    void rowsOfAllRowGroupsAreNumberedThroughTheFile() throws IOException {
        ParquetSettings small = new ParquetSettings(PageCompression.UNCOMPRESSED, 1 << 20, 64 << 10, false, 0,
                WriterVersion.V1);
        Random random = new Random(3);
        List<String> records = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            records.add("{\"s\":\"" + Long.toHexString(random.nextLong()).repeat(60) + "\"}");
        }
        WrittenRows.Bytes file = new WrittenRows.Bytes(
                WrittenRows.write(List.of(Column.of("s", ColumnType.parse("string"))), small, records));
        assertEquals(records, WrittenRows.read(file));
        assertTrue(file.reads() > 2, "row groups are fetched one by one: " + file.reads());
    }

    @Test
    void halfACharacterIsNoReasonToFail() throws IOException {
        List<String> records = List.of("{\"s\":\"a\\ud83d\"}", "{\"s\":\"b\"}");
        byte[] file = WrittenRows.write(List.of(Column.of("s", ColumnType.parse("string"))), ParquetSettings.DEFAULT,
                records);
        assertEquals(List.of("{\"s\":\"a?\"}", "{\"s\":\"b\"}"), WrittenRows.read(file));
    }

    @Test
    void aSmallFileTakesOneRead() throws IOException {
        WrittenRows.Bytes file = new WrittenRows.Bytes(numbers(100));
        assertEquals(100, WrittenRows.read(file).size());
        assertEquals(1, file.reads());
    }

    @Test
    void aFileWithoutRowsHasNoRecords() throws IOException {
        assertEquals(List.of(), WrittenRows.read(numbers(0)));
    }

    /// Whatever bytes a file holds, it is read or refused with its name.
    @Test
    void aDamagedFileIsRefusedByName() throws IOException {
        byte[] whole = numbers(2_000);
        List<String> records = WrittenRows.read(whole);
        Random random = new Random(11);
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            byte[] damaged = i % 4 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            if (i % 4 != 0) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
            }
            try {
                assertEquals(records.size(), WrittenRows.read(damaged).size());
            } catch (InputException e) {
                refused++;
                assertTrue(e.getMessage().startsWith("s3://lake/object"), e.getMessage());
            }
        }
        assertTrue(refused > 300, "refused: " + refused);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatFetchingThrowsIsHandedOnAsItIs(int after) throws IOException {
        byte[] file = WrittenRows.write(List.of(Column.of("n", ColumnType.parse("bigint"))), new ParquetSettings(
                PageCompression.UNCOMPRESSED, 64 << 20, 64 << 10, false, 0, WriterVersion.V1),
                Collections.nCopies(100_000, "{\"n\":1}"));
        StoreException down = new StoreException(StoreException.Kind.UNAVAILABLE, "503");
        RangedBytes failing = new RangedBytes() {
            private int left = after;

            @Override
            public long length() {
                return file.length;
            }

            @Override
            public byte[] read(long offset, int length) {
                if (left-- == 0) {
                    throw down;
                }
                return Arrays.copyOfRange(file, (int) offset, (int) offset + length);
            }
        };
        assertSame(down, assertThrows(StoreException.class, () -> WrittenRows.read(failing)));
    }

    @Test
    void aRowThatIsTooLongIsRefused() throws IOException {
        byte[] file = WrittenRows.write(List.of(Column.of("s", ColumnType.parse("string"))), ParquetSettings.DEFAULT,
                List.of("{\"s\":\"" + "x".repeat(2 << 20) + "\"}"));
        InputException refused = assertThrows(InputException.class, () -> WrittenRows.read(file));
        assertEquals(
                "s3://lake/object: row 0 has 2097160 bytes as JSON, and 1048576 are the most that a record may have"
                        + " here",
                refused.getMessage());
    }

    @Test
    void aCopyHasAllRowsButThoseThatAreLeftOut() throws IOException {
        for (long seed = 0; seed < SEEDS / 10; seed++) {
            RandomRows rows = new RandomRows(seed);
            List<String> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                records.add(rows.record());
            }
            byte[] file = WrittenRows.write(rows.columns(), settings(seed), records);
            BitSet without = BitSet.valueOf(new long[]{0b1010_0000_1111});
            ByteArrayOutputStream copy = new ByteArrayOutputStream();
            new ParquetRows().copy("object", new WrittenRows.Bytes(file), without, copy);
            List<String> left = IntStream.range(0, 20).filter(i -> !without.get(i)).mapToObj(records::get).toList();
            assertEquals(left, WrittenRows.read(copy.toByteArray()), "seed " + seed);
        }
    }

    @Test
    void theReaderIsFoundOnTheClassPath() {
        List<RowFiles> readers = ServiceLoader.load(RowFiles.class).stream().map(ServiceLoader.Provider::get).toList();
        assertEquals(1, readers.size());
        assertInstanceOf(ParquetRows.class, readers.getFirst());
        assertEquals(Format.PARQUET, readers.getFirst().format());
    }

    private static byte[] numbers(int rows) throws IOException {
        List<String> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            records.add("{\"n\":" + i + ",\"s\":\"text " + i + "\"}");
        }
        return WrittenRows.write(
                List.of(Column.of("n", ColumnType.parse("int")), Column.of("s", ColumnType.parse("string"))),
                ParquetSettings.DEFAULT, records);
    }
}
