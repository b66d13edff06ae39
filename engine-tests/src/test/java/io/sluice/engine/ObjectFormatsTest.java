package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Objects of several batches' bytes: one gzip member or zstd frame each, which a reader that stops at the first reads
/// whole.
@ExtendWith(Engine.Provider.class)
final class ObjectFormatsTest {
    /// So many copies of the sample are two batches, the second of which has a whole copy.
    private static final int COPIES = 4;

    private final Engine engine;
    @TempDir
    private Path folder = Path.of("");

    ObjectFormatsTest(Engine engine) {
        this.engine = engine;
    }

    private static StreamFile byDay() throws IOException {
        return StreamFile.quakes().partitioned("date=!{partitionKeyFromQuery:date}/",
                "{date:(.properties.time/1000|strftime(\"%Y-%m-%d\"))}").key("date", Quakes.BY_DAY);
    }

    @ParameterizedTest
    @CsvSource({"UNCOMPRESSED,", "GZIP,1f8b0800", "ZSTD,28b52ffd", "HADOOP_SNAPPY,"})
    void everyRecordOfEveryBatchInAnObjectIsARow(String format, String memberStart) throws IOException {
        try (Lake lake = Lake.of(byDay().compressed(format), Quakes.repeated(COPIES, folder), folder, engine)) {
            Map<String, Long> expected = new TreeMap<>(Quakes.countBy(quake -> Quakes.day(quake).toString()));
            expected.replaceAll((day, count) -> count * COPIES);
            assertEquals(expected.size(), lake.keys("").size(), "one object a day");
            if (memberStart != null) {
                for (String key : lake.keys("")) {
                    assertEquals(1, occurrences(memberStart, lake.file(key)), key + " is one member of two batches");
                }
            }
            assertEquals(expected, lake.counts("SELECT date, count(*) FROM quakes GROUP BY date"));
            assertEquals(Quakes.COUNT, lake.number("SELECT count(DISTINCT id) FROM quakes"));
        }
    }

    private static long occurrences(String hex, Path file) throws IOException {
        return Pattern.compile(hex).matcher(HexFormat.of().formatHex(Files.readAllBytes(file))).results().count();
    }
}
