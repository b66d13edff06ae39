package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.local.cli.Cli.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run with an Iceberg table, and `iceberg register`, as processes of their own that are killed at a moment drawn
/// from a seed: whoever comes next leaves each object in the table once. `-Dsluice.kills=1000` tries as many seeds.
@Tag("long")
final class KilledTableTest {
    private static final int SEEDS = Integer.getInteger("sluice.kills", 4);
    private static final int FROM = Integer.getInteger("sluice.kills.from", 0);
    private static final int KILLS_MAX = 3;

    @TempDir
    private Path folder = Path.of("");

    private static Stream<Integer> seeds() {
        return IntStream.range(FROM, FROM + SEEDS).boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void killedAtAnyMomentEachObjectIsInTheTableOnce(int seed) throws Exception {
        Random random = new Random(seed);
        folder = folder.toRealPath();
        TableFolder table = new TableFolder(folder.resolve("out"), "quakes");
        String config = Files.writeString(folder.resolve("stream.json"), TableFolder.configuration().toString())
                .toString();
        List<String> run = List.of("run", "--config", config, "--out", table.out().toString(), "--input",
                TableFolder.QUAKES.resolve("earthquakes.ndjson").toString());
        for (int kills = 1 + random.nextInt(KILLS_MAX); kills > 0 && !isThrough(table); kills--) {
            KilledProcess.run(next(run, table), random);
        }
        if (!isThrough(table)) {
            done(next(run, table));
        }
        List<String> register = List.of("iceberg", "register", "--config", config, "--out", table.out().toString());
        if (random.nextBoolean()) {
            Files.delete(table.out().resolve("iceberg/catalog.db"));
            KilledProcess.run(register, random);
        }
        done(register);
        assertEquals(table.objects(), table.files());
        assertEquals(1_707, table.rows());
    }

    private static boolean isThrough(TableFolder table) throws Exception {
        return Files.isDirectory(table.bucket()) && !table.objects().isEmpty()
                && Files.notExists(table.out().resolve(".sluice/run.json"));
    }

    private static List<String> next(List<String> run, TableFolder table) {
        List<String> next = new ArrayList<>(run);
        if (Files.exists(table.out().resolve(".sluice/run.json"))) {
            next.add("--resume");
        }
        return next;
    }

    private static void done(List<String> command) {
        Outcome outcome = Cli.run(command.toArray(String[]::new));
        assertEquals(0, outcome.status(), outcome.toString());
    }
}
