package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.CloudFormationTemplate;
import io.sluice.deployment.template.TemplateChoices;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.cloudassembly.schema.AssemblyManifest;
import software.constructs.Construct;

/// The TypeScript example of `docs/how-to/deploy.md` that includes a template, run as it stands: it has no types, and
/// so Node takes it for JavaScript. Of aws-cdk-lib it has the npm package that Java's artifact carries. The Python
/// example beside it is run by `build/deploy/include`.
@Tag("long")
final class IncludedTemplateTest {
    private static final Pattern EXAMPLE = Pattern.compile("```ts\n(.*?)```", Pattern.DOTALL);
    /// What the example gives for parameters of the template.
    private static final Map<String, String> GIVEN = Map.of("CodeBucket", "my-code", "AlarmTopic",
            "arn:aws:sns:us-east-1:123456789012:operators");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theExampleOfThePageSynthesisesTheTemplateResourceByResource() throws Exception {
        ObjectNode template = CloudFormationTemplate.of(
                StreamDefinition.read(Synthesis.TOP_LEVEL.resolve("events/quakes/stream.json")),
                TemplateChoices.PRESET, "1.0.0");
        Path included = Files.writeString(folder.resolve("quakes.json"), template.toString());
        Files.writeString(folder.resolve("app.mjs"), example());
        install("constructs", Construct.class);
        install("aws-cdk-lib", App.class);
        install("@aws-cdk/cloud-assembly-schema", AssemblyManifest.class);

        run("node", "app.mjs");

        JsonNode synthesised = Synthesis.read(folder.resolve("cdk.out/Quakes.template.json"));
        for (String section : List.of("Resources", "Outputs", "Conditions")) {
            assertEquals(filled(Synthesis.read(included).path(section)), synthesised.path(section), section);
        }
    }

    private static String example() throws IOException {
        var found = EXAMPLE.matcher(Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/deploy.md"))).results()
                .map(each -> each.group(1)).toList();
        assertEquals(1, found.size(), found::toString);
        return found.get(0);
    }

    /// Unpacks the npm package that the artifact of `type` carries.
    private void install(String name, Class<?> type) throws Exception {
        Path artifact = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path to = Files.createDirectories(folder.resolve("node_modules").resolve(name));
        try (var jar = new ZipFile(artifact.toFile())) {
            var packed = jar.stream().filter(each -> each.getName().endsWith(".jsii.tgz")).findFirst().orElseThrow();
            Process tar = new ProcessBuilder("tar", "-xz", "--strip-components=1").directory(to.toFile())
                    .redirectErrorStream(true).start();
            try (InputStream content = jar.getInputStream(packed); OutputStream in = tar.getOutputStream()) {
                content.transferTo(in);
            }
            require(tar, "tar");
        }
    }

    private void run(String... command) throws Exception {
        var building = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        // As the CDK command line tells an app where to write.
        building.environment().put("CDK_OUTDIR", folder.resolve("cdk.out").toString());
        require(building.start(), String.join(" ", command));
    }

    private static void require(Process process, String what) throws Exception {
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), () -> what + ": " + said);
    }

    /// The same with parameters replaced as the example gives them.
    private static JsonNode filled(JsonNode node) {
        if (node.size() == 1 && GIVEN.containsKey(node.path("Ref").asText())) {
            return Synthesis.JSON.getNodeFactory().textNode(GIVEN.get(node.path("Ref").asText()));
        }
        if (node.isArray()) {
            var copy = Synthesis.JSON.createArrayNode();
            node.forEach(each -> copy.add(filled(each)));
            return copy;
        }
        if (node.isObject()) {
            var copy = Synthesis.JSON.createObjectNode();
            node.properties().forEach(each -> copy.set(each.getKey(), filled(each.getValue())));
            return copy;
        }
        return node;
    }
}
