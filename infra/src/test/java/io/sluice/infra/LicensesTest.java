package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The jars that are deployed hold other people's work: each artifact's licence is in the same jar, in
/// `META-INF/licenses/<artifact>`. What an artifact ships is kept; for those that ship none, `build/licenses` has it.
final class LicensesTest {
    private static final String LICENSES = "META-INF/licenses/";
    private static final Pattern SHIPPED = Pattern.compile("(?i)(?:.*/)?([^/]*(?:licen[cs]e|notice|copyright)[^/]*)");
    private static final Pattern LICENSE = Pattern.compile("LICENSE.*");
    /// What a licence that is told in a line refers to.
    private static final String REFERENCE = "META-INF/LICENSE";
    private static final int WHOLE_TEXT_MIN = 800;
    /// Where a repository's path has the artifact: above its version, which is above the file.
    private static final int ABOVE_FILE = 3;

    @ParameterizedTest
    @ValueSource(strings = {"functions", "parquet", "registrar"})
    void eachArtifactHasItsLicenceInTheJar(String module) throws IOException {
        try (JarFile jar = shaded(module)) {
            List<String> without = new ArrayList<>();
            for (String artifact : thirdParty(module).keySet()) {
                if (licenses(jar, artifact).stream().noneMatch(each -> LICENSE.matcher(each).matches())) {
                    without.add(artifact);
                }
            }
            assertEquals(List.of(), without, "their licence belongs into build/licenses/" + module + "/<artifact>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"functions", "parquet", "registrar"})
    void whatAnArtifactShipsIsKeptToTheByte(String module) throws IOException {
        try (JarFile jar = shaded(module)) {
            for (Map.Entry<String, Path> artifact : thirdParty(module).entrySet()) {
                try (JarFile original = new JarFile(artifact.getValue().toFile())) {
                    for (String name : names(original)) {
                        var shipped = SHIPPED.matcher(name);
                        if (shipped.matches() && !name.endsWith(".class")) {
                            String kept = LICENSES + artifact.getKey() + "/" + shipped.group(1);
                            assertArrayEquals(bytes(original, name), bytes(jar, kept), name + " of " + artifact);
                        }
                    }
                }
            }
        }
    }

    /// A licence is there as its text, or names the text that is there.
    @ParameterizedTest
    @ValueSource(strings = {"functions", "parquet", "registrar"})
    void aLicenceIsReadInTheJarItself(String module) throws IOException {
        try (JarFile jar = shaded(module)) {
            for (String name : names(jar)) {
                if (name.startsWith(LICENSES) && name.contains("/LICENSE")) {
                    String text = new String(bytes(jar, name), UTF_8);
                    assertTrue(text.length() >= WHOLE_TEXT_MIN || text.contains(REFERENCE), name + ": " + text);
                }
            }
            assertArrayEquals(Files.readAllBytes(Synthesis.TOP_LEVEL.resolve("LICENSE")), bytes(jar, REFERENCE));
            assertArrayEquals(Files.readAllBytes(Synthesis.TOP_LEVEL.resolve("NOTICE")),
                    bytes(jar, "META-INF/NOTICE"));
        }
    }

    /// The list of artifacts is the build's; the jar itself says whether it is whole, and none too long.
    @ParameterizedTest
    @ValueSource(strings = {"functions", "parquet", "registrar"})
    void theJarHoldsThoseArtifactsAndNoOthers(String module) throws IOException {
        Map<String, Path> artifacts = thirdParty(module);
        Set<String> known = new TreeSet<>();
        for (Path artifact : artifacts.values()) {
            try (JarFile original = new JarFile(artifact.toFile())) {
                known.addAll(names(original));
            }
        }
        try (JarFile jar = shaded(module)) {
            List<String> unknown = new ArrayList<>();
            Set<String> licensed = new TreeSet<>();
            for (String name : names(jar)) {
                if (name.startsWith(LICENSES)) {
                    licensed.add(name.substring(LICENSES.length(), name.indexOf('/', LICENSES.length())));
                } else if (name.endsWith(".class") && !name.startsWith("io/sluice/") && !known.contains(name)) {
                    unknown.add(name);
                }
            }
            assertEquals(List.of(), unknown);
            assertEquals(artifacts.keySet(), licensed);
        }
    }

    private static JarFile shaded(String module) throws IOException {
        return new JarFile(target(module).resolve("sluice-" + module + ".jar").toFile());
    }

    private static Path target(String module) {
        Path target = Synthesis.TOP_LEVEL.resolve(switch (module) {
            case "functions" -> "functions/lambda";
            case "registrar" -> "functions/registrar";
            default -> module;
        }).resolve("target");
        assumeTrue(Files.isRegularFile(target.resolve("sluice-" + module + ".jar")),
                "The jar is built by the package phase: run mvn verify");
        return target;
    }

    /// The artifacts that are shaded, by name, without Sluice's own.
    private static Map<String, Path> thirdParty(String module) throws IOException {
        Map<String, Path> artifacts = new TreeMap<>();
        for (String each : Files.readString(target(module).resolve("shaded-classpath")).strip()
                .split(Pattern.quote(File.pathSeparator), -1)) {
            Path artifact = Path.of(each);
            if (!artifact.startsWith(Synthesis.TOP_LEVEL.toAbsolutePath().normalize())) {
                artifacts.put(artifact.getName(artifact.getNameCount() - ABOVE_FILE).toString(), artifact);
            }
        }
        assertTrue(artifacts.size() > 30, artifacts.toString());
        return artifacts;
    }

    private static List<String> licenses(JarFile jar, String artifact) {
        String folder = LICENSES + artifact + "/";
        return names(jar).stream().filter(name -> name.startsWith(folder))
                .map(name -> name.substring(folder.length())).toList();
    }

    private static List<String> names(JarFile jar) {
        return jar.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")).toList();
    }

    private static byte[] bytes(JarFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        assertNotNull(entry, name + " is not in " + jar.getName());
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
