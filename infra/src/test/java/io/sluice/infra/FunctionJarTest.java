package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.deployment.DeployedFunctions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The jar that both functions run: small, without anything of tests or of the local runner, and moving only with its
/// content.
final class FunctionJarTest {
    private static final Path JAR = Synthesis.TOP_LEVEL.resolve("functions/lambda/target/sluice-functions.jar");
    private static final long MIB = 1024 * 1024;

    /// Lambda takes 50 MB; every MB is time of a cold start without a snapshot.
    private static final long BYTES_MAX = 20 * MIB;

    private static final Pattern FOREIGN = Pattern.compile(String.join("|",
            "^(org/junit|org/opentest4j|com/tngtech|org/gaul|software/amazon/dynamodb",
            "com/amazonaws/services/dynamodbv2|picocli|org/eclipse/jetty|io/netty",
            "org/apache/http|software/amazon/awscdk|software/constructs",
            "io/sluice/(local|infra|benchmarks|testkit))/.*", ".*Test\\.class$"));

    private static final Pattern ICEBERG = Pattern.compile(
            "org/apache/(iceberg|avro|hc)/|io/sluice/(iceberg|registrar|aws/glue)/");

    @BeforeEach
    void isBuilt() {
        assumeTrue(Files.isRegularFile(JAR), "The functions' jar is built by the package phase: run mvn verify");
    }

    @Test
    void staysSmall() throws IOException {
        assertTrue(Files.size(JAR) <= BYTES_MAX, Files.size(JAR) / MIB + " MiB");
    }

    @Test
    void holdsNothingOfTestsOrOfTheLocalRunner() throws IOException {
        assertEquals(List.of(), names().stream().filter(name -> FOREIGN.matcher(name).matches()).toList());
    }

    @Test
    void bringsNativeCodeForLambdasArchitecturesOnly() throws IOException {
        var platforms = names().stream().filter(name -> name.matches(".*\\.(so|dll|dylib|jnilib|a)$"))
                .map(name -> name.substring(0, name.lastIndexOf('/'))).collect(Collectors.toSet());

        assertEquals(Set.of("linux/aarch64", "org/xerial/snappy/native/Linux/aarch64", "aircompressor/linux-aarch64",
                "linux/amd64", "org/xerial/snappy/native/Linux/x86_64", "aircompressor/linux-amd64"), platforms);
    }

    @Test
    void holdsBothHandlers() throws IOException {
        for (var handler : List.of(DeployedFunctions.TRANSFORM, DeployedFunctions.FLUSH)) {
            var type = handler.substring(0, handler.indexOf(':')).replace('.', '/') + ".class";
            assertTrue(names().contains(type), type);
        }
    }

    /// What the build writes itself has the build's fixed time, and no entry is there twice: what is left to move the
    /// jar's bytes is its content. `build/reproducible-jar` compares two builds.
    @Test
    void carriesNoTimeOfItsBuild() throws IOException {
        try (var jar = new JarFile(JAR.toFile())) {
            var times = jar.stream().filter(entry -> entry.getName().startsWith("io/sluice/"))
                    .map(ZipEntry::getTimeLocal).collect(Collectors.toSet());
            assertEquals(Set.of(LocalDateTime.of(2026, 1, 1, 0, 0)), times);
        }
        assertEquals(names().size(), new HashSet<>(names()).size());
    }

    /// Class files are Java 25's at most, which is what the `java25` runtime loads.
    @Test
    void runsOnTheManagedRuntime() throws IOException {
        try (var jar = new JarFile(JAR.toFile());
                InputStream handler = jar.getInputStream(jar.getEntry("io/sluice/lambda/FlushHandler.class"))) {
            var header = handler.readNBytes(8);
            assertEquals(69, header[7]);
        }
    }

    /// What registers in Iceberg tables has a jar of its own.
    @ParameterizedTest
    @ValueSource(strings = {"functions/lambda/target/sluice-functions.jar", "parquet/target/sluice-parquet.jar"})
    void noOtherJarHasAByteOfIceberg(String path) throws IOException {
        Path file = Synthesis.TOP_LEVEL.resolve(path);
        assumeTrue(Files.isRegularFile(file), "The jar is built by the package phase: run mvn verify");
        try (var jar = new JarFile(file.toFile())) {
            assertEquals(List.of(), jar.stream().map(ZipEntry::getName).filter(ICEBERG.asPredicate()).toList());
        }
    }

    /// Lambda takes 50 MB as an upload.
    @Test
    void theRegistrarsJarHasIcebergAndItsHandlerAndCanBeUploaded() throws IOException {
        Path file = Synthesis.TOP_LEVEL.resolve("functions/registrar/target/sluice-registrar.jar");
        assumeTrue(Files.isRegularFile(file), "The jar is built by the package phase: run mvn verify");
        assertTrue(Files.size(file) <= 45 * MIB, Files.size(file) / MIB + " MiB");
        try (var jar = new JarFile(file.toFile())) {
            var names = jar.stream().map(ZipEntry::getName).collect(Collectors.toSet());
            assertTrue(names.containsAll(Set.of("org/apache/iceberg/TableMetadata.class",
                    DeployedFunctions.ICEBERG.replaceFirst(":.*", "").replace('.', '/') + ".class")));
            assertEquals(List.of(), names.stream().filter(name -> FOREIGN.matcher(name).matches()
                    && !name.startsWith("org/apache/http")).toList());
        }
    }

    private static List<String> names() throws IOException {
        try (var jar = new JarFile(JAR.toFile())) {
            return jar.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")).toList();
        }
    }
}
