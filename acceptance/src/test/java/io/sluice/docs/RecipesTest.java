package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The recipes of CONTRIBUTING.md name the files that a change of their kind touches, and no others: those that name
/// the compression, the source or the builtin that a recipe is shown by.
final class RecipesTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]*\\.java)\\)");
    private static final Pattern COMMENTS = Pattern.compile("//[^\n]*");
    private static final Pattern TEXTS = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            A compression of objects; \\bHADOOP_SNAPPY\\b; 12
            A source;                 DYNAMODB_STREAMS|\\bChanges[A-Z]\\w+|TableStream|TableChanges; 17
            A jq builtin;             \\btrimStart\\b; 3
            """)
    void aRecipeNamesTheFilesThatTheChangeTouches(String recipe, String mark, int filesMax) throws IOException {
        Set<String> named = LINK.matcher(recipe(recipe)).results().map(link -> link.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(filesWith(Pattern.compile(mark)), named);
        assertTrue(named.size() <= filesMax, recipe + " takes " + named.size() + " files");
    }

    private static String recipe(String title) throws IOException {
        String page = Files.readString(Checkout.ROOT.resolve("CONTRIBUTING.md"));
        int start = page.indexOf("\n**" + title + "**");
        assertTrue(start >= 0, title);
        MatchResult end = Pattern.compile("\n(?:\\*\\*|## )").matcher(page).results()
                .filter(next -> next.start() > start).findFirst().orElseThrow();
        return page.substring(start, end.start());
    }

    /// Main files whose code, but for comments and texts, has the mark.
    private static Set<String> filesWith(Pattern mark) throws IOException {
        try (Stream<Path> files = Files.walk(Checkout.ROOT)) {
            var found = new TreeSet<String>();
            for (Path file : files.filter(RecipesTest::isMain).toList()) {
                String code = TEXTS.matcher(
                        COMMENTS.matcher(Files.readString(file, StandardCharsets.UTF_8)).replaceAll("")).replaceAll("");
                if (mark.matcher(code).find()) {
                    found.add(Checkout.ROOT.relativize(file).toString());
                }
            }
            return found;
        }
    }

    private static boolean isMain(Path file) {
        String name = Checkout.ROOT.relativize(file).toString();
        return name.endsWith(".java") && name.contains("src/main/java/") && !name.contains("target/")
                && !name.startsWith("benchmarks/") && !name.startsWith("testkit/") && !name.startsWith("out/");
    }
}
