package io.sluice.local.runtime;

import static io.sluice.local.runtime.DeployedJar.FLUSH;
import static io.sluice.local.runtime.DeployedJar.RUNTIME;
import static io.sluice.local.runtime.DeployedJar.TIMEOUT;
import static io.sluice.local.runtime.DeployedJar.TRANSFORM;
import static io.sluice.local.runtime.DeployedJar.buffer;
import static io.sluice.local.runtime.DeployedJar.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.server.EmbeddedServices;
import io.sluice.testkit.runtime.ExecutionEnvironment.Initialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Out of the jar from which nothing is left out, the functions load nothing but what is deployed: nothing that a
/// function does without noticing is missing there.
final class LoadedClassesTest {
    @Test
    void whatTheFunctionsLoadOfTheWholeJarIsInTheDeployedOne(@TempDir Path folder) throws Exception {
        var whole = DeployedJar.unpacked(DeployedJar.built("sluice-functions-whole.jar"), folder);
        try (var services = EmbeddedServices.start(folder.resolve("out"), folder.resolve("work"), "quakes")) {
            var transform = folder.resolve("transform.log");
            try (var function = whole.start(RUNTIME.with("-Xlog:class+load=info:file=" + transform), TRANSFORM,
                    buffer(services), Initialization.SNAP_START)) {
                function.awaitSnapshot(TIMEOUT);
                function.restore();
                whole.answered(function.invoke(event("firehose-direct-put.json"), TIMEOUT));
                function.invoke("[]".getBytes(UTF_8), TIMEOUT);
            }
            var flush = folder.resolve("flush.log");
            try (var function = whole.start(RUNTIME.with("-Xlog:class+load=info:file=" + flush), FLUSH,
                    buffer(services), Initialization.ON_DEMAND)) {
                whole.answered(function.invoke("{\"drain\":true}".getBytes(UTF_8), TIMEOUT));
                whole.answered(function.invoke("{\"sweep\":true}".getBytes(UTF_8), TIMEOUT));
            }
            Set<String> inWhole = classes(DeployedJar.built("sluice-functions-whole.jar"));
            Set<String> loaded = loaded(transform);
            loaded.addAll(loaded(flush));
            loaded.retainAll(inWhole);
            assertTrue(loaded.size() > 1000, loaded.size() + " classes");
            loaded.removeAll(classes(DeployedJar.built("sluice-functions.jar")));
            assertEquals(Set.of(), loaded);
        }
    }

    /// Lines like `[0.1s][info][class,load] java.lang.Object source: …`.
    private static Set<String> loaded(Path log) throws IOException {
        return Files.readString(log).lines().map(line -> line.replaceFirst("^.*\\] (\\S+) .*$", "$1"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> classes(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            return file.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
