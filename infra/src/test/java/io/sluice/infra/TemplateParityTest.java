package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.CloudFormationTemplate;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.deployment.template.TemplateChoices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    /// A repartition is for a while, and the CDK app's.
    private static boolean isOfTheTemplate(Variant variant) {
        return !REFUSED.contains(variant.source()) && variant.repartition() == Variant.Repartition.NONE;
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

        assertEquals(List.of(), differences(PlainTemplate.of(synthesised(variant)),
                PlainTemplate.of(List.of(template))));
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
        try {
            var definition = StreamDefinition.read(Matrix.folder(variant).resolve("config.json"));
            var preset = TemplateChoices.PRESET;
            var choices = new TemplateChoices(
                    variant.bucket() == Variant.Bucket.OWN ? Optional.of("orders-data") : Optional.empty(),
                    Choice.YES, Choice.YES,
                    variant.tables() == Variant.Tables.THEIR_DATABASE ? Choice.NO : Choice.YES, preset.logDays(),
                    preset.runbooks());
            ObjectNode template = CloudFormationTemplate.of(definition, choices, "1.0.0");
            // For build/deploy/lint, which judges all that lies there.
            Path folder = Files.createDirectories(Path.of("target", "templates", Matrix.folder(variant).getFileName()
                    .toString()));
            Files.writeString(folder.resolve("Stream.template.json"), template.toString());
            return template;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JsonNode> synthesised(Variant variant) {
        return Synthesis.of(Matrix.folder(variant)).templates();
    }

    private static List<String> differences(Map<String, ObjectNode> cdk, Map<String, ObjectNode> template) {
        List<String> differences = new ArrayList<>();
        var ids = new TreeSet<>(cdk.keySet());
        ids.addAll(template.keySet());
        for (String id : ids) {
            if (!template.containsKey(id)) {
                differences.add(id + ": only CDK has it");
            } else if (!cdk.containsKey(id)) {
                differences.add(id + ": only the template has it");
            } else {
                differences(id, cdk.get(id), template.get(id), differences);
            }
        }
        return differences;
    }

    private static void differences(String at, JsonNode cdk, JsonNode template, List<String> differences) {
        if (cdk.isObject() && template.isObject()) {
            var names = new TreeSet<String>();
            cdk.fieldNames().forEachRemaining(names::add);
            template.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> differences(at + "." + name, cdk.path(name), template.path(name), differences));
        } else if (cdk.isArray() && template.isArray() && cdk.size() == template.size()) {
            for (int i = 0; i < cdk.size(); i++) {
                differences(at + "[" + i + "]", cdk.get(i), template.get(i), differences);
            }
        } else if (!cdk.asText(cdk.toString()).equals(template.asText(template.toString()))) {
            differences.add(at + ": CDK " + cdk + ", template " + template);
        }
    }
}
