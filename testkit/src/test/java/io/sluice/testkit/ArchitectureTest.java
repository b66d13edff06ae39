package io.sluice.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the testkit knows, and who uses it (`docs/decisions/0071-modules-are-the-map.md`).
final class ArchitectureTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.sluice.testkit");

    /// Measurements use the rest, and have no JUnit.
    @Test
    void onlyTheContractsKnowJUnit() {
        noClasses().that().resideOutsideOfPackage("io.sluice.testkit.contract..").should().dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "org.opentest4j..").check(CLASSES);
    }

    @Test
    void itKnowsPortsAndNeitherAdaptersNorHandlers() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("io.sluice.aws..", "io.sluice.lambda..",
                "software.amazon..", "com.amazonaws..").check(CLASSES);
    }

    @Test
    void contractsFakesAndRequestsAreApart() {
        slices().matching("io.sluice.testkit.(*)..").should().notDependOnEachOther().check(CLASSES);
    }

    /// What is deployed and what users start must not stand on a fake.
    @Test
    void noModuleButTheBenchmarksHasItOutsideOfTests() throws IOException {
        Map<String, List<String>> scopes = scopes();
        assertEquals(List.of("compile"), scopes.remove("benchmarks"));
        assertTrue(scopes.keySet().containsAll(Set.of("lambda", "cli", "serve", "parquet")), scopes.toString());
        scopes.forEach((module, each) -> assertEquals(List.of("test"), each, module + "/pom.xml"));
    }

    /// Whole tests of a module are nobody's library: what two modules need is here.
    @Test
    void noModuleSharesItsTests() throws IOException {
        for (Path pom : poms()) {
            assertTrue(!Files.readString(pom).contains("test-jar"), pom + " shares or takes a test-jar");
        }
    }

    /// By module, the scopes in which its pom names the testkit.
    private static Map<String, List<String>> scopes() throws IOException {
        Map<String, List<String>> scopes = new TreeMap<>();
        for (Path pom : poms()) {
            Matcher dependencies = DEPENDENCY.matcher(Files.readString(pom));
            while (dependencies.find()) {
                String dependency = dependencies.group(1);
                if (dependency.contains("<artifactId>sluice-testkit</artifactId>")) {
                    Matcher scope = Pattern.compile("<scope>(\\w+)</scope>").matcher(dependency);
                    scopes.computeIfAbsent(pom.getParent().getFileName().toString(), _ -> new ArrayList<>())
                            .add(scope.find() ? scope.group(1) : "compile");
                }
            }
        }
        return scopes;
    }

    /// Of all modules, those that no build names by itself included.
    private static List<Path> poms() throws IOException {
        List<Path> poms = new ArrayList<>();
        for (Path parent : List.of(ROOT, ROOT.resolve("functions"), ROOT.resolve("local"))) {
            try (Stream<Path> modules = Files.list(parent)) {
                poms.addAll(modules.map(module -> module.resolve("pom.xml")).filter(Files::isRegularFile).sorted()
                        .toList());
            }
        }
        return poms;
    }
}
