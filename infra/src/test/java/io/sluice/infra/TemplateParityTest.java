package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.deployment.template.TemplateChoices;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The template of `./sluice template` has what CDK synthesises, resource by resource, and nothing else; what is not
/// compared, [PlainTemplate] says.
final class TemplateParityTest {
    private static final Set<Variant.Source> REFUSED = EnumSet.of(Variant.Source.KAFKA, Variant.Source.MSK);
    /// CloudFormation's limit for a template that lies in a bucket.
    private static final int BYTES_MAX = 1_000_000;

    static Stream<Variant> usual() {
        return Variants.usual().stream().filter(TemplateParityTest::isOfTheTemplate);
    }

    static Stream<Variant> variants() {
        return Variants.matrix().stream().filter(TemplateParityTest::isOfTheTemplate);
    }

    static Stream<Variant> refused() {
        return Variants.usual().stream().filter(variant -> REFUSED.contains(variant.source()));
    }

    private static boolean isOfTheTemplate(Variant variant) {
        return !REFUSED.contains(variant.source());
    }

    @ParameterizedTest
    @MethodSource("usual")
    void aUsualVariantHasTheSameResources(Variant variant) {
        aVariantHasTheSameResources(variant);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("variants")
    void aVariantHasTheSameResources(Variant variant) {
        Matrix.of(variant);
        ObjectNode template = template(variant);

        assertEquals(List.of(), PlainTemplate.differences(Synthesis.of(Matrix.folder(variant)).templates(), template));
        assertTrue(template.toString().length() <= BYTES_MAX, () -> template.toString().length() + " bytes");
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatItHasNotIsRefusedByName(Variant variant) {
        Matrix.of(variant);
        var refusal = assertThrows(DeploymentException.class, () -> template(variant)).explanation();
        assertTrue(refusal.contains("The template has no Kafka"), refusal);
    }

    private static ObjectNode template(Variant variant) {
        var definition = StreamDefinition.read(Matrix.folder(variant).resolve("config.json"));
        return PrintedTemplates.print(Matrix.folder(variant).getFileName().toString(), definition,
                choices(variant));
    }

    private static TemplateChoices choices(Variant variant) {
        var preset = TemplateChoices.PRESET;
        return new TemplateChoices(
                variant.bucket() == Variant.Bucket.OWN ? Optional.of("orders-data") : Optional.empty(), Choice.YES,
                Choice.YES, variant.tables() == Variant.Tables.THEIR_DATABASE ? Choice.NO : Choice.YES,
                preset.logDays(), preset.runbooks(), Optional.empty(), Optional.empty(),
                variant.repartition() == Variant.Repartition.WANTED ? Optional.of("raw/") : Optional.empty(),
                Optional.empty(), Optional.empty());
    }
}
