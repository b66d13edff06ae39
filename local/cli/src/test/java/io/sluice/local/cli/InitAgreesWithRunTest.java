package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/// Samples that are made by chance and then damaged: what init says that run would reject of them is what run rejects
/// of them, to the record.
final class InitAgreesWithRunTest {
    private static final Pattern REJECTED = Pattern
            .compile("warning: ([\\d,]+) of the sample's ([\\d,]+) records would be rejected");
    private static final Pattern ADVICE = Pattern.compile("the sample is read with( [^:]*):");
    /// What damage is made of: what JSON is made of, and what it is not.
    private static final String ALPHABET = "{}[]\",:\\ \t\r\n0123456789-+.eEtruefalsnNa\u00e4/\u0000";

    @TempDir
    private Path folder = Path.of("");

    @RepeatedTest(12)
    void initSaysWhatRunRejects(RepetitionInfo repetition) throws IOException {
        agree(new Random(repetition.getCurrentRepetition()), 60);
    }

    @Tag("long")
    @RepeatedTest(100)
    void initSaysWhatRunRejectsOfManyRecords(RepetitionInfo repetition) throws IOException {
        agree(new Random(1_000 + repetition.getCurrentRepetition()), 1_000);
    }

    private void agree(Random random, int records) throws IOException {
        String text = sample(random, records);
        Path sample = Files.writeString(folder.resolve("in"), text);
        Path config = folder.resolve("stream.json");
        Outcome init = Cli.run("init", "--input", sample.toString(), "--out", config.toString());
        if (init.status() != 0) {
            assertEquals(2, init.status(), () -> init + "\n" + text);
            return;
        }
        List<String> arguments = new ArrayList<>(List.of("run", "--config", config.toString(), "--input",
                sample.toString(), "--out", folder.resolve("out").toString(), "--json", "--max-rejected", "100%"));
        Matcher advice = ADVICE.matcher(init.err());
        if (advice.find()) {
            arguments.addAll(List.of(advice.group(1).strip().replace("'", "").split(" ")));
        }
        Outcome run = Cli.run(arguments.toArray(String[]::new));
        assertTrue(run.status() <= 1 && !run.out().isEmpty(), () -> init + "\n" + run + "\n" + text);
        Matcher rejected = REJECTED.matcher(init.err().replaceAll("\\s+", " "));
        assertEquals(rejected.find() ? Integer.parseInt(rejected.group(1).replace(",", "")) : 0,
                run.json().path("recordsRejected").asInt(), () -> init + "\n" + run + "\n" + text);
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
