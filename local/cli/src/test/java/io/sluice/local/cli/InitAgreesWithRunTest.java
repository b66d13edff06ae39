package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Samples that are made by chance and then damaged. What init says that run would reject of them is what run rejects,
/// to the record, and it delivers the rest in no more folders than init said; a sample that init refuses fails as a
/// run. `-Dinit.samples=100000` makes as many.
@Tag("sized")
final class InitAgreesWithRunTest {
    private static final long SAMPLES = Long.getLong("init.samples", 12);
    private static final long FIRST_SEED = Long.getLong("init.firstSeed", 1);
    private static final Pattern REJECTED = Pattern
            .compile("warning: ([\\d,]+) of the sample's ([\\d,]+) records would be rejected");
    private static final Pattern FOLDERS = Pattern.compile("a folder for each of at most ([\\d,]+) values");
    private static final Pattern ADVICE = Pattern.compile("the sample is read with( [^:]*):");
    /// What damage is made of: what JSON is made of, and what it is not.
    private static final String ALPHABET = "{}[]\",:\\ \t\r\n0123456789-+.eEtruefalsnNa\u00e4/\u0000";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void initAndRunNeverDisagree() throws IOException {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SAMPLES; seed++) {
            agree(seed, 60);
        }
    }

    @Tag("long")
    @Test
    void initAndRunNeverDisagreeOnManyRecords() throws IOException {
        for (long seed = 1_000; seed < 1_100; seed++) {
            agree(seed, 1_000);
        }
    }

    private void agree(long seed, int records) throws IOException {
        Path home = Files.createDirectories(folder.resolve(Long.toString(seed)));
        String text = sample(new Random(seed), records);
        Path sample = Files.writeString(home.resolve("in"), text);
        Path config = home.resolve("stream.json");
        Outcome init = Cli.run("init", "--input", sample.toString(), "--out", config.toString());
        if (init.status() == 0) {
            taken(home, seed, init, text);
        } else {
            assertEquals(2, init.status(), () -> seed + ": " + init + "\n" + text);
            Files.writeString(config, CutShortRun.CONFIGURATION.replace(".k}", ".kind}"));
            assertTrue(run(home, List.of()).status() != 0, () -> seed + ": " + init + "\n" + text);
        }
        Folders.delete(home);
    }

    private static void taken(Path home, long seed, Outcome init, String text) throws IOException {
        String told = init.err().replaceAll("\\s+", " ");
        List<String> options = new ArrayList<>(List.of("--max-rejected", "100%"));
        Matcher advice = ADVICE.matcher(init.err());
        if (advice.find()) {
            options.addAll(List.of(advice.group(1).strip().replace("'", "").split(" ")));
        }
        Outcome run = run(home, options);
        String what = seed + ": " + init + "\n" + run + "\n" + text;
        assertTrue(run.status() <= 1 && !run.out().isEmpty(), what);
        JsonNode counts = run.json();
        assertEquals(number(REJECTED, told).orElse(0L), counts.path("recordsRejected").asLong(), what);
        assertEquals(counts.path("recordsIn").asLong(),
                counts.path("recordsDelivered").asLong() + counts.path("recordsRejected").asLong(), what);
        long folders = Delivered.lines(home.resolve("out")).keySet().stream().filter(key -> !key.contains("errors/"))
                .map(key -> key.substring(0, key.lastIndexOf('/'))).distinct().count();
        number(FOLDERS, told).ifPresent(most -> assertTrue(folders <= most, what));
    }

    private static Outcome run(Path home, List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("run", "--config", home.resolve("stream.json").toString(),
                "--input", home.resolve("in").toString(), "--out", home.resolve("out").toString(), "--json"));
        arguments.addAll(options);
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static OptionalLong number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1).replace(",", ""))) : OptionalLong.empty();
    }

    private static String sample(Random random, int records) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            lines.add("{\"kind\":\"" + "abc".charAt(random.nextInt(3)) + "\",\"at\":\"2026-01-0" + (1 + i % 3)
                    + "T00:00:00Z\",\"n\":" + random.nextInt(1_000)
                    + (random.nextInt(20) == 0 ? "" : ",\"x\":{\"y\":[1]}")
                    + "}");
        }
        String end = List.of("\n", "\r\n", ",\n", "\n\n", " ").get(random.nextInt(5));
        StringBuilder text = new StringBuilder(String.join(end, lines)).append('\n');
        for (int damage = random.nextInt(records / 4); damage > 0; damage--) {
            int at = random.nextInt(text.length());
            String with = String.valueOf(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, with);
                case 1 -> text.deleteCharAt(at);
                default -> text.replace(at, at + 1, with);
            }
        }
        return text.toString();
    }
}
