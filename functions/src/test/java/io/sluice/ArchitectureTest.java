package io.sluice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// What depends on what (`docs/design/README.md`, "Packages").
final class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.sluice");

    @Test
    void onlyTheAdaptersAndTheHandlersKnowAws() {
        noClasses().that().resideOutsideOfPackages("io.sluice.aws", "io.sluice.lambda").should()
                .dependOnClassesThat().resideInAnyPackage("software.amazon..", "com.amazonaws..").check(CLASSES);
    }

    @Test
    void theDomainDoesNotKnowItsAdaptersAndHandlers() {
        noClasses().that().resideOutsideOfPackages("io.sluice.aws", "io.sluice.lambda").should()
                .dependOnClassesThat().resideInAnyPackage("io.sluice.aws", "io.sluice.lambda").check(CLASSES);
    }

    @Test
    void theManifestIsPure() {
        noClasses().that().resideInAPackage("io.sluice.manifest").should().dependOnClassesThat()
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
        noClasses().that().resideInAPackage("io.sluice.recount").should().dependOnClassesThat()
                .resideInAnyPackage("io.sluice.input..", "io.sluice.repartition..",
                        "io.sluice.retention..", "io.sluice.ingest..", "io.sluice.deaggregate..", "io.sluice.codec..",
                        "io.sluice.json..", "io.sluice.encoding..", "io.sluice.convert..", "io.sluice.objects..",
                        "io.sluice.segment..", "io.sluice.firehose..", "io.sluice.jq..")
                .check(CLASSES);
    }

    @Test
    void jqDependsOnNoOtherStepOfARecordsWay() {
        noClasses().that().resideInAPackage("io.sluice.jq").should().dependOnClassesThat()
                .resideInAnyPackage("io.sluice.config..", "io.sluice.prefix..", "io.sluice.extract..",
                        "io.sluice.reject..", "io.sluice.ingest..")
                .check(CLASSES);
    }
}
