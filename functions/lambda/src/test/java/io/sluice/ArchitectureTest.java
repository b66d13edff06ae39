package io.sluice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What depends on what (`docs/internals/design/README.md`, "Packages").
final class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/io/sluice/testkit/")).importPackages("io.sluice");

    @Test
    void onlyTheAdaptersAndTheHandlersKnowAws() {
        noClasses().that().resideOutsideOfPackages("io.sluice.aws..", "io.sluice.lambda..").should()
                .dependOnClassesThat().resideInAnyPackage("software.amazon..", "com.amazonaws..").check(CLASSES);
    }

    @Test
    void theDomainDoesNotKnowItsAdaptersAndHandlers() {
        noClasses().that().resideOutsideOfPackages("io.sluice.aws..", "io.sluice.lambda..").should()
                .dependOnClassesThat().resideInAnyPackage("io.sluice.aws..", "io.sluice.lambda..").check(CLASSES);
    }

    /// Keys, ids and decisions are functions of the data (invariant 9). Whoever may read a clock or draw a random name
    /// is listed here, with what for.
    @Test
    void nobodyElseReadsAClockOrDrawsByChance() {
        Set<String> may = Set.of(
                // compose: they hand a clock on, and name an invocation
                "io.sluice.lambda.AwsPorts", "io.sluice.lambda.CallHandler", "io.sluice.app.Flushing",
                "io.sluice.app.Lake",
                // how long a request waits that is tried again
                "io.sluice.aws.Pauses",
                // which keys of a record meet in a table, so that nobody can have all of them meet; never their order
                "io.sluice.jq.value.KeyHash",
                // the duration of key extraction, a metric alone
                "io.sluice.ingest.Ingest",
                // how long the searches of a record take together, beyond which it is rejected; never a key
                "io.sluice.jq.builtin.Regex",
                // jq's own `now`, where the caller hands no clock in
                "io.sluice.jq.JqProgram", "io.sluice.jq.JqQuery", "io.sluice.jq.Main");
        noClasses().that(DescribedPredicate.describe("are not listed here", type -> !may.contains(outermost(type))))
                .should().accessTargetWhere(DescribedPredicate.describe("it reads a clock or draws by chance",
                        ArchitectureTest::isClockOrChance))
                .check(CLASSES);
    }

    @Test
    void theDesignPageNamesEachPackageAndNoOther() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "internals", "design", "README.md"));
        String table = page.substring(page.indexOf("## Packages"), page.indexOf("Dependencies point inward"));
        Set<String> named = new TreeSet<>();
        table.lines().filter(line -> line.startsWith("| `")).map(line -> line.substring(0, line.indexOf('|', 1)))
                .forEach(cell -> Pattern.compile("`([a-z]+)`").matcher(cell).results()
                        .forEach(name -> named.add(name.group(1))));
        Set<String> packages = CLASSES.stream().map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("io.sluice.") && !name.startsWith("io.sluice.jq")
                        && !name.startsWith("io.sluice.plugin"))
                .map(name -> name.replaceAll("^io\\.sluice\\.([a-z]+).*", "$1"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(packages, named);
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceAll("\\$.*", "");
    }

    private static boolean isClockOrChance(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getName();
        return switch (owner) {
            case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
            case "java.lang.Math" -> name.equals("random");
            case "java.util.UUID" -> name.equals("randomUUID");
            case "java.time.InstantSource", "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
            case "java.util.Random", "java.security.SecureRandom", "java.util.concurrent.ThreadLocalRandom",
                    "java.util.SplittableRandom" ->
                true;
            default -> owner.startsWith("java.time.") && name.equals("now");
        };
    }

    /// A configuration is read without what is done with it.
    @Test
    void theConfigurationKnowsNoneOfItsUsers() {
        noClasses().that().resideInAPackage("io.sluice.config..").should().dependOnClassesThat().resideInAnyPackage(
                "io.sluice.retention..", "io.sluice.repartition..", "io.sluice.compaction..",
                "io.sluice.view..", "io.sluice.source..", "io.sluice.ingest..",
                "io.sluice.flush..", "io.sluice.recover..", "io.sluice.manifest..").check(CLASSES);
    }

    /// Paths are cut, bound and read back by functions of the data; tables and repartition ask them, not the other way
    /// round.
    @Test
    void pathsKnowNothingButFormatsAndColumns() {
        noClasses().that().resideInAPackage("io.sluice.layout..").should().dependOnClassesThat(
                DescribedPredicate.describe("are of another package of Sluice",
                        type -> type.getPackageName().startsWith("io.sluice.")
                                && !Set.of("io.sluice.layout", "io.sluice.codec", "io.sluice.columns")
                                        .contains(type.getPackageName())))
                .check(CLASSES);
    }

    @Test
    void theManifestIsPure() {
        noClasses().that().resideInAPackage("io.sluice.manifest..").should().dependOnClassesThat()
                .haveFullyQualifiedName("java.time.InstantSource").orShould().dependOnClassesThat()
                .haveFullyQualifiedName("io.sluice.objects.ObjectStore").orShould().dependOnClassesThat()
                .haveFullyQualifiedName("io.sluice.index.BufferIndex").check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.sluice.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /// What is counted again is counted by nothing that moved or rewrote it.
    @Test
    void whatCountsAgainSharesNothing() {
        noClasses().that().resideInAPackage("io.sluice.audit").should().dependOnClassesThat()
                .resideInAnyPackage("io.sluice.input..", "io.sluice.source..", "io.sluice.repartition..",
                        "io.sluice.view..", "io.sluice.retention..", "io.sluice.ingest..", "io.sluice.deaggregate..",
                        "io.sluice.codec..",
                        "io.sluice.encoding..", "io.sluice.convert..", "io.sluice.objects..",
                        "io.sluice.segment..", "io.sluice.firehose..", "io.sluice.jq..")
                .check(CLASSES);
    }

    /// Users compile against the API of plug-ins: what it needs, they would need.
    @Test
    void theApiOfPluginsKnowsThePlatformAndNothingElse() {
        classes().that().resideInAPackage("io.sluice.plugin..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("io.sluice.plugin..", "java..", "org.jspecify..").check(CLASSES);
    }

    /// jq is a module of its own, which knows nothing of Sluice; its regex engine is its own matter.
    @Test
    void jqsRegexEngineIsJqsOwnMatter() {
        noClasses().that().resideOutsideOfPackage("io.sluice.jq..").should().dependOnClassesThat()
                .resideInAnyPackage("org.joni..", "org.jcodings..").check(CLASSES);
    }
}
