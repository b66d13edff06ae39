package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import io.sluice.local.server.WritingFolder;
import io.sluice.testkit.lake.ViewReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Commands as processes of their own, killed by the operating system at a moment drawn from a seed, up to three times,
/// and repeated until one ends: an independent reader of paths and of the view finds each record once at every moment,
/// and nothing else is left. `-Dsluice.kills=1000` tries as many seeds; by default each command is tried once.
@Tag("long")
final class KilledCommandsTest {
    private static final int SEEDS = Integer.getInteger("sluice.kills", Work.values().length);
    private static final int FROM = Integer.getInteger("sluice.kills.from", 0);
    private static final int KILLS_MAX = 3;
    private static final Map<Work, Integer> KILLED = new EnumMap<>(Work.class);
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Pattern LEFTOVER = Pattern.compile(".*-[0-9a-f]{12}.*-[0-9a-f]{12}|\\.mpus-.*|\\.s3proxy-.*");

    @TempDir
    private Path folder = Path.of("");
    private List<String> records = List.of();
    private Work work = Work.RUN;

    /// What is killed.
    enum Work {
        RUN, RECOVER, COMPACT, REPARTITION, ERASE, REDRIVE, RETENTION
    }

    private static Stream<Integer> seeds() {
        return IntStream.range(FROM, FROM + SEEDS).boxed();
    }

    @AfterAll
    static void tell() {
        System.out.println("processes killed, by the seed's command: " + KILLED);
    }

