package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a release is packed by: the runnable jar, made of two small jars in place of the command line's, and the
/// arguments of `build/release/run`. `build/release/check` uses a whole one.
@Tag("long")
final class ReleaseTest {
    private static final Path SOURCES = Path.of("..", "build", "release");
    /// Class files for Java 8.
    private static final int JAVA_8 = 52;
    private static final int CLASS_VERSION_AT = 4;

    @TempDir
    private Path folder = Path.of("");
    private Path jar = Path.of("");

    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void pack() throws IOException, InterruptedException {
        Path lib = Files.createDirectories(folder.resolve("lib"));
        Path main = Files.writeString(folder.resolve("Main.java"), """
                package io.sluice.local.cli;
                public class Main {
                    public static void main(String[] arguments) throws Exception {
                        var other = java.util.concurrent.CompletableFuture.supplyAsync(() ->
                                Thread.currentThread().getContextClassLoader().getResource("META-INF/LICENSE.other"));
                        System.out.println(java.util.List.of(arguments) + " " + (other.get() != null));
                    }
                }
                """);
        compile(folder.resolve("main"), List.of(main));
        pack(lib.resolve("sluice-local-1.0.0.jar"), "io/sluice/local/cli/Main.class",
                Files.readAllBytes(folder.resolve("main/io/sluice/local/cli/Main.class")));
        pack(lib.resolve("other-2.jar"), "META-INF/LICENSE.other", new byte[]{1});
        compile(folder.resolve("start"), sources("start"));
        Path first = SOURCES.resolve("start/io/sluice/start/Start.java");
        compile(folder.resolve("start"), List.of(first), "--release", "8", "-Xlint:-options");
        compile(folder.resolve("pack"), sources("pack"));
        jar = packed("packed é");
    }

