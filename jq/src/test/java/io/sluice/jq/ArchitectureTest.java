package io.sluice.jq;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// jq stands alone: the platform and the regex engine are all that it knows.
final class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.sluice.jq");

    @Test
    void jqKnowsThePlatformAndTheRegexEngineAndNothingElse() {
        classes().should().onlyDependOnClassesThat()
                .resideInAnyPackage("io.sluice.jq..", "java..", "org.joni..", "org.jcodings..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void thePartsKnowNothingOfWhatIsOfferedOutside() {
        noClasses().that().resideInAPackage("io.sluice.jq.*..").should().dependOnClassesThat()
                .resideInAPackage("io.sluice.jq").check(CLASSES);
    }

    @Test
    void thePartsHaveNoCycles() {
        slices().matching("io.sluice.jq.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
