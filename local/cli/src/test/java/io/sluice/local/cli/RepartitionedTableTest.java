package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The Iceberg table of a stream to whose layout objects were moved that were there before it: the sample, streamed by
/// date as JSON, becomes Parquet by network and date. `-Dsluice.kills=1000` kills the job by as many seeds.
@Tag("long")
final class RepartitionedTableTest {
    private static final int SEEDS = Integer.getInteger("sluice.kills", 3);
    private static final int FROM = Integer.getInteger("sluice.kills.from", 0);
    private static final int KILLS_MAX = 3;
    private static final long RECORDS = 1_707;
    private static final String OF_THE_RECORD = "{net:.properties.net,date:"
            + "(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))}";
    /// Parquet has the network in the path alone, and gives a time as text.
    private static final String OF_THE_ROW = "{net:.id[0:2],date:.properties.time[0:10]}";
    private static final String INPUT = TableFolder.QUAKES.resolve("earthquakes.ndjson").toString();

    @TempDir
    private Path folder = Path.of("");
    private TableFolder table = new TableFolder(Path.of(""), "");
    private String config = "";

    @BeforeEach
    void streamByDate() throws IOException {
        folder = folder.toRealPath();
        table = new TableFolder(folder.resolve("out"), "quakes");
        config = write("stream.json", TableFolder.configuration().toString());
        String byDate = write("by-date.json", byDate(Files.readString(TableFolder.QUAKES.resolve("stream.json")))
                .replace("\"quakes\",", "\"quakes-streamed\","));
        done(List.of("run", "--config", byDate, "--input", INPUT, "--out", table.out().toString()));
    }

    private static String byDate(String configuration) {
        return configuration.replace("net=!{partitionKeyFromQuery:net}/", "raw/")
                .replace("{net:.properties.net,date:", "{date:");
    }

    private String write(String name, String configuration) throws IOException {
        return Files.writeString(folder.resolve(name), configuration).toString();
    }

    private static void done(List<String> command) {
        Outcome outcome = Cli.run(command.toArray(String[]::new));
        assertEquals(0, outcome.status(), command + ": " + outcome);
    }

    private List<String> command(String name, String... more) {
        List<String> command = new ArrayList<>(List.of(name.split(" ")));
        command.addAll(List.of("--config", config, "--out", table.out().toString()));
        command.addAll(List.of(more));
        return command;
    }

    private List<String> repartition(String... more) {
        List<String> command = command("repartition", "--from", "raw/");
        command.addAll(List.of(more));
        return command;
    }

    /// The stream's own objects are in the table, each once and with the values of its folder.
    private void assertTable(long rows) throws IOException {
        assertEquals(made(), table.files());
        assertEquals(rows, table.rows());
        assertEquals(made().stream().map(key -> key.substring(0, key.lastIndexOf('/'))).toList(), partitions());
    }

    private List<String> made() throws IOException {
        return table.objects().stream().filter(key -> key.startsWith("net=")).toList();
    }

    private List<String> partitions() throws IOException {
        return table.read(each -> {
            try (CloseableIterable<FileScanTask> tasks = each.newScan().planFiles()) {
                List<String> values = new ArrayList<>();
                tasks.forEach(task -> values.add("net=" + task.partition().get(0, String.class) + "/date="
                        + task.partition().get(1, String.class)));
                return values.stream().sorted().toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void whatWasMovedIsInTheTableAndStaysThereWhenTheSourceGoes() throws IOException {
        done(repartition());
        assertTable(RECORDS);
        done(repartition());
        assertTable(RECORDS);
        done(repartition("--remove-source"));
        assertTable(RECORDS);
        done(command("iceberg register", "--from", ""));
        assertTable(RECORDS);
    }

    @Test
    void whatIsRetainedAndErasedAfterwardsLeavesTheTable() throws IOException {
        done(repartition("--remove-source"));
        done(command("retention set", "--key", "net=ci", "--days", "2"));
        done(command("retention run", "--now", "2018-02-08T00:00:00Z"));
        assertTable(RECORDS - 336);
        done(command("erase", "--key", "net=ak"));
        assertTable(RECORDS - 336 - 297);
        done(repartition("--remove-source"));
        assertTable(RECORDS - 336 - 297);
    }

    @Test
    void whatWasMovedBeforeThereWasATableIsInItOnceThereIs() throws IOException {
        ObjectNode without = TableFolder.configuration();
        without.withObject("/Sluice").remove("Iceberg");
        config = write("without.json", without.toString());
        done(repartition("--remove-source"));
        config = write("stream.json", TableFolder.configuration().toString());
        done(command("iceberg register"));
        done(command("iceberg register", "--from", ""));
        assertTable(RECORDS);
    }

    @Test
    void theTableIsMadeAgainOfWhatWasMoved() throws IOException {
        done(repartition());
        Path moved = folder.resolve("moved");
        Files.move(table.out(), moved);
        table = new TableFolder(moved, "quakes");
        done(command("iceberg register"));
        assertTable(RECORDS);
    }

    /// Its log has Parquet objects that are under no partition of the new table.
    @Test
    void objectsOfTheStreamsOwnEarlierLayoutAreMovedFromTheirTableIntoAnother() throws IOException {
        table = new TableFolder(folder.resolve("own"), "quakes");
        String byDate = write("own.json", byDate(TableFolder.configuration().toString()));
        done(List.of("run", "--config", byDate, "--input", INPUT, "--out", table.out().toString()));
        assertEquals(RECORDS, table.rows());
        table = new TableFolder(table.out(), "by_network");
        ObjectNode configuration = TableFolder.configuration();
        configuration.withObject("/Sluice/Iceberg").put("Table", "sluice.by_network");
        config = write("stream.json", configuration.toString().replace(OF_THE_RECORD, OF_THE_ROW));
        done(repartition());
        assertTable(RECORDS);
        done(repartition("--remove-source"));
        assertTable(RECORDS);
    }

    private static Stream<Integer> seeds() {
        return IntStream.range(FROM, FROM + SEEDS).boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void killedAtAnyMomentEachObjectThatWasMovedIsInTheTableOnce(int seed) throws Exception {
        Random random = new Random(seed);
        String remove = random.nextBoolean() ? "--remove-source" : "--json";
        for (int kills = 1 + random.nextInt(KILLS_MAX); kills > 0; kills--) {
            KilledProcess.run(repartition(remove), random);
            if (Files.exists(table.out().resolve("iceberg/catalog.db"))) {
                done(command("iceberg register"));
                List<String> files = table.files();
                assertEquals(files.stream().distinct().toList(), files);
                assertTrue(table.objects().containsAll(files), () -> "seed " + seed + ": " + files);
            }
        }
        done(repartition(remove));
        assertTable(RECORDS);
        done(repartition("--remove-source"));
        assertTable(RECORDS);
    }
}
