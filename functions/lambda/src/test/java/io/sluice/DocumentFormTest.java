package io.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Decisions and invariants are told in one form, and what enforces an invariant is there.
final class DocumentFormTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Path DECISIONS = ROOT.resolve("docs/decisions");
    private static final List<String> MODULES = List.of("plugin", "jq", "functions/format", "functions/buffer",
            "functions/ingest", "functions/lake", "functions/app", "functions/lambda", "testkit", "simulation",
            "parquet", "functions/iceberg", "functions/registrar", "deployment", "local/verify", "local/serve",
            "local/plan", "local/cli",
            "junit", "infra", "acceptance",
            "benchmarks", "engine-tests");
    private static final int LINE_MAX = 120;
    private static final Pattern DECISION = Pattern.compile("# (\\d{4}): \\p{Lu}.*");
    private static final Pattern NUMBERED = Pattern.compile("(\\d+)\\. \\*\\*.*");
    private static final Pattern TEST = Pattern.compile("`(?:[a-z]+\\.)*([A-Z]\\w*(?:Test|Contract))\\b");

    @Test
    void aDecisionBeginsWithItsNumberItsDateAndItsStatus() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path file : decisions()) {
            List<String> lines = Files.readAllLines(file);
            Matcher title = DECISION.matcher(lines.getFirst());
            boolean right = title.matches() && file.getFileName().toString().startsWith(title.group(1) + "-")
                    && lines.get(2).matches("20\\d\\d-\\d\\d-\\d\\d(, changed 20\\d\\d-\\d\\d-\\d\\d)?")
                    && lines.get(4).matches("\\*\\*Status:\\*\\* (accepted|replaces |replaced by ).*\\.");
            if (!right) {
                wrong.add(file.getFileName() + " begins with " + lines.subList(0, 5));
            }
        }
        assertEquals(List.of(), wrong, "a decision begins with '# NNNN: Title', its date and its status");
    }

    @Test
    void theIndexOfDecisionsIsWhatTheySayOfThemselves() throws IOException {
        List<String> rows = new ArrayList<>();
        for (Path file : decisions()) {
            List<String> lines = Files.readAllLines(file);
            String title = lines.getFirst();
            rows.add("| [" + title.substring(2, 6) + "](" + file.getFileName() + ") | " + title.substring(8) + " | "
                    + lines.get(2).substring(0, 10) + " | " + lines.get(4).replaceAll("^\\S+ |\\.$", "") + " |");
        }
        assertEquals(rows, Files.readAllLines(DECISIONS.resolve("README.md")).stream()
                .filter(line -> line.startsWith("| [")).toList(), "the rows of docs/decisions/README.md");
    }

    /// "Returns…", "The number of…": four in a hundred may ask in place of saying.
    @Test
    void documentationSaysFirstWhatAThingIs() throws IOException {
        List<String> asking = new ArrayList<>();
        int blocks = 0;
        for (String module : MODULES) {
            for (Path file : javaFiles(ROOT.resolve(module).resolve("src/main"))) {
                String before = "";
                for (String line : Files.readAllLines(file)) {
                    boolean isFirst = line.strip().startsWith("///") && !before.startsWith("///");
                    before = line.strip();
                    blocks += isFirst ? 1 : 0;
                    if (isFirst && before.matches("///\\s+(What|Whether|How|Where)\\b.*")) {
                        asking.add(file.getFileName() + ": " + before);
                    }
                }
            }
        }
        assertTrue(asking.size() * 25 <= blocks, asking.size() + " of " + blocks + ": " + asking);
    }

    @Test
    void theReadmeIsShort() throws IOException {
        int words = Files.readString(ROOT.resolve("README.md")).strip().split("\\s+").length;
        assertTrue(words <= 700, "README.md has " + words + " words");
    }

    @Test
    void whatTheMapNamesIsThere() throws IOException {
        String map = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
        Matcher named = Pattern.compile("([A-Z]\\w+)\\.java").matcher(map);
        Set<String> missing = new TreeSet<>();
        while (named.find()) {
            missing.add(named.group(1));
        }
        assertTrue(missing.size() >= 6, missing.toString());
        missing.removeAll(sources());
        assertEquals(Set.of(), missing);
    }

    @Test
    void theInvariantsOfASectionAreNumberedWithoutADouble() throws IOException {
        int last = 0;
        for (String line : Files.readAllLines(ROOT.resolve("docs/internals/INVARIANTS.md"))) {
            Matcher numbered = NUMBERED.matcher(line);
            if (line.startsWith("## ")) {
                last = 0;
            } else if (numbered.matches()) {
                assertEquals(last + 1, Integer.parseInt(numbered.group(1)), line);
                last++;
            }
        }
    }

    @Test
    void whatEnforcesAnInvariantIsThere() throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher tests = TEST.matcher(Files.readString(ROOT.resolve("docs/internals/INVARIANTS.md")));
        while (tests.find()) {
            named.add(tests.group(1));
        }
        assertTrue(named.size() > 30, named.toString());
        named.removeAll(sources());
        assertEquals(Set.of(), named);
    }

    @Test
    void noLineIsWiderThanTheHouses() throws IOException {
        List<String> wide = new ArrayList<>();
        for (String module : MODULES) {
            for (Path file : javaFiles(ROOT.resolve(module).resolve("src"))) {
                Files.readAllLines(file).stream()
                        .filter(line -> line.length() > LINE_MAX && !isTableOrLink(line.strip()))
                        .forEach(line -> wide.add(file.getFileName() + ": " + line.strip()));
            }
        }
        assertEquals(List.of(), wide, "lines end at column " + LINE_MAX);
    }

    /// Rows of a table and links have no place to break.
    private static boolean isTableOrLink(String line) {
        return line.startsWith("/// |") || (line.startsWith("///") && line.contains("https://"));
    }

    private static List<Path> decisions() throws IOException {
        try (Stream<Path> files = Files.list(DECISIONS)) {
            return files.filter(each -> each.getFileName().toString().matches("\\d{4}-.*\\.md")).sorted().toList();
        }
    }

    /// None where a module has no such folder.
    private static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> each.toString().endsWith(".java")).sorted().toList();
        }
    }

    private static Set<String> sources() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module : MODULES) {
            names.addAll(javaFiles(ROOT.resolve(module).resolve("src")).stream()
                    .map(file -> file.getFileName().toString().replaceFirst("\\.java$", ""))
                    .collect(Collectors.toSet()));
        }
        return names;
    }
}
