package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.deployment.DeploymentException;
import io.sluice.infra.app.SluiceApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every axis of a deployment, with every value of every other one.
final class MatrixTest {
    static Stream<Variant> variants() {
        return Variants.matrix().stream();
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("variants")
    void aVariantIsSynthesisedWithoutAFindingOfCdkNag(Variant variant) {
        Deployed deployed = Matrix.of(variant);

        assertEquals(List.of(), deployed.findings());
        deployed.stacks().forEach((name, stack) -> assertTrue(!stack.resources().isEmpty(), name));
    }

    @ParameterizedTest
    @MethodSource("usual")
    void aUsualVariantIsSynthesisedWithoutAFindingOfCdkNag(Variant variant) {
        aVariantIsSynthesisedWithoutAFindingOfCdkNag(variant);
    }

    static Stream<Variant> usual() {
        return Variants.usual().stream();
    }

    @Test
    void anyTwoChoicesThatGoTogetherAreSynthesisedTogether() {
        assertEquals(Variants.pairs(Variants.deployable()), Variants.pairs(Variants.matrix()));
    }

    @Tag("long")
    @Test
    void everyTypeOfResourceThatIsDeployedIsOneWhoseReplacementsAreKnown() {
        var deployed = new TreeSet<String>();
        variants().forEach(variant -> Matrix.of(variant).stacks().values().forEach(stack -> stack.resources().values()
                .forEach(resource -> deployed.add(resource.type()))));
        assertEquals(new TreeSet<>(CreateOnly.types()), deployed);
    }

    static Stream<Variant> refused() {
        return Variants.bases().stream().flatMap(base -> Stream.of(
                base.with(Variant.Format.PARQUET), base.with(Variant.Format.PARQUET, Variant.Tables.NEW_DATABASE),
                base.with(Variant.Repartition.WANTED), base.with(Variant.Compaction.WANTED),
                base.with(Variant.Compaction.WANTED, Variant.Repartition.WANTED),
                base.with(Variant.Delivery.FIREHOSE)))
                .filter(each -> !each.isDeployable()).distinct();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotWorkIsRefusedWithTheReason(Variant variant, @TempDir Path folder) throws Exception {
        Path jar = Files.writeString(folder.resolve("any.jar"), "stands for a jar");
        var app = Synthesis.app(folder.resolve("cdk.out"), variant.context(folder, jar, jar));
        var refusal = assertThrows(DeploymentException.class, () -> SluiceApp.define(app)).explanation();
        assertTrue(refusal.contains(variant.refusal().orElseThrow()), refusal);
    }
}
