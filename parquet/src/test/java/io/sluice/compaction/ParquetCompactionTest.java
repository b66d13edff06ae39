package io.sluice.compaction;

import static io.sluice.compaction.ParquetLake.LARGE;
import static io.sluice.compaction.ParquetLake.column;
import static io.sluice.compaction.ParquetLake.key;
import static io.sluice.compaction.ParquetLake.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.sluice.convert.PathValues;
import io.sluice.convert.Row;
import io.sluice.convert.RowFormat;
import io.sluice.convert.RowWriter;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.parquet.ParquetFormat;
import io.sluice.parquet.ParquetRows;
import io.sluice.parquet.ParquetTableRows;
import io.sluice.testkit.lake.CompactionSteps;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.DayMoveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
final class ParquetCompactionTest {
    private static final String A = row(1, "a");
    private static final String B = row(2, "b");
    private static final String C = row(3, "c");

    private final ParquetLake lake = new ParquetLake();

    @Test
    void textGzipZstdAndParquetOfAFolderBecomeOneFile() {
        lake.put(key("ak", 1, ""), (A + "\n").getBytes(UTF_8));
        lake.put(key("ak", 2, ".gz"), Gzip.of("\uFEFF" + B));
        lake.put(key("ak", 3, ".zst"), Zstd.compress(C.getBytes(UTF_8)));
        lake.deliverParquet("ak", 4, row(4, "d"), row(5, "e"));
        lake.deliverParquet("ak", 5);
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A, B, C, row(4, "d"), row(5, "e")), lake.inLarge());
        assertEquals(1, lake.keys(LARGE).size());
        assertTrue(lake.keys(LARGE).getFirst().endsWith("-C1.parquet"), lake.keys(LARGE).toString());
        assertEquals(List.of(), lake.keys("net="));
        assertEquals(List.of(A, B, C, row(4, "d"), row(5, "e")), lake.visible());
    }

    /// Text, Parquet of before the table, of before a column became wider and another was added, and of the table.
    @Test
    void objectsOfEveryAgeBecomeOneFileOfTheTable(@TempDir Path folder) throws IOException {
        lake.columns = List.of(column("n", "int"));
        lake.deliverParquet("ak", 1, "{\"n\":1}");
        lake.columns = List.of(column("n", "int"), column("s", "string"));
        lake.path = Optional.of(path("net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:dt}/"));
        lake.deliverParquet("ak", 2, B);
        lake.columns = List.of(column("n", "bigint"), column("s", "string"));
        lake.deliverParquet("ak", 3, C);
        lake.deliver("ak", 4, row(4, "d"), "{\"net\":\"ak\",\"n\":5}");
        lake.compactedPath = Optional
                .of(path(LARGE + "net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:dt}/"));
        assertEquals(List.of(), lake.run());
        String inPath = ",\"net\":\"ak\",\"date\":\"2026-01-01\"}";
        assertEquals(List.of("{\"n\":1" + inPath, B.replace("}", inPath), C.replace("}", inPath),
                row(4, "d").replace("}", inPath), "{\"n\":5" + inPath), lake.inLarge());
        assertEquals(List.of(), lake.keys("net="));
        Path file = Files.write(folder.resolve("joined.parquet"), lake.object(lake.keys(LARGE).getFirst()));
        assertEquals(List.of("n=1", "s=2", "net=1000000000", "date=1000000001"), ids(file));
    }

    private static PathValues path(String prefix) {
        return new PathValues(prefix, KeyEncoding.PERCENT, List.of(column("net", "string"), column("date", "string")));
    }

    private static List<String> ids(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file),
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
            return reader.getFooter().getFileMetaData().getSchema().getFields().stream()
                    .map(field -> field.getName() + "=" + field.getId().intValue()).toList();
        }
    }

    @Test
    void rowsAreSortedByTheColumnsThatAreNamed() {
        lake.sortBy = List.of("s", "n");
        lake.deliver("ak", 1, row(9, "b"), row(3, "a"), "{\"n\":7}");
        lake.deliver("ak", 2, row(-1, "b"), row(3, "\uFF5E"), row(3, "\uD834\uDD1E"), row(2, "a"));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(row(2, "a"), row(3, "a"), row(-1, "b"), row(9, "b"), row(3, "\uFF5E"),
                row(3, "\uD834\uDD1E"), "{\"n\":7}"), lake.inLarge());
    }

    @Test
    void whatTheColumnsCannotHoldHoldsUpItsDayAndIsNamed() {
        for (String bad : List.of("{\"n\":\"many\"}", "{\"n\":1,\"x\":2}", "{\"n\":1,\"n\":2}", "no json", "[1]",
                "{\"n\":1.5}", "{\"net\":\"ci\",\"n\":1}")) {
            ParquetLake held = new ParquetLake();
            held.deliver("ak", 1, A);
            String key = held.deliver("ak", 2, B, bad);
            String troubles = held.run().toString();
            assertTrue(troubles.contains("s3://lake/" + key + ": record 2 cannot be a row"), troubles);
            assertTrue(troubles.contains("declare columns that hold it in Sluice.Table.Columns"), troubles);
            assertEquals(2, held.keys("net=").size(), bad);
            assertEquals(List.of(), held.keys(LARGE), bad);
        }
    }

    @Test
    void aMemberOfWhichThePathSaysTheSameIsNoLoss() {
        lake.deliver("ak", 1, "{\"net\":\"ak\",\"n\":1}");
        assertEquals(List.of(), lake.run());
        assertEquals(List.of("{\"n\":1}"), lake.inLarge());
    }

    @Test
    void aDamagedFileOrOneOfOtherColumnsHoldsUpItsDay() {
        lake.deliver("ak", 1, A);
        String key = lake.deliverParquet("ak", 2, B);
        byte[] whole = lake.object(key);
        byte[] damaged = whole.clone();
        damaged[40] ^= 0x55;
        lake.put(key, damaged);
        lake.now = lake.now.plus(Duration.ofHours(1));
        assertTrue(lake.run().toString().contains(key), "damaged");
        lake.put(key, whole);
        lake.now = lake.now.plus(Duration.ofHours(1));
        lake.columns = List.of(column("n", "bigint"));
        assertTrue(lake.run().toString().contains("no place"), "a column less");
        lake.columns = List.of(column("n", "int"), column("s", "string"));
        assertTrue(lake.run().toString().contains("has the column n as"), "another type");
        assertEquals(2, lake.keys("net=").size());
        assertEquals(List.of(), lake.keys(LARGE));
    }

    @Test
    void sourcesWithoutARecordAreNoLossAndHoldUpNothing() {
        lake.put(key("ak", 1, ".gz"), Gzip.of(""));
        lake.put(key("ak", 2, ""), "\n \n".getBytes(UTF_8));
        lake.deliver("ci", 3, A);
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A), lake.inLarge());
        assertEquals(List.of(), lake.keys("net="));
    }

    @Test
    void rowsThatDifferInASignOrAByteAreOthers() {
        lake.columns = List.of(column("n", "double"), column("s", "binary"));
        lake.sortBy = List.of("n");
        lake.deliver("ak", 1, "{\"n\":0.0,\"s\":\"AA==\"}", "{\"n\":-0.0,\"s\":\"AA==\"}", "{\"n\":1e300}",
                "{\"n\":-1e-300,\"s\":\"\"}");
        assertEquals(List.of(), lake.run());
        assertEquals(List.of("{\"n\":-1.0E-300,\"s\":\"\"}", "{\"n\":-0.0,\"s\":\"AA==\"}",
                "{\"n\":0.0,\"s\":\"AA==\"}", "{\"n\":1.0E300}"), lake.inLarge());
    }

    /// A writer that loses, repeats or changes what it is given is found out by those who read the file.
    @ParameterizedTest
    @ValueSource(strings = {"loses", "repeats", "swaps"})
    void aWriterThatMakesMistakesPublishesNothing(String mistake) {
        lake.deliver("ak", 1, A, B, C);
        RowFormat faulty = (conversion, key, out) -> new Faulty(mistake,
                new ParquetFormat().begin(conversion, key, out));
        String troubles = CompactionSteps
                .run(lake.compaction(new RowPorts(faulty, new ParquetTableRows(), new ParquetRows()))).toString();
        assertTrue(troubles.contains("is not what it is made of"), troubles);
        assertEquals(List.of(), lake.keys(LARGE));
        assertEquals(1, lake.keys("net=").size());
    }

    private static final class Faulty implements RowWriter {
        private final String mistake;
        private final RowWriter writer;
        private Optional<Row> first = Optional.empty();

        Faulty(String mistake, RowWriter writer) {
            this.mistake = mistake;
            this.writer = writer;
        }

        @Override
        public void write(Row row) throws IOException {
            boolean second = first.isPresent();
            if (mistake.equals("repeats") || (second && mistake.equals("swaps"))) {
                writer.write(first.orElse(row));
            }
            if (!second || mistake.equals("repeats")) {
                writer.write(row);
            }
            first = Optional.of(row);
        }

        @Override
        public void finish() throws IOException {
            writer.finish();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }

    @Test
    void sourcesStayWhereverAByteOfTheFileIsAnother() {
        int kept = 0;
        int length = joined(whole()).length;
        for (int at = 0; at < length; at += 7) {
            ParquetLake changed = whole();
            byte[] bytes = joined(changed);
            bytes[at] ^= 0x10;
            replace(changed, bytes);
            if (changed.run().isEmpty()) {
                assertEquals(List.of(A, B), changed.inLarge(), "byte " + at);
            } else {
                assertEquals(1, changed.keys("net=").size(), "byte " + at);
                kept++;
            }
        }
        assertTrue(kept > 10, kept + " of " + length);
    }

    @Test
    void sourcesStayWhereTheFileIsWholeAndOfOtherRows() {
        ParquetLake changed = whole();
        ParquetLake other = new ParquetLake();
        other.deliver("ak", 1, A, C);
        other.run();
        replace(changed, joined(other));
        assertTrue(changed.run().toString().contains("those that are there are not all of them"));
        assertEquals(1, changed.keys("net=").size());
    }

    /// A day is compacted, and the time of its sources has come.
    private static ParquetLake whole() {
        ParquetLake lake = new ParquetLake();
        lake.grace = Duration.ofHours(1);
        lake.deliver("ak", 1, A, B);
        assertEquals(List.of(), lake.run());
        lake.now = lake.now.plus(Duration.ofHours(2));
        return lake;
    }

    private static byte[] joined(ParquetLake lake) {
        return lake.object(lake.keys(LARGE).getFirst());
    }

    private static void replace(ParquetLake lake, byte[] bytes) {
        var key = new ObjectKey(lake.keys(LARGE).getFirst());
        String fingerprint = lake.data.head(key).orElseThrow().fingerprint();
        lake.data.delete(List.of(key));
        lake.data.create(key, Body.of(bytes), new ObjectAttributes("", fingerprint));
    }

    @Test
    void theWatermarkSaysThatWhatIsThereIsParquet() {
        lake.deliver("ak", 1, A);
        assertEquals(List.of(), lake.run());
        assertTrue(lake.compaction().days().current().from().endsWith(" as Parquet"));
    }

    @Test
    void rowsAreNotSortedByAColumnThatIsNotThere() {
        lake.sortBy = List.of("other");
        assertThrows(DayMoveException.class, lake::compaction);
    }

    @ParameterizedTest
    @EnumSource
    void killedAtAnyRequestItIsFinishedByTheNextRunAndEveryRowIsVisibleOnce(Faults.Kind kind) {
        ParquetLake whole = filled(new ParquetLake());
        assertEquals(List.of(), whole.run());
        int requests = whole.faults.requests.size();
        assertTrue(requests > 20, "requests: " + requests);
        for (int at = 0; at < requests; at++) {
            String fault = kind + " at request " + at;
            var self = new ParquetLake[1];
            ParquetLake lake = filled(new ParquetLake(() -> assertEquals(ROWS, self[0].visible(), fault)));
            self[0] = lake;
            lake.faults.arm(kind, at);
            try {
                lake.run();
            } catch (Faults.Crash | StoreException e) {
                // the next run carries on
            }
            lake.faults.disarm();
            assertEquals(List.of(), lake.run(), fault);
            assertEquals(ROWS, lake.visible(), fault);
            List<String> rows = new ArrayList<>(lake.inLarge());
            rows.sort(null);
            assertEquals(ROWS, rows, fault);
            assertEquals(List.of(), lake.keys("net="), fault);
        }
    }

    private static final List<String> ROWS = List.of(A, B, C, row(4, "d"));

    private static ParquetLake filled(ParquetLake lake) {
        lake.sortBy = List.of("n");
        lake.deliver("ak", 1, B);
        lake.deliver("ak", 2, A);
        lake.deliverParquet("ci", 3, C);
        lake.deliver("ci", 4, row(4, "d"));
        return lake;
    }
}
