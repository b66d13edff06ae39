package io.sluice.infra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// What depends on what: the app on sources, sources on jobs, jobs on storage, and none of them on what puts a stream
/// together.
final class PackagesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.sluice.infra");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.sluice.infra.(*)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void storageKnowsNothingThatRuns() {
        noClasses().that().resideInAPackage("io.sluice.infra.storage").should().dependOnClassesThat()
                .resideInAnyPackage("io.sluice.infra.job", "io.sluice.infra.source", "io.sluice.infra.app")
                .check(CLASSES);
    }

    @Test
    void jobsKnowNoSources() {
        noClasses().that().resideInAPackage("io.sluice.infra.job").should().dependOnClassesThat()
                .resideInAnyPackage("io.sluice.infra.source", "io.sluice.infra.app").check(CLASSES);
    }

    @Test
    void nobodyKnowsTheApp() {
        noClasses().that().resideOutsideOfPackage("io.sluice.infra.app").should().dependOnClassesThat()
                .resideInAPackage("io.sluice.infra.app").check(CLASSES);
    }

    @Test
    void partsDoNotKnowTheWhole() {
        noClasses().that()
                .resideInAnyPackage("io.sluice.infra.storage", "io.sluice.infra.job", "io.sluice.infra.source")
                .should().dependOnClassesThat().haveNameMatching(
                        "io\\.sluice\\.infra\\.(Sluice(Stream|Pipeline)|Stream(Choices|Alarms|Dashboard)|LogLoops).*")
                .check(CLASSES);
    }
}
