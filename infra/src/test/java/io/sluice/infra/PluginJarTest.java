package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.PluginLayer;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.deployment.template.TemplateChoices;
import io.sluice.infra.app.SluiceApp;
import io.sluice.infra.job.FunctionCode;
import io.sluice.plugin.KeyExtractor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example of `docs/how-to/plugins.md`, deployed: every function's asset has the user's jar where Lambda looks for
/// jars.
final class PluginJarTest {
    private static final Path EXAMPLE = Synthesis.TOP_LEVEL.resolve("docs/plugin-example");

    @TempDir
    private Path folder = Path.of("");
    private Path plugin = Path.of("");

    @BeforeEach
    void compile() throws IOException, URISyntaxException {
        Path api = Path.of(KeyExtractor.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path classes = Files.createDirectories(folder.resolve("classes"));
        var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "the tests run on a JDK");
        var said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(said, files, null,
                    List.of("-classpath", api.toString(), "-d", classes.toString(), "-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(files(EXAMPLE.resolve("src/main/java")))).call();
            assertTrue(compiled, said::toString);
        }
        Map<String, byte[]> content = new TreeMap<>(content(classes));
        content.putAll(content(EXAMPLE.resolve("src/main/resources")));
        plugin = zip("access-log.jar", content);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static Map<String, byte[]> content(Path folder) throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        for (Path file : files(folder)) {
            content.put(folder.relativize(file).toString(), Files.readAllBytes(file));
        }
        return content;
    }

    private Path zip(String name, Map<String, byte[]> content) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream stream = Files.newOutputStream(file); var out = new ZipOutputStream(stream)) {
            for (var entry : content.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
        return file;
    }

    private Map<String, Object> context() throws IOException {
        var context = new HashMap<>(Synthesis.commandLine());
        context.put("config", EXAMPLE.resolve("stream.json").toString());
        context.put("functionJar", zip("functions.jar", Map.of("io/sluice/A.class", "of functions".getBytes(UTF_8)))
                .toString());
        context.put("flusherJar", zip("parquet.jar", Map.of("io/sluice/A.class", "of parquet".getBytes(UTF_8)))
                .toString());
        context.put("repartitionFrom", "raw/");
        context.put("pluginJar", plugin.toString());
        return context;
    }

    /// The assets of all functions, by logical id.
    private static Map<String, Path> assets(Map<String, Object> context) throws IOException {
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        Path out = Path.of(app.synth().getDirectory());
        Map<String, Path> assets = new TreeMap<>();
        for (Path file : files(out)) {
            if (file.toString().endsWith(".template.json")) {
                for (var function : Synthesis.resources(Synthesis.read(file), "AWS::Lambda::Function").entrySet()) {
                    JsonNode path = function.getValue().at("/Metadata/aws:asset:path");
                    assets.put(function.getKey(), out.resolve(path.asText()));
                }
            }
        }
        return assets;
    }

    @Test
    void everyFunctionHasItWhereLambdaLooksForJars() throws IOException {
        Map<String, Path> assets = assets(context());
        assertEquals(4, assets.size(), assets.toString());
        List<String> own = new ArrayList<>();
        for (Path asset : assets.values()) {
            try (var zip = new ZipFile(asset.toFile())) {
                assertEquals(2, zip.size());
                assertArrayEquals(Files.readAllBytes(plugin),
                        zip.getInputStream(zip.getEntry(FunctionCode.PLUGIN_ENTRY)).readAllBytes());
                own.add(new String(zip.getInputStream(zip.getEntry("io/sluice/A.class")).readAllBytes(), UTF_8));
            }
        }
        assertEquals(List.of("of functions", "of parquet", "of parquet", "of parquet"), own.stream().sorted().toList());
    }

    /// It has the jar in a layer, and all else as the app.
    @Test
    void theTemplateHasTheSameResources() throws IOException {
        var app = Synthesis.app(context());
        SluiceApp.define(app);
        var synthesised = Synthesis.of(Path.of(app.synth().getDirectory()));
        var preset = TemplateChoices.PRESET;
        var template = PrintedTemplates.print("wish-plugin", StreamDefinition.read(EXAMPLE.resolve("stream.json")),
                new TemplateChoices(Optional.empty(), Choice.YES, Choice.YES, Choice.YES, preset.logDays(),
                        preset.runbooks(), Optional.empty(), Optional.empty(), Optional.of("raw/"), Optional.empty(),
                        Optional.of(new PluginLayer("0123456789abcdef".repeat(4)))));

        assertEquals(List.of(), PlainTemplate.differences(synthesised.templates(), template));
        Synthesis.resources(template, "AWS::Lambda::Function").forEach((id, function) -> assertEquals(
                "[{\"Ref\":\"Plugin0123456789AB\"}]", function.at("/Properties/Layers").toString(), id));
    }

    @Test
    void theAssetMovesWithTheJarAlone() throws IOException {
        Map<String, Object> context = context();
        List<Path> first = names(context);
        assertEquals(first, names(context));
        Map<String, byte[]> more = new TreeMap<>(Map.of("more.txt", new byte[0]));
        try (var zip = new ZipFile(plugin.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                more.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        context.put("pluginJar", zip("more.jar", more).toString());
        assertNotEquals(first, names(context));
    }

    private static List<Path> names(Map<String, Object> context) throws IOException {
        return assets(context).values().stream().map(Path::getFileName).toList();
    }

    @Test
    void aJarThatIsNoneOrDoesNotFitIsRefused() throws IOException {
        refused("pluginJar", folder.resolve("nowhere.jar").toString(), "nowhere.jar does not exist");
        refused("pluginJar", zip("other.jar", Map.of("a", new byte[0])).toString(), "other.jar offers no plug-in");
        refused("config", Synthesis.configuration("buffer.json").toString(),
                "offers the transformers [anonymous-lines] and the key extractors [host-and-status], and the"
                        + " configuration names none of them");
    }

    @Test
    void aStreamWhosePluginIsNotNamedIsWarnedOf() throws IOException {
        Map<String, Object> context = context();
        context.remove("pluginJar");
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        var said = new StringBuilder();
        for (Path file : files(Path.of(app.synth().getDirectory()))) {
            if (file.toString().endsWith(".json")) {
                said.append(Files.readString(file));
            }
        }
        String messages = said.toString();
        assertTrue(messages.contains("no RecordTransformer called 'anonymous-lines'"), messages);
        assertTrue(messages.contains("-c pluginJar=FILE"), messages);
    }

    private void refused(String option, String value, String message) throws IOException {
        Map<String, Object> context = context();
        context.put(option, value);
        var app = Synthesis.app(context);
        String said = assertThrows(DeploymentException.class, () -> SluiceApp.define(app)).explanation();
        assertTrue(said.startsWith("pluginJar=") && said.contains(message), said);
    }
}
