package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sluice.config.ConfigurationParser;
import io.sluice.firehose.SourceType;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/// The manifests of the folder `kubernetes`, as far as it can be told without a cluster.
final class KubernetesTest {
    private static final Path FOLDER = Path.of("..", "..", "kubernetes");
    private static final ObjectMapper YAML = new YAMLMapper();
    /// What `serve --stateless` takes to end, and the seconds before it.
    private static final int ENDING_SECONDS = 20 + 5;
    /// What a function has for files, unless it asks for more.
    private static final int LAMBDA_FILES_MIB = 512;
    private static final int NATIVE_CODE_MIB = 64;

    private static List<JsonNode> manifests(String file) throws IOException {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(FOLDER.resolve(file).toFile())) {
            return documents.readAll();
        }
    }

    private static JsonNode manifest(String file, String kind) throws IOException {
        return manifests(file).stream().filter(each -> each.path("kind").asText().equals(kind)).findFirst()
                .orElseThrow();
    }

    private static JsonNode pod(String file) throws IOException {
        return manifest(file, "Deployment").at("/spec/template/spec");
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }

    private static ParseResult parsed(JsonNode container) {
        var out = new StringWriter();
        CommandLine line = CommandTree.all(new Console(InputStream.nullInputStream(), new PrintWriter(out),
                new PrintWriter(out)));
        return line.parseArgs(texts(container.path("args")).toArray(String[]::new)).subcommand();
    }

    @Test
    void eachContainerRunsACommandThatThereIs() throws IOException {
        ParseResult serve = parsed(pod("serve.yaml").at("/containers/0"));
        assertEquals("serve", serve.commandSpec().name());
        assertTrue(serve.<Boolean>matchedOptionValue("--stateless", false));
        ParseResult flush = parsed(pod("flush.yaml").at("/containers/0"));
        assertEquals("flush", flush.commandSpec().name());
        assertTrue(flush.hasMatchedOption("--every"));
    }

    @Test
    void itsFilesAreWhereItsCommandLooksForThem() throws IOException {
        for (String file : List.of("serve.yaml", "flush.yaml")) {
            JsonNode pod = pod(file);
            List<String> mounts = new ArrayList<>();
            pod.at("/containers/0/volumeMounts").forEach(each -> mounts.add(each.path("mountPath").asText()));
            texts(pod.at("/containers/0/args")).stream().filter(each -> each.startsWith("/"))
                    .forEach(path -> assertTrue(mounts.contains(String.valueOf(Path.of(path).getParent())), path));
            assertTrue(mounts.contains("/data/tmp"), "native code is unpacked there, as the image's TMPDIR says");
        }
        assertTrue(manifest("serve.yaml", "ConfigMap").at("/data").has("stream.json"));
    }

    @Test
    void podsHaveNoRightsAndWriteNowhereElse() throws IOException {
        for (String file : List.of("serve.yaml", "flush.yaml")) {
            JsonNode pod = pod(file);
            assertTrue(pod.at("/securityContext/runAsNonRoot").asBoolean(), file);
            assertEquals(65_532, pod.at("/securityContext/runAsUser").asInt(), "the image's user");
            JsonNode confined = pod.at("/containers/0/securityContext");
            assertTrue(confined.path("readOnlyRootFilesystem").asBoolean(), file);
            assertFalse(confined.path("allowPrivilegeEscalation").asBoolean(true), file);
            assertEquals(List.of("ALL"), texts(confined.at("/capabilities/drop")));
            pod.at("/containers/0/volumeMounts").forEach(mount -> assertTrue(
                    mount.path("readOnly").asBoolean() || mount.path("mountPath").asText().equals("/data/tmp"), file));
        }
    }

    /// A run may fill what its function has. A pod whose files exceed the limit is evicted, and its successor makes the
    /// same files again.
    @Test
    void theFlusherHasRoomForTheFilesOfARun() throws IOException {
        assertEquals(NATIVE_CODE_MIB, filesMib("serve.yaml"), "native code alone");
        assertTrue(filesMib("flush.yaml") >= LAMBDA_FILES_MIB + NATIVE_CODE_MIB, "as much as Lambda gives, beside it");
    }

    private static int filesMib(String file) throws IOException {
        String limit = StreamSupport.stream(pod(file).path("volumes").spliterator(), false)
                .filter(each -> each.path("name").asText().equals("tmp")).findFirst().orElseThrow()
                .at("/emptyDir/sizeLimit").asText();
        int number = Integer.parseInt(limit.substring(0, limit.length() - 2));
        return switch (limit.substring(limit.length() - 2)) {
            case "Mi" -> number;
            case "Gi" -> 1_024 * number;
            default -> throw new AssertionError(limit);
        };
    }

    @Test
    void aRollingUpdateLetsAPodAnswerWhatItHas() throws IOException {
        JsonNode deployment = manifest("serve.yaml", "Deployment");
        assertEquals(0, deployment.at("/spec/strategy/rollingUpdate/maxUnavailable").asInt(-1));
        JsonNode pod = pod("serve.yaml");
        assertTrue(pod.path("terminationGracePeriodSeconds").asInt() > ENDING_SECONDS);
        assertEquals(List.of("sleep", "5"), texts(pod.at("/containers/0/lifecycle/preStop/exec/command")));
        for (String probe : List.of("readinessProbe", "livenessProbe", "startupProbe")) {
            assertEquals("/health", pod.at("/containers/0/" + probe + "/httpGet/path").asText(), probe);
        }
        assertEquals(4_573, pod.at("/containers/0/ports/0/containerPort").asInt(), "the port of serve");
    }

    @Test
    void itsStreamIsOneThatTakesCalls() throws IOException {
        String stream = manifest("serve.yaml", "ConfigMap").at("/data/stream.json").asText();
        var parsed = ConfigurationParser.parse(stream.getBytes(UTF_8));
        assertEquals(List.of(), parsed.problems());
        assertEquals(SourceType.DIRECT, parsed.configuration().orElseThrow().sluice().events().source());
    }
}
