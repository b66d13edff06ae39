package io.sluice.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.Engine.Measured;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A day of hundreds of small objects through the view over both tables, before it is compacted and after.
@ExtendWith(Engine.Provider.class)
final class CompactedDayTest {
    private static final String DAY = "2018-02-01";
    private static final String VIEW = "views/quakes_all.sql";
    private static final String COLUMNS = """
            [{"Name":"id","Type":"bigint"}, {"Name":"mag","Type":"double"}, {"Name":"title","Type":"string"}]""";
    private static final String OF_ONE_KEY_AND_DAY = " FROM %s WHERE net = 'ak' AND date = '" + DAY + "'";
    private static final String SUMS = "SELECT count(*), count(DISTINCT id), sum(id),"
            + " sum(CAST(round(mag * 100) AS bigint)), sum(length(title))" + OF_ONE_KEY_AND_DAY;
    private static final int OBJECTS = 300;

    private final Engine engine;
    private final Random random = new Random(5);
    @TempDir
    private Path folder = Path.of("");

    CompactedDayTest(Engine engine) {
        this.engine = engine;
    }

    private static StreamFile stream(String compaction) throws IOException {
        return StreamFile.quakes().columns(COLUMNS).key("date", Quakes.BY_DAY)
                .key("net", "{\"Type\":\"enum\",\"Values\":[\"ak\",\"ci\"]}").compacted(compaction);
    }

    /// As a stream with a short interval leaves it.
    private void deliver(Lake lake, String net, int objects, int rows, int titleChars) throws IOException {
        for (int i = 0; i < objects; i++) {
            Path file = lake.file("net=" + net + "/date=" + DAY + "/quakes-1-" + DAY + "-00-00-00-"
                    + new UUID(0x8000L | (long) i << 16, 1L << 63) + ".gz");
            Files.createDirectories(file.getParent());
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                for (int row = 0; row < rows; row++) {
                    out.write("{\"id\":%d,\"mag\":%.2f,\"title\":\"%s\"}%n".formatted((long) row * objects + i,
                            random.nextInt(900) / 100.0, title(titleChars)).getBytes(UTF_8));
                }
            }
        }
    }

    private String title(int chars) {
        StringBuilder title = new StringBuilder();
        while (title.length() < chars) {
            title.append(Long.toString(random.nextLong(Long.MAX_VALUE), 36));
        }
        return title.substring(0, chars);
    }

    /// A lake whose day is compacted; the sources are still there, and the view that readers have is in force.
    private Lake compacted(StreamFile stream, int rows, int titleChars) throws IOException {
        Lake lake = Lake.in(folder, engine);
        deliver(lake, "ak", OBJECTS, rows, titleChars);
        deliver(lake, "ci", 20, 10, 40);
        lake.create(stream.table());
        lake.create(stream.compactedTable());
        return lake;
    }

    private void compact(Lake lake, StreamFile stream, String keepMinutes) throws IOException {
        lake.sluice("compact", "--config", stream.write(folder).toString(), "--keep-minutes", keepMinutes);
        lake.rows(Files.readString(lake.file(VIEW)));
    }

    @Test
    void oneKeyAndDayOpensOneObjectInsteadOfHundreds() throws IOException {
        StreamFile stream = stream("{\"Prefix\":\"large/\"}");
        try (Lake lake = compacted(stream, 50, 40)) {
            Measured before = lake.measured(SUMS.formatted("quakes"));
            assertEquals(OBJECTS, lake.lastRequests().read().size());
            assertEquals((long) OBJECTS * 50, before.rows().getFirst().getFirst());
            for (String minutes : List.of("60", "0")) {
                compact(lake, stream, minutes);
                Measured after = lake.measured(SUMS.formatted("quakes_all"));
                assertEquals(before.rows(), after.rows());
                Set<String> opened = lake.lastRequests().read();
                print("text, sources kept for " + minutes + " min", OBJECTS, before, opened.size(), after);
                if (minutes.equals("0")) {
                    assertTrue(opened.size() <= 2, opened.toString());
                    assertEquals(1, opened.stream().filter(key -> key.startsWith("large/net=ak/")).count());
                }
            }
            assertEquals(200, lake.number("SELECT count(*) FROM quakes_all WHERE net = 'ci' AND mag >= 0"));
        }
    }

    @Test
    void sortedParquetLetsTheEngineSkipWhatItDoesNotWant() throws IOException {
        StreamFile stream = stream("{\"Prefix\":\"large/\",\"Format\":\"Parquet\",\"SortBy\":[\"id\"]}");
        try (Lake lake = compacted(stream, 300, 1_000)) {
            Measured before = lake.measured(SUMS.formatted("quakes"));
            compact(lake, stream, "0");
            Measured after = lake.measured(SUMS.formatted("quakes_all"));
            assertEquals(before.rows(), after.rows());
            Set<String> opened = lake.lastRequests().read();
            assertTrue(opened.size() <= 2, opened.toString());
            print("Parquet", OBJECTS, before, opened.size(), after);
            long from = 45_000;
            String titles = "SELECT count(*), sum(length(title))" + OF_ONE_KEY_AND_DAY;
            Measured all = lake.measured(titles.formatted("quakes_all"));
            Measured some = lake.measured(
                    titles.formatted("quakes_all") + " AND id BETWEEN " + from + " AND " + (from + 99));
            assertEquals(List.of(List.of(100L, 100_000L)), some.rows());
            print("Parquet sorted by id: %,d bytes read for 100 rows of %,d, %,d bytes for all".formatted(some.bytes(),
                    (long) all.rows().getFirst().getFirst(), all.bytes()));
            assertTrue(some.bytes() * 2 < all.bytes(), some.bytes() + " of " + all.bytes());
        }
    }

    private static void print(String what, int objectsBefore, Measured before, int objects, Measured after)
            throws IOException {
        print("%s: one key and day: %d objects, %d ms, %,d bytes before; %d objects, %d ms, %,d bytes after".formatted(
                what, objectsBefore, before.took().toMillis(), before.bytes(), objects, after.took().toMillis(),
                after.bytes()));
    }

    /// Adds a line to what `build/engine/run` shows at its end.
    private static void print(String line) throws IOException {
        Path file = Path.of("..", "out", "engine", "compaction.txt");
        Files.createDirectories(file.getParent());
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
