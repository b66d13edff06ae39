package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Deployed.StackTemplate;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docs/template-project`, compiled and run as a stranger would: of what the artifact and its dependencies bring, in a
/// folder without a checkout. `build/template/run` does it with Maven and the CDK command line.
@Tag("long")
final class TemplateProjectTest {
    private static final Path TEMPLATE = Synthesis.TOP_LEVEL.resolve("docs/template-project");
    private static final Path BUILT_JAR = Synthesis.TOP_LEVEL.resolve("functions/lambda/target/sluice-functions.jar");

    private static Path folder = Path.of("");
    private static String classPath = "";

    /// Compiled and run once; what is wrong is tried on top of it.
    @BeforeAll
    static void compileAndRun(@TempDir Path temporary) throws Exception {
        folder = temporary;
        compile();
        run(0, classPath);
    }

    private static void compile() throws IOException {
        classPath = artifacts();
        Path classes = Files.createDirectories(folder.resolve("classes"));
        var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "the tests run on a JDK");
        var said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(said, files, null,
                    List.of("-classpath", classPath, "-d", classes.toString(), "-proc:none",
                            "-Xlint:all,-path,-classfile"),
                    null, files.getJavaFileObjectsFromPaths(files(TEMPLATE.resolve("src/main/java")))).call();
            assertTrue(compiled && said.toString().isEmpty(), said::toString);
        }
        Path resources = TEMPLATE.resolve("src/main/resources");
        for (Path file : files(resources)) {
            Files.createDirectories(classes.resolve(resources.relativize(file).toString()).getParent());
            Files.copy(file, classes.resolve(resources.relativize(file).toString()));
        }
        classPath = classes + File.pathSeparator + classPath;
    }

    /// The class path without the tests' own classes. Where the functions' jars are not packaged yet, texts stand for
    /// them.
    private static String artifacts() throws IOException {
        String artifacts = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*[/\\\\](test-classes|test)[/\\\\]?"))
                .collect(Collectors.joining(File.pathSeparator));
        Path packaged = Path.of("target/classes/io/sluice/infra/sluice-functions.jar");
        if (Files.exists(packaged)) {
            return artifacts;
        }
        Path standIns = Files.createDirectories(folder.resolve("stand-ins/io/sluice/infra"));
        for (String jar : List.of("sluice-functions.jar", "sluice-parquet.jar")) {
            Files.copy(Synthesis.configuration(jar), standIns.resolve(jar));
        }
        return artifacts + File.pathSeparator + folder.resolve("stand-ins");
    }

    @Test
    void bothPipelinesAreWholeAndWithoutAFindingOfCdkNag() throws Exception {
        Deployed deployed = Deployed.read(folder.resolve("cdk.out"));

        assertEquals(List.of(), deployed.findings());
        assertEquals(Set.of("Data", "Pipelines"), deployed.stacks().keySet());
        StackTemplate data = deployed.stack("Data");
        StackTemplate pipelines = deployed.stack("Pipelines");
        assertEquals(2, data.ofType("AWS::DynamoDB::Table").size());
        assertEquals(3, data.ofType("AWS::S3::Bucket").size(), "two of staging, one of clicks; orders has its own");
        assertEquals(6, pipelines.ofType("AWS::Lambda::Function").size());
        assertEquals(8, pipelines.ofType("AWS::Scheduler::Schedule").size(),
                "of each stream the flusher's, the sweep's, retention's and the one that keeps a snapshot");
        assertEquals(Set.of("clicks", "orders"), pipelines.ofType("AWS::KinesisFirehose::DeliveryStream").stream()
                .map(each -> each.properties().path("DeliveryStreamName").asText())
                .collect(Collectors.toCollection(TreeSet::new)));
        pipelines.ofType("AWS::CloudWatch::Alarm")
                .forEach(each -> assertEquals(1, each.properties().path("AlarmActions").size(), each::toString));
        assertTrue(pipelines.ofType("AWS::Lambda::Function").stream().anyMatch(each -> each.properties()
                .at("/Environment/Variables/SLUICE_DATA_BUCKET").asText().equals("orders-example")));
    }

    @Test
    void theFunctionsCodeIsWhatTheBuildMade() throws Exception {
        Set<Path> assets;
        try (Stream<Path> files = Files.list(folder.resolve("cdk.out"))) {
            assets = files.filter(each -> each.getFileName().toString().matches("asset\\..*\\.jar"))
                    .collect(Collectors.toSet());
        }
        assertEquals(1, assets.size(), assets::toString);
        Path expected = Files.exists(Path.of("target/classes/io/sluice/infra/sluice-functions.jar"))
                ? BUILT_JAR
                : Synthesis.configuration("sluice-functions.jar");
        assertEquals(-1, Files.mismatch(expected, assets.iterator().next()), () -> "unlike " + expected);
    }

    @Test
    void aConfigurationThatIsWrongEndsTheAppWithItsErrorsAlone() throws Exception {
        Path first = Files.createDirectories(folder.resolve("first/com/example"));
        Files.writeString(first.resolve("orders.json"), "{\"DeliveryStreamName\": \"orders\"}");

        String said = run(2, folder.resolve("first") + File.pathSeparator + classPath);
        assertTrue(said.contains("orders.json has ") && said.contains("  $: Exactly one destination"), said);
        assertTrue(!said.contains("\tat "), said);
    }

    private static String run(int status, String path) throws Exception {
        Path out = folder.resolve(status == 0 ? "cdk.out" : "cdk.none");
        return ChildApp.run(folder, path, Map.of("CDK_OUTDIR", out.toString()), status, "com.example.PipelinesApp");
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
