package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.rejects.RejectBound;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Samples in the forms in which data come, made by chance and then damaged. What init says that run would reject of
/// them is what run rejects, to the record, and it delivers the rest in no more folders than init said; a sample that
/// init refuses fails as a run. `-Dinit.samples=100000` makes as many, and `-Dinit.firstSeed=N` begins there.
@Tag("sized")
final class InitAgreesWithRunTest {
    private static final long SAMPLES = Long.getLong("init.samples", 48);
    private static final long FIRST_SEED = Long.getLong("init.firstSeed", 1);
    /// Of so many samples one goes by the command line in the place of its steps.
    private static final long COMMANDS = Long.getLong("init.commands", 16);
    private static final Pattern REJECTED = Pattern
            .compile("warning: ([\\d,]+) of the sample's ([\\d,]+) records? would be rejected");
    private static final Pattern FOLDERS = Pattern.compile("a folder for each of at most ([\\d,]+) values");
    private static final Pattern ADVICE = Pattern.compile("the sample is read with( [^:]*):");

    @TempDir
    private Path folder = Path.of("");

    /// The outcome of a run, by whichever way.
    ///
    /// @param in empty where it ended early
    private record Counts(OptionalLong in, long delivered, long rejected, boolean failed,
            Map<String, List<String>> objects) {}

    @Test
    void initAndRunNeverDisagree() throws IOException {
        agree(FIRST_SEED, SAMPLES, 60);
    }

    /// Seeds that disagreed once: a number that jq reads and no strict reader of JSON does; a first line whose brace is
    /// gone, so that it looks like a header.
    @ParameterizedTest
    @ValueSource(longs = {8_219, 54_750})
    void initAndRunAgreeWhereTheyDidNot(long seed) throws IOException {
        agree(seed, 1, 60);
    }

    @Tag("long")
    @Test
    void initAndRunNeverDisagreeOnManyRecords() throws IOException {
        agree(1_000, 100, 1_000);
    }

    private void agree(long first, long samples, int records) throws IOException {
        long refused = 0;
        long damaged = 0;
        try (var runs = new ManyRuns(Files.createDirectories(folder.resolve("runs")))) {
            for (long seed = first; seed < first + samples; seed++) {
                Counts counts = agree(seed, records, runs);
                refused += counts.failed ? 1 : 0;
                damaged += counts.rejected > 0 ? 1 : 0;
            }
        }
        System.out.printf("%,d samples from seed %d on: %,d refused, %,d with rejected records%n", samples, first,
                refused, damaged);
    }

    private Counts agree(long seed, int records, ManyRuns runs) throws IOException {
        Path home = Files.createDirectories(folder.resolve(Long.toString(seed)));
        byte[] made = Samples.of(new Random(seed), records);
        Path sample = Files.write(home.resolve("in"), made);
        Path config = home.resolve("stream.json");
        Outcome init = Cli.run("init", "--input", sample.toString(), "--out", config.toString(), "--stream", "s" + seed,
                "--bucket", "data");
        List<String> options = List.of();
        if (init.status() != 0) {
            Files.writeString(config,
                    CutShortRun.CONFIGURATION.replace(".k}", ".kind}").replace(":\"s\"", ":\"s" + seed + "\""));
        } else {
            Matcher advice = ADVICE.matcher(init.err());
            options = advice.find()
                    ? Arrays.stream(advice.group(1).strip().split(" ")).map(each -> each.replace("'", "")).toList()
                    : List.of();
        }
        Counts counts = seed % COMMANDS == 0
                ? byCommand(home, options, init.status() == 0)
                : bySteps(home, options, init.status() == 0, runs);
        String what = "seed " + seed + ": " + init + "\n" + counts + "\n" + new String(made, UTF_8);
        if (init.status() == 0) {
            assertTaken(counts, init.err().replaceAll("\\s+", " "), what);
        } else {
            assertTrue(init.status() <= 2 && counts.failed, what);
        }
        Folders.delete(home);
        return counts;
    }

    private static void assertTaken(Counts counts, String told, String what) {
        assertTrue(counts.in.isPresent(), what);
        assertEquals(number(REJECTED, told).orElse(0L), counts.rejected, what);
        assertEquals(counts.in.getAsLong(), counts.delivered + counts.rejected, what);
        long folders = counts.objects.keySet().stream().filter(key -> !key.contains("errors/"))
                .map(key -> key.substring(0, key.lastIndexOf('/'))).distinct().count();
        number(FOLDERS, told).ifPresent(most -> assertTrue(folders <= most, what));
    }

    private static Counts bySteps(Path home, List<String> options, boolean all, ManyRuns runs) throws IOException {
        ManyRuns.Result run = runs.run(home.resolve("stream.json"), home.resolve("in"),
                all ? RejectBound.parse("100%") : RejectBound.MOST, options);
        return run.counts()
                .map(counts -> new Counts(OptionalLong.of(counts.recordsIn()), counts.recordsDelivered(),
                        counts.recordsRejected(), run.failure().isPresent(), run.objects()))
                .orElseGet(() -> new Counts(OptionalLong.empty(), 0, 0, true, Map.of()));
    }

    private static Counts byCommand(Path home, List<String> options, boolean all) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--config", home.resolve("stream.json").toString(),
                "--input", home.resolve("in").toString(), "--out", home.resolve("out").toString(), "--json"));
        arguments.addAll(all ? List.of("--max-rejected", "100%") : List.of());
        arguments.addAll(options);
        Outcome run = Cli.run(arguments.toArray(String[]::new));
        if (run.out().isEmpty()) {
            return new Counts(OptionalLong.empty(), 0, 0, run.status() != 0, Map.of());
        }
        JsonNode counts = run.json();
        return new Counts(OptionalLong.of(counts.path("recordsIn").asLong()), counts.path("recordsDelivered").asLong(),
                counts.path("recordsRejected").asLong(), run.status() != 0, Delivered.lines(home.resolve("out/data")));
    }

    private static OptionalLong number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1).replace(",", ""))) : OptionalLong.empty();
    }
}
