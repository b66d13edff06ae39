package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// However `--out` is spelled, every command finds the same folder. Relative paths start at the working directory,
/// which is the module's folder here, as it is the checkout's for `./sluice`.
@Tag("long")
final class PathSpellingsTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final String CONFIG = EVENTS.resolve("stream.json").toString();
    private static final int RECORDS = 60;

    private Path base = Path.of("");
    private String input = "";

    @BeforeEach
    void inTheWorkingDirectory() throws IOException {
        base = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "spell ings-é");
        Files.createDirectories(base.resolve("real/deep"));
        Files.createSymbolicLink(base.resolve("link"), Path.of("real", "deep"));
        Path file = base.resolve("in.ndjson");
        List<String> sample = Files.readAllLines(EVENTS.resolve("earthquakes.ndjson"));
        Files.write(file, IntStream.range(0, RECORDS).mapToObj(n -> sample.get(n * 28)).toList());
        input = file.toString();
    }

    @AfterEach
    void leaveNothing() throws IOException {
        Folders.delete(base);
    }

    private static Outcome sluice(String command, String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--config", CONFIG, "--out", out));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static int done(Outcome outcome, String path) throws IOException {
        assertEquals(0, outcome.status(), outcome.toString());
        return outcome.json().at(path).asInt();
    }

    private static int objects(Path folder) throws IOException {
        return Delivered.lines(folder).size();
    }

    @ParameterizedTest
    @ValueSource(strings = {"@/out", "./@/out", "@/out/", "@//out", "@/out/../out", "@/./out/.", "@/link/out",
            "@/link/../out", "@/new/er/out", "@/o u t é", "ABSOLUTE/@/out", "ABSOLUTE/@/link/../out"})
    void everyCommandFindsTheFolder(String spelling) throws IOException {
        String out = spelling.replace("@", base.toString()).replace("ABSOLUTE",
                Path.of("").toAbsolutePath().toString());
        assertEquals(RECORDS, done(sluice("run", out, "--input", input, "--json"), "/recordsDelivered"));
        Path bucket = Path.of(out).toRealPath().resolve("quakes");
        int objects = objects(bucket);
        assertTrue(objects > 20, () -> "only " + objects);
        Outcome verified = sluice("verify", out, "--input", input);
        assertEquals(0, verified.status(), verified.toString());

        assertEquals(0, sluice("retention set", out, "--key", "net=us", "--days", "1").status());
        int old = done(sluice("retention run", out, "--dry-run", "--json"), "/objects");
        assertTrue(old > 0, "retention finds nothing");
        assertEquals(old, done(sluice("retention run", out, "--json"), "/objects"));
        assertEquals(objects - old, objects(bucket));

        int erased = done(sluice("erase", out, "--key", "net=ak", "--json"), "/objects");
        assertTrue(erased > 0, "erase finds nothing");
        assertEquals(objects - old - erased, objects(bucket));
        assertFalse(Files.exists(bucket.resolve("net=ak")) && objects(bucket.resolve("net=ak")) > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"@/out", "./@/out/", "@/link/../out", "ABSOLUTE/@/out"})
    void sourcesAreFoundAndRedriven(String spelling) throws IOException {
        String out = spelling.replace("@", base.toString()).replace("ABSOLUTE",
                Path.of("").toAbsolutePath().toString());
        Path raw = Path.of(out).toAbsolutePath().normalize();
        raw = spelling.contains("link") ? base.resolve("real/out") : raw;
        Path day = Files.createDirectories(raw.resolve("quakes/raw/2018/02/01"));
        Files.write(day.resolve("a.ndjson"), IntStream.range(0, RECORDS)
                .mapToObj(n -> "{\"properties\":{\"net\":\"n%d\",\"time\":%d}}".formatted(n, 1_517_443_200_000L + n))
                .toList());
        Outcome moved = sluice("repartition", out, "--from", "raw/", "--json");
        assertEquals(0, moved.status(), moved.toString());
        assertEquals(RECORDS, done(moved, "/records"), moved.out());

        Path errors = base.resolve("errors.ndjson");
        Files.writeString(errors,
                "{\"arrivalTimestamp\":1517443200000,"
                        + "\"rawData\":\"eyJwcm9wZXJ0aWVzIjp7Im5ldCI6ImNpIiwidGltZSI6MTUxNzk0MjQwMDAwMH19\"}\n");
        assertEquals(1, done(sluice("redrive", out + "-again", "--input", errors.toString(), "--json"),
                "/recordsDelivered"));
    }

    @Test
    void aFolderThatWasNeverARunsIsRefusedAndStaysAsItIs() throws IOException {
        Path empty = Files.createDirectories(base.resolve("empty"));
        Path other = base.resolve("other");
        Files.createDirectories(other.resolve("data"));
        Path absent = base.resolve("absent");
        for (String command : List.of("erase --key net=ak", "retention show", "retention set --key net=ak --days 1",
                "retention rm --key net=ak", "retention run", "repartition --from raw/", "verify --input " + "IN",
                "run --resume --input IN", "redrive --resume --input IN")) {
            for (Path folder : List.of(empty, other, absent)) {
                List<String> words = new ArrayList<>(List.of(command.split(" ")));
                words.replaceAll(word -> word.equals("IN") ? input : word);
                words.addAll(List.of("--config", CONFIG, "--out", folder.toString()));
                Outcome outcome = Cli.run(words.toArray(String[]::new));
                assertEquals(2, outcome.status(), words + ": " + outcome);
                assertEquals("", outcome.out());
                assertEquals(1, outcome.err().lines().count(), outcome.err());
                assertTrue(outcome.err().contains(folder.toString()), outcome.err());
            }
        }
        assertEquals(List.of(), children(empty));
        assertEquals(List.of("data"), children(other));
        assertFalse(Files.exists(absent));
        assertTrue(sluice("erase", other.toString(), "--key", "net=ak").err().contains("but has data"));
    }

    private static List<String> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.map(child -> child.getFileName().toString()).toList();
        }
    }

    @Test
    void whatIsNoFolderIsRefusedByName() throws IOException {
        Files.createSymbolicLink(base.resolve("round"), Path.of("about"));
        Files.createSymbolicLink(base.resolve("about"), Path.of("round"));
        Files.createSymbolicLink(base.resolve("dangling"), Path.of("nowhere"));
        for (String out : List.of("", " ", input, base + "/round", base + "/round/out", base + "/dangling")) {
            for (List<String> command : List.of(List.of("run", "--input", input), List.of("redrive", "--input", input),
                    List.of("verify", "--input", input), List.of("erase", "--key", "net=ak"),
                    List.of("retention set", "--days", "1", "--key", "net=ak"),
                    List.of("repartition", "--from", "raw/"))) {
                Outcome outcome = sluice(command.getFirst(), out,
                        command.subList(1, command.size()).toArray(String[]::new));
                assertEquals(2, outcome.status(), command + " " + out + outcome);
                assertEquals(1, outcome.err().lines().count(), outcome.err());
            }
        }
    }

    @Test
    void inputAndOutputMayNotLieInEachOther() throws IOException {
        Path out = Files.createDirectories(base.resolve("out"));
        Files.createDirectories(base.resolve("out/quakes/raw"));
        Files.copy(Path.of(input), out.resolve("quakes/raw/a.ndjson"));
        Files.createDirectories(base.resolve("out/.sluice"));
        Files.copy(Path.of(input), out.resolve(".sluice/a.ndjson"));
        for (String each : List.of(base.toString(), base + "/out", base + "/link/../..", base + "/out/quakes/raw",
                base + "/out/quakes/raw/a.ndjson", base + "/out/.sluice/a.ndjson")) {
            Outcome outcome = sluice("run", base.resolve("out").toString(), "--input", each);
            assertEquals(2, outcome.status(), each + outcome);
            assertTrue(outcome.err().contains("lie in each other"), outcome.err());
        }
        assertTrue(Files.exists(out.resolve(".sluice/a.ndjson")), "the input is gone");
    }
}