    private static List<Path> sources(String name) throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES.resolve(name))) {
            return all.filter(each -> each.toString().endsWith(".java")).toList();
        }
    }

    private static void compile(Path target, List<Path> sources, String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-proc:none", "-d", target.toString()));
        sources.forEach(each -> arguments.add(each.toString()));
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
    }

    private static void pack(Path jar, String name, byte[] content) throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(name));
            out.write(content);
        }
    }

    /// The runnable jar, made in a folder of its own.
    private Path packed(String name) throws IOException, InterruptedException {
        Path target = Files.createDirectories(folder.resolve(name));
        Path names = Files.writeString(folder.resolve("names"), "sluice-local-1.0.0.jar\nother-2.jar\n");
        Ended ended = run(Map.of(), "java", "-cp", folder.resolve("pack").toString(), "io.sluice.pack.Pack",
                folder.resolve("lib").toString(), names.toString(), "..", folder.resolve("start").toString(), "1.0.0",
                target.toString());
        assertEquals(new Ended(0, "", ""), ended);
        return target.resolve("runnable.jar");
    }

    private Ended start(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("java", "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")), "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return run(environment, command.toArray(String[]::new));
    }

    private Ended run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        List<String> whole = new ArrayList<>(List.of(command));
        if (whole.getFirst().equals("java")) {
            whole.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        }
        var process = new ProcessBuilder(whole).redirectOutput(out.toFile()).redirectError(err.toFile());
        process.environment().keySet().removeIf(each -> each.startsWith("SLUICE_") || each.startsWith("XDG_"));
        process.environment().putAll(environment);
        int status = process.start().waitFor();
        return new Ended(status, Files.readString(out), Files.readString(err));
    }

    private Path cache() {
        return folder.resolve("cache é");
    }

    private List<Path> cached() throws IOException {
        try (Stream<Path> all = Files.list(cache())) {
            return all.toList();
        }
    }

    @Test
    void theJarStartsWhatItHoldsAndUnpacksItOnce() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of("SLUICE_CACHE", cache().toString());
        assertEquals(new Ended(0, "[check, a b] true\n", ""), start(environment, "check", "a b"));
        List<Path> first = cached();
        assertEquals(1, first.size(), first.toString());
        assertEquals(new Ended(0, "[] true\n", ""), start(environment));
        assertEquals(first, cached());
    }

    @Test
    void aHalfUnpackedCacheIsUnpackedAgain() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of("SLUICE_CACHE", cache().toString());
        start(environment);
        Path unpacked = cached().getFirst();
        Files.write(unpacked.resolve("other-2.jar"), new byte[3]);
        assertEquals(new Ended(0, "[] true\n", ""), start(environment));
        Files.delete(unpacked.resolve("sluice-local-1.0.0.jar"));
        assertEquals(new Ended(0, "[] true\n", ""), start(environment));
        assertEquals(List.of(unpacked), cached());
    }

    @Test
    void withoutACacheTheJarsGoWithTheProcess() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("no folder"));
        Ended ended = start(Map.of("SLUICE_CACHE", file.toString()));
        assertEquals("[] true\n", ended.out());
        assertTrue(ended.err().startsWith("sluice: warning: the jars can't be kept in " + file), ended.err());
        try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
            assertEquals(List.of(), left.filter(each -> each.getFileName().toString().startsWith("sluice-")).toList());
        }
    }

    /// Any Java since 8 comes as far as the sentence that says which one it takes.
    @Test
    void theMainClassIsForEveryJava() throws IOException {
        byte[] start = Files.readAllBytes(folder.resolve("start/io/sluice/start/Start.class"));
        assertEquals(JAVA_8, ByteBuffer.wrap(start).getInt(CLASS_VERSION_AT));
        try (var packed = new JarFile(jar.toFile())) {
            var attributes = packed.getManifest().getMainAttributes();
            assertEquals("io.sluice.start.Start", attributes.getValue("Main-Class"));
            assertEquals("io.sluice.start.Start", attributes.getValue("Launcher-Agent-Class"));
            assertEquals("ALL-UNNAMED", attributes.getValue("Enable-Native-Access"));
            try (InputStream packedStart = packed.getInputStream(packed.getEntry("io/sluice/start/Start.class"))) {
                assertArrayEquals(start, packedStart.readAllBytes());
            }
            assertNotNull(packed.getEntry("META-INF/licenses/other-2/LICENSE.other"));
        }
    }

    @Test
    void twoJarsOfTheSameAreTheSameBytes() throws IOException, InterruptedException {
        assertEquals(-1, Files.mismatch(jar, packed("again")));
    }

    @Test
    void aJarWithoutALicenceIsNotPacked() throws IOException, InterruptedException {
        pack(folder.resolve("lib/other-2.jar"), "a", new byte[0]);
        Path names = folder.resolve("names");
        Ended ended = run(Map.of(), "java", "-cp", folder.resolve("pack").toString(), "io.sluice.pack.Pack",
                folder.resolve("lib").toString(), names.toString(), "..", folder.resolve("start").toString(), "1.0.0",
                Files.createDirectories(folder.resolve("without")).toString());
        assertEquals(1, ended.status());
        assertTrue(ended.err().contains("no licence is known of [other]"), ended.err());
    }

    /// What would strip native files is a program of the machine, and another one writes other bytes.
    @Test
    void nativeFilesOfTheJdkAreNotWrittenAnew() throws IOException {
        String run = Files.readString(SOURCES.resolve("run"));
        assertTrue(run.contains(" --strip-java-debug-attributes ") && !run.contains(" --strip-debug "));
    }

    @Test
    void whatIsAskedOfAReleaseAmissIsSaidBeforeAnythingIsDone() throws IOException, InterruptedException {
        Path checkout = folder.resolve("check out");
        Path script = Files.createDirectories(checkout.resolve("build/release")).resolve("run");
        Files.copy(SOURCES.resolve("run"), script);
        Files.writeString(checkout.resolve("pom.xml"), "<project>\n  <version>1.0.0</version>\n</project>\n");
        Map<List<String>, String> amiss = Map.of(List.of("--ou", "x"), "release: '--ou' is no option",
                List.of("--out"), "release: --out needs a value", List.of("--version", "1.x"),
                "release: --version is to be like 1.2.3 or 1.2.3-rc.1, not '1.x'", List.of(),
                "release: " + checkout.toRealPath() + " is no git checkout");
        for (Map.Entry<List<String>, String> each : amiss.entrySet()) {
            List<String> command = new ArrayList<>(List.of("bash", script.toString()));
            command.addAll(each.getKey());
            Ended ended = run(Map.of(), command.toArray(String[]::new));
            assertEquals(2, ended.status());
            assertTrue(ended.err().startsWith(each.getValue()), ended.err());
            assertFalse(Files.exists(checkout.resolve("target")));
        }
    }
}