    @BeforeEach
    void configure() throws IOException {
        records = Files.readAllLines(SmallQuakes.FILE).subList(0, 400);
        Files.write(folder.resolve("input.ndjson"), records);
        String stream = Files.readString(EVENTS.resolve("stream.json"));
        Files.writeString(folder.resolve("stream.json"), stream.replace("\"Sluice\": {",
                "\"Sluice\": {\"Compaction\":{\"Prefix\":\"large/\"},"));
        Files.writeString(folder.resolve("plain.json"), stream);
        Files.writeString(folder.resolve("by-date.json"), stream.replace("net=!{partitionKeyFromQuery:net}/", "raw/")
                .replace("{net:.properties.net,date:", "{date:").replace("\"quakes\",", "\"quakes-streamed\","));
        Files.writeString(folder.resolve("rejecting.json"), stream.replace("{net:.properties.net,",
                "{net:(.properties.net|error),"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void killedAtAnyMomentACommandIsFinishedByTheNext(int seed) throws Exception {
        Random random = new Random(seed);
        work = Work.values()[seed % Work.values().length];
        switch (work) {
            case RUN -> {
                untilFinished(random, this::run);
                assertEquals(sorted(records), Delivered.sorted(bucket()));
            }
            case RECOVER -> recovered(random);
            case COMPACT -> compacted(random);
            case REPARTITION -> repartitioned(random);
            case ERASE -> erased(random);
            case REDRIVE -> redriven(random);
            case RETENTION -> retained(random);
        }
        assertALeftOverIsDiscarded();
        assertNothingIsLeft();
    }

    private Path out() {
        return folder.resolve("out");
    }

    private Path bucket() {
        return out().resolve("quakes");
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    /// What is to be done next; empty when nothing is.
    private interface Next {
        List<String> command();
    }

    private static List<String> command(String name, Path config, Path out, String... more) {
        List<String> command = new ArrayList<>(List.of(name.split(" ")));
        command.addAll(List.of("--config", config.toString(), "--out", out.toString()));
        command.addAll(List.of(more));
        return command;
    }

    private List<String> run() {
        return run(folder.resolve("plain.json"), out(), folder.resolve("input.ndjson"), "run");
    }

    private static List<String> run(Path config, Path out, Path input, String name) {
        if (isThrough(out)) {
            return List.of();
        }
        return command(name, config, out, Files.exists(out.resolve(".sluice/run.json"))
                ? new String[]{"--input", input.toString(), "--resume"}
                : new String[]{"--input", input.toString()});
    }

    /// A run that has delivered and cleaned up: it ended by itself, or was killed on its last way out.
    private static boolean isThrough(Path out) {
        return hasFiles(out.resolve("quakes")) && Files.notExists(out.resolve(".sluice/run.json"));
    }

    private static boolean hasFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.anyMatch(Files::isRegularFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A run that was killed while it cleaned up leaves a state that says that it is finished: whatever takes the
    /// folder next deletes it, also a command that is refused.
    private void assertALeftOverIsDiscarded() {
        if (Files.isDirectory(out().resolve(".sluice-finished"))) {
            Outcome refused = Cli.run("run", "--config", folder.resolve("plain.json").toString(), "--out",
                    out().toString(), "--input", folder.resolve("input.ndjson").toString());
            assertEquals(2, refused.status(), refused.toString());
            assertTrue(refused.err().contains("has objects already"), refused.toString());
        }
    }

    /// Kills what is to be done up to some times, and then lets it end.
    private void untilFinished(Random random, Next next) throws Exception {
        for (int kills = 1 + random.nextInt(KILLS_MAX); kills > 0; kills--) {
            List<String> command = next.command();
            if (command.isEmpty() || isEndedBefore(killed(command, random))) {
                return;
            }
            assertEveryObjectIsWhole();
        }
        List<String> command = next.command();
        if (!command.isEmpty()) {
            Outcome finished = Cli.run(command.toArray(String[]::new));
            assertEquals(0, finished.status(), finished.toString());
        }
    }

    /// Whether a process ended by itself, and well.
    private static boolean isEndedBefore(Process process) throws IOException {
        int status = process.exitValue();
        assertTrue(status == 0 || status == 137, () -> status + ": " + output(process));
        return status == 0;
    }

    private static String output(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private Process killed(List<String> arguments, Random random) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        if (!process.waitFor(600 + random.nextInt(MOMENT_MILLIS_MAX), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            KILLED.merge(work, 1, Integer::sum);
        }
        process.waitFor();
        return process;
    }

    /// The kill's moment after the process began: on an idle machine a command takes about two seconds.
    private static final int MOMENT_MILLIS_MAX = Integer.getInteger("sluice.kills.millis", 3_500);

    private void assertEveryObjectIsWhole() throws IOException {
        if (Files.isDirectory(bucket())) {
            try (Stream<Path> tree = Files.walk(bucket())) {
                assertEquals(List.of(), tree.filter(Files::isRegularFile)
                        .filter(file -> LEFTOVER.matcher(file.getFileName().toString()).matches()).toList());
            }
            Delivered.lines(bucket());
        }
    }

    private void assertNothingIsLeft() throws IOException {
        assertEveryObjectIsWhole();
        assertTrue(Files.notExists(out().resolve(WritingFolder.NAME)), "a place of files that are written");
        try (Stream<Path> tree = Files.walk(out())) {
            assertEquals(List.of(), tree.filter(file -> file.getFileName().toString().equals(".sluice-lock")
                    || file.getFileName().toString().equals(".sluice")
                    || file.getFileName().toString().equals(".sluice-finished")).toList());
        }
    }

    private void recovered(Random random) throws Exception {
        killed(run(), random);
        if (!Files.exists(out().resolve(".sluice/run.json"))) {
            untilFinished(random, this::run);
            assertEquals(sorted(records), Delivered.sorted(bucket()));
            return;
        }
        Path table = out().resolve(".sluice/dynamodb");
        if (Files.exists(table)) {
            Folders.delete(table);
        }
        killed(command("recover", folder.resolve("plain.json"), out()), random);
        Cli.run(command("recover", folder.resolve("plain.json"), out()).toArray(String[]::new));
        untilFinished(random, this::run);
        assertEquals(sorted(records), Delivered.sorted(bucket()));
    }

    /// What a reader of the view sees of the table over the stream's prefix, and of another one.
    private List<String> seen(String table, String prefix, boolean isSource) throws IOException {
        Map<String, byte[]> objects = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(bucket())) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                objects.put(bucket().relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        byte[] view = objects.get("views/quakes_all.sql");
        if (view == null) {
            return isSource
                    ? Delivered.sorted(bucket().resolve(prefix))
                    : Delivered.lines(bucket()).entrySet().stream().filter(each -> each.getKey().startsWith("net="))
                            .flatMap(each -> each.getValue().stream()).sorted().toList();
        }
        return sorted(new ViewReader("quakes", Map.of("quakes", key -> key.startsWith("net="), table,
                key -> key.startsWith(prefix))).rows(new String(view, UTF_8), objects));
    }

    private void compacted(Random random) throws Exception {
        SmallQuakes.deliver(bucket(), records);
        untilFinished(random, () -> {
            assertSeen("quakes_compacted", "large/", false);
            return command("compact", folder.resolve("stream.json"), out(), "--keep-minutes", "0");
        });
        assertSeen("quakes_compacted", "large/", false);
        assertEquals(sorted(records), Delivered.sorted(bucket().resolve("large")));
        assertEquals(0, verified("stream.json").status());
    }

    private void assertSeen(String table, String prefix, boolean isSource) {
        try {
            assertEquals(sorted(records), seen(table, prefix, isSource));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Outcome verified(String config) {
        return Cli.run("verify", "--config", folder.resolve(config).toString(), "--out", out().toString(), "--input",
                folder.resolve("input.ndjson").toString());
    }

    private void streamByDate() {
        Outcome streamed = Cli.run(run(folder.resolve("by-date.json"), out(), folder.resolve("input.ndjson"), "run")
                .toArray(String[]::new));
        assertEquals(0, streamed.status(), streamed.toString());
    }

    private void repartitioned(Random random) throws Exception {
        streamByDate();
        untilFinished(random, () -> {
            assertSeen("raw", "raw/", true);
            return command("repartition", folder.resolve("plain.json"), out(), "--from", "raw/", "--remove-source");
        });
        assertSeen("raw", "raw/", true);
        assertEquals(0, verified("plain.json").status(), () -> verified("plain.json").toString());
    }

    private void erased(Random random) throws Exception {
        streamByDate();
        untilFinished(random, () -> command("erase", folder.resolve("plain.json"), out(), "--key", "net=ak", "--source",
                "raw/"));
        assertEquals(sorted(records.stream().filter(line -> !line.contains("\"net\":\"ak\"")).toList()),
                Delivered.sorted(bucket().resolve("raw")));
    }

    private void redriven(Random random) throws Exception {
        Path rejected = folder.resolve("rejected");
        Cli.run(run(folder.resolve("rejecting.json"), rejected, folder.resolve("input.ndjson"), "run")
                .toArray(String[]::new));
        untilFinished(random, () -> run(folder.resolve("plain.json"), out(), rejected.resolve("quakes/errors"),
                "redrive"));
        assertEquals(sorted(records), Delivered.sorted(bucket()));
    }

    private void retained(Random random) throws Exception {
        SmallQuakes.deliver(bucket(), records);
        List<String> kept = new ArrayList<>();
        Delivered.lines(bucket()).forEach((key, lines) -> {
            if (!key.startsWith("net=ak/")) {
                kept.addAll(lines);
            }
        });
        Outcome rule = Cli.run("retention", "set", "--config", folder.resolve("plain.json").toString(), "--out",
                out().toString(), "--key", "net=ak", "--days", "1");
        assertEquals(0, rule.status(), rule.toString());
        untilFinished(random, () -> command("retention run", folder.resolve("plain.json"), out()));
        assertEquals(sorted(kept), Delivered.sorted(bucket()));
    }
}
