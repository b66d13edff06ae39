package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What `docs/reference/compatibility.md` promises has tests that are there, lists that they read, and breaks that were
/// planted (`docs/internals/promises.md`).
final class CompatibilityPageTest {
    private static final Path REFERENCE = Checkout.ROOT.resolve("docs/reference");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)`");
    private static final Pattern LIST = Pattern.compile("\\]\\(promised/(\\w+)\\.txt\\)");
    private static final Pattern BREAK = Pattern.compile("break: ([^\\n]+)\\npromise: [^\\n]+\\nfile: ([^\\n]+)\\n"
            + "test: \\S+ [\\w.]*\\.(\\w+)\\n<<<\\n(.*?\\n)===\\n", Pattern.DOTALL);
    /// Marks of Java, of a JSON schema, and the word in what a variable of Terraform says of itself.
    private static final Pattern DEPRECATED = Pattern
            .compile("@Deprecated\\b|\"deprecated\"\\s*:\\s*true|(?i:\\bdeprecated\\b.*instead)");

    /// @param before the lines that it replaces
    private record Break(String words, Path file, String test, String before) {
        static List<Break> all() throws IOException {
            String list = Files.readString(Checkout.ROOT.resolve("build/planted/breaks.txt"));
            List<Break> all = BREAK.matcher(list).results().map(each -> new Break(each.group(1),
                    Checkout.ROOT.resolve(each.group(2)), each.group(3), each.group(4))).toList();
            assertEquals(list.lines().filter(line -> line.startsWith("break: ")).count(), all.size());
            return all;
        }
    }

    private static String page() throws IOException {
        return Files.readString(REFERENCE.resolve("compatibility.md"));
    }

    private static Set<String> named(Pattern pattern) throws IOException {
        return pattern.matcher(page()).results().map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Sources of tests, by the names of their classes.
    private static Map<String, Path> tests() throws IOException {
        Map<String, Path> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Checkout.ROOT)) {
            files.filter(file -> file.toString().endsWith("Test.java"))
                    .filter(file -> Checkout.ROOT.relativize(file).toString().contains("src/test/java/"))
                    .filter(file -> !Checkout.ROOT.relativize(file).toString().contains("target/"))
                    .forEach(file -> tests.put(file.getFileName().toString().replace(".java", ""), file));
        }
        return tests;
    }

    @Test
    void eachPromiseHasATestThatIsThere() throws IOException {
        List<String> rows = page().lines().filter(line -> line.startsWith("| ") && !line.startsWith("| promised"))
                .toList();
        assertTrue(rows.size() >= 12, rows::toString);
        rows.forEach(row -> assertTrue(TEST.matcher(row).find(), row));
        Set<String> missing = named(TEST);
        missing.removeAll(tests().keySet());
        assertEquals(Set.of(), missing);
    }

    @Test
    void eachListIsNamedAndReadByTheTestThatItNames() throws IOException {
        Set<String> lists = new TreeSet<>();
        Map<String, Path> tests = tests();
        try (Stream<Path> files = Files.list(REFERENCE.resolve("promised"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".txt", "");
                lists.add(name);
                Matcher holder = Pattern.compile("Held by (\\w+)\\.$").matcher(Files.readAllLines(file).getFirst());
                assertTrue(holder.find() && tests.containsKey(holder.group(1)), file::toString);
                assertTrue(Files.readString(tests.get(holder.group(1))).contains("\"" + name + "\""), file::toString);
                assertTrue(named(TEST).contains(holder.group(1)), file::toString);
                assertTrue(Files.readAllLines(file).size() > 1, () -> file + " promises nothing");
            }
        }
        assertEquals(lists, named(LIST));
    }

    /// The file that has it is named beside what replaces it.
    @Test
    void whatIsMarkedAsDeprecatedIsNamed() throws IOException {
        assertTrue(DEPRECATED.matcher("    @Deprecated(since = \"1.1.0\")").find());
        assertTrue(DEPRECATED.matcher("\"deprecated\": true").find());
        assertTrue(DEPRECATED.matcher("description = \"Deprecated: set b instead.\"").find());
        List<Path> marked = new ArrayList<>();
        for (Path file : promising()) {
            if (DEPRECATED.matcher(Files.readString(file)).find()) {
                marked.add(file);
            }
        }
        String page = page();
        assertEquals(marked.isEmpty(), page.contains("\nNothing is deprecated now.\n"), marked::toString);
        marked.forEach(file -> assertTrue(page.contains("`" + file.getFileName() + "`"), file::toString));
    }

    /// What the product says of itself: its sources, schemas and Terraform module.
    private static List<Path> promising() throws IOException {
        Pattern sources = Pattern
                .compile(".*/src/main/java/.*\\.java|docs/reference/.*\\.schema\\.json|terraform/.*\\.tf");
        try (Stream<Path> files = Files.walk(Checkout.ROOT)) {
            List<Path> all = files.filter(file -> {
                String name = Checkout.ROOT.relativize(file).toString();
                return sources.matcher(name).matches() && !name.contains("target/");
            }).toList();
            assertTrue(all.size() >= 1_000, () -> all.size() + " files");
            return all;
        }
    }

    /// Who changes a line that a break changes plants it anew.
    @Test
    void eachBreakFitsTheSourcesAndWhatFindsItIsOnThePage() throws IOException {
        List<Break> all = Break.all();
        assertTrue(all.size() >= 35, () -> all.size() + " breaks");
        String found = Files.readString(Checkout.ROOT.resolve("docs/internals/promises.md"));
        Map<String, Path> tests = tests();
        for (Break each : all) {
            String text = Files.readString(each.file());
            int at = text.indexOf(each.before());
            assertTrue(at >= 0 && text.indexOf(each.before(), at + 1) < 0, each::toString);
            assertTrue(tests.containsKey(each.test()), each::toString);
            assertTrue(named(TEST).contains(each.test()), each::toString);
            assertTrue(found.contains("| " + each.words() + " |"), () -> each.words() + " is not on the page");
        }
        assertEquals(all.size(), found.lines().filter(line -> line.matches("\\| .* \\| `\\w+Test` \\|.*")).count());
    }
}
