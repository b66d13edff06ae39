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
    private static final Path ROOT = Path.of("..");
    private static final Path DECISIONS = ROOT.resolve("docs/decisions");
    private static final List<String> MODULES = List.of("plugin", "jq", "functions", "testkit", "simulation", "parquet",
            "local", "junit", "infra", "acceptance", "benchmarks", "site", "engine-tests");
    private static final int LINE_MAX = 120;
    private static final Pattern DECISION = Pattern.compile("# (\\d{4}): \\p{Lu}.*");
    private static final Pattern NUMBERED = Pattern.compile("(\\d+)\\. \\*\\*.*");
    private static final Pattern TEST = Pattern.compile("`(?:[a-z]+\\.)*([A-Z]\\w*(?:Test|Contract))\\b");

    @Test
    void aDecisionBeginsWithItsNumberAndItsDate() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.list(DECISIONS)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
                List<String> lines = Files.readAllLines(file);
                Matcher title = DECISION.matcher(lines.getFirst());
                boolean right = title.matches() && file.getFileName().toString().startsWith(title.group(1) + "-")
                        && lines.get(2).matches("20\\d\\d-\\d\\d-\\d\\d");
                if (!right) {
                    wrong.add(file.getFileName() + " begins with " + lines.subList(0, 3));
                }
            }
        }
        assertEquals(List.of(), wrong, "a decision begins with '# NNNN: Title', an empty line and its date");
    }

    @Test
    void theInvariantsOfASectionAreNumberedWithoutADouble() throws IOException {
        int last = 0;
        for (String line : Files.readAllLines(ROOT.resolve("docs/INVARIANTS.md"))) {
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
        Matcher tests = TEST.matcher(Files.readString(ROOT.resolve("docs/INVARIANTS.md")));
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
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
                    Files.readAllLines(file).stream()
                            .filter(line -> line.length() > LINE_MAX && !isTableOrLink(line.strip()))
                            .forEach(line -> wide.add(file.getFileName() + ": " + line.strip()));
                }
            }
        }
        assertEquals(List.of(), wide, "lines end at column " + LINE_MAX);
    }

    /// Rows of a table and links have no place to break.
    private static boolean isTableOrLink(String line) {
        return line.startsWith("/// |") || (line.startsWith("///") && line.contains("https://"));
    }

    private static Set<String> sources() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                names.addAll(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".java"))
                        .map(name -> name.substring(0, name.length() - ".java".length())).collect(Collectors.toSet()));
            }
        }
        return names;
    }
}
