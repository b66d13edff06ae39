package io.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The glossary (`docs/internals/design/README.md`, "Words") has each word that a public type is called by, but for
/// those that every programmer knows.
final class GlossaryTest {
    /// Plain words of computing, by the reason why they need no explanation.
    private static final Map<String, String> PLAIN = Map.of(
            "a class that does what its name says, as in the JDK",
            "reader writer parser builder decoder converter compressor splitter deserializer processor handler invoker"
                    + " worker decompression processing once services",
            "the shape of a value, by the type that it has anywhere",
            "byte text line row page field member value content body message request section setting definition"
                    + " configuration schema type id name ref path tree file input output log listing info"
                    + " attribute length time timestamp date zone pattern limit bound budget form coding encoding"
                    + " compression format sample",
            "an outcome, or a count of something",
            "answer exception outcome summary report count total sum digest match progress history archive metric"
                    + " violation deadline processed extracted context",
            "an interface to something outside",
            "store client endpoint invocation jar memory pool sink place policy",
            "the name of a thing that is not ours", "ddl sql",
            "a run of bytes, of times, or of the functions", "run",
            "the time between two attempts", "pause",
            "bytes in the DEFLATE format", "deflated",
            "the reason why records of a delivery become error records", "wrapping");

    @Test
    void eachPublicTypeIsNamedByAWordOfTheGlossary() throws IOException {
        Set<String> known = Stream.concat(glossary().stream(),
                PLAIN.values().stream().flatMap(words -> Stream.of(words.split(" ", -1)))).map(GlossaryTest::singular)
                .collect(Collectors.toSet());
        Map<String, Set<String>> unexplained = new TreeMap<>();
        for (JavaClass type : publicTypes()) {
            String noun = head(type.getSimpleName());
            if (!known.contains(singular(noun))) {
                unexplained.computeIfAbsent(noun, _ -> new TreeSet<>()).add(type.getSimpleName());
            }
        }
        assertEquals(Map.of(), unexplained, "explain these nouns in the glossary, or name the types by a word of it");
    }

    @Test
    void noPlainWordIsExplainedNorUnused() throws IOException {
        Set<String> nouns = publicTypes().stream().map(type -> singular(head(type.getSimpleName())))
                .collect(Collectors.toSet());
        Set<String> glossary = glossary().stream().map(GlossaryTest::singular).collect(Collectors.toSet());
        assertEquals(List.of(),
                PLAIN.values().stream().flatMap(words -> Stream.of(words.split(" ", -1))).map(GlossaryTest::singular)
                        .filter(word -> !nouns.contains(word) || glossary.contains(word)).sorted().toList());
    }

    private static List<JavaClass> publicTypes() {
        return new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("/io/sluice/testkit/")).importPackages("io.sluice")
                .stream().filter(JavaClass::isTopLevelClass).filter(type -> type.getModifiers().contains(
                        JavaModifier.PUBLIC))
                .filter(type -> !type.getPackageName().startsWith("io.sluice.jq")
                        && !type.getPackageName().startsWith("io.sluice.plugin"))
                .toList();
    }

    /// The words in italics of the page's last part.
    private static Set<String> glossary() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "internals", "design", "README.md"));
        return Pattern.compile("(?<!\\*)\\*([a-z][a-z -]*)\\*(?!\\*)").matcher(page.substring(page.indexOf("## Words")))
                .results().flatMap(words -> Stream.of(words.group(1).split("[ -]", -1))).collect(Collectors.toSet());
    }

    /// The last word of a name: what the type is.
    private static String head(String name) {
        String[] words = name.split("(?<=[a-z0-9])(?=[A-Z])", -1);
        return words[words.length - 1].toLowerCase(Locale.ROOT);
    }

    private static String singular(String noun) {
        if (noun.endsWith("ies")) {
            return noun.substring(0, noun.length() - 3) + "y";
        }
        if (noun.endsWith("xes") || noun.endsWith("ches")) {
            return noun.substring(0, noun.length() - 2);
        }
        return noun.endsWith("s") && !noun.endsWith("ss") ? noun.substring(0, noun.length() - 1) : noun;
    }
}
