package io.sluice.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The judge shares no code with the judged: what it knows of folders, dates, ages and rules it works out by itself.
final class OracleArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages("io.sluice.simulation");

    /// Those that judge where records lie and when they go.
    private static final Set<String> ORACLES = Set.of("Oracle", "LandingOracle", "CompletenessClaims", "OwnTime",
            "Delivered", "Landed", "KnownObjects", "SimulatedBatch", "SimulatedCall", "lake.Due", "lake.LakeOracle",
            "lake.Targets", "lake.ViewCheck", "folders.FolderOracle", "folders.FolderStream", "folders.FolderRecord");

    private static final DescribedPredicate<JavaClass> ORACLE = DescribedPredicate.describe("are oracles",
            each -> ORACLES.contains(outermost(each).substring("io.sluice.simulation.".length())));

    private static String outermost(JavaClass each) {
        int nested = each.getName().indexOf('$');
        return nested < 0 ? each.getName() : each.getName().substring(0, nested);
    }

    @Test
    void whatAnOracleWorksOutKnowsNoClassOfTheProduct() {
        classes().that().resideInAPackage("io.sluice.simulation.own").should().onlyDependOnClassesThat()
                .resideInAnyPackage("io.sluice.simulation.own", "java..", "org.jspecify.annotations").check(CLASSES);
    }

    @Test
    void noOracleAsksTheProductWhereRecordsLieOrWhenTheyGo() {
        noClasses().that(ORACLE).should().dependOnClassesThat()
                .resideInAnyPackage("io.sluice.layout..", "io.sluice.retention..", "io.sluice.compaction..",
                        "io.sluice.repartition..", "io.sluice.config..")
                .check(CLASSES);
        noClasses().that(ORACLE).should().dependOnClassesThat()
                .haveNameMatching("io\\.sluice\\.(partition\\.PartitionBinder|view\\.(Day|OpenDays|Watermark).*)")
                .check(CLASSES);
    }

    /// A rule about a class that is not there holds whatever is written.
    @Test
    void allOfThemAreThere() {
        ORACLES.forEach(each -> assertTrue(CLASSES.contain("io.sluice.simulation." + each), each));
    }
}
