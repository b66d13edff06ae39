package io.sluice.infra.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Synthesis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `build/cdk/app` on a small checkout, with a Maven that makes jars of the sources' text and a Java that prints them:
/// what is synthesised is what lies in the sources, whatever was built before.
final class CdkAppScriptTest {
    private static final List<String> MODULES = List.of("plugin", "jq", "functions/format", "functions/buffer",
            "functions/ingest", "functions/lake", "functions/app", "functions/lambda", "parquet",
            "functions/iceberg", "functions/registrar", "deployment", "infra", "local/cli");

    private Path root = Path.of("");

    @BeforeEach
    void checkOut(@TempDir Path folder) throws IOException {
        root = folder;
        for (String module : MODULES) {
            write(module + "/pom.xml", "pom of " + module);
            write(module + "/src/main/java/A.java", "first");
        }
        for (String file : List.of("pom.xml", "LICENSE", "NOTICE", "build/formatter.xml", "build/licenses/x")) {
            write(file, file);
        }
        script("build/cdk/app", Files.readString(Synthesis.TOP_LEVEL.resolve("build/cdk/app")));
        script("bin/mvn", """
                #!/usr/bin/env bash
                echo built >>"$SANDBOX/builds"
                [[ ! -e $SANDBOX/broken ]] || exit 1
                while [[ $1 != -f ]]; do shift; done
                work=$(dirname "$2")
                for each in functions/lambda/target/sluice-functions.jar parquet/target/sluice-parquet.jar \\
                    functions/registrar/target/sluice-registrar.jar functions/iceberg/target/a.jar \\
                    functions/format/target/a.jar functions/buffer/target/a.jar functions/ingest/target/a.jar \\
                    functions/lake/target/a.jar functions/app/target/a.jar deployment/target/a.jar \\
                    infra/target/sluice-infra-1.jar jq/target/jq.jar plugin/target/plugin.jar; do
                  mkdir -p "$work/$(dirname "$each")"
                  cat "$work/infra/src/main/java/A.java" >"$work/$each"
                done
                printf '%s' "$work/jq/target/jq.jar:$SANDBOX/store.jar" >"$work/infra/target/classpath"
                """);
        script("jdk/bin/java", """
                #!/usr/bin/env bash
                while [[ $1 != -cp ]]; do shift; done
                cat "${2%%:*}"
                """);
        script("jdk/bin/javac", "");
        write("jdk/release", "JAVA_VERSION=\"25.0.1\"");
        write("store.jar", "of Maven's own store");
    }

    @Test
    void aSecondRunBuildsNothing() throws Exception {
        assertEquals("first", run(0));
        assertEquals("first", run(0));
        assertEquals(1, builds());
    }

    @Test
    void changedSourcesAreBuiltAndFormerOnesFoundAgain() throws Exception {
        run(0);
        write("infra/src/main/java/A.java", "second");
        assertEquals("second", run(0));
        assertEquals(2, builds());
        write("infra/src/main/java/A.java", "first");
        assertEquals("first", run(0));
        assertEquals(2, builds());
    }

    @Test
    void whateverGoesIntoAJarIsReasonToBuild() throws Exception {
        run(0);
        int builds = 1;
        for (String file : List.of("pom.xml", "local/cli/pom.xml", "jq/src/main/resources/new.txt", "LICENSE",
                "build/licenses/x", "build/formatter.xml")) {
            write(file, "changed");
            run(0);
            builds++;
            assertEquals(builds, builds(), file);
        }
        Files.delete(root.resolve("jq/src/main/resources/new.txt"));
        write("local/cli/src/main/java/A.java", "no part of it");
        write("infra/src/test/java/ATest.java", "no part of it");
        run(0);
        assertEquals(builds + 1, builds(), "a file that is gone");
    }

    @Test
    void aBuildThatFailsRunsNoOlderOne() throws Exception {
        run(0);
        write("infra/src/main/java/A.java", "second");
        write("broken", "");
        assertTrue(run(2).contains("the build failed"));
        Files.delete(root.resolve("broken"));
        assertEquals("second", run(0));
    }

    @Test
    void aBuildThatLacksAJarIsMadeAnew() throws Exception {
        run(0);
        try (var builds = Files.newDirectoryStream(root.resolve("target/cdk"), "????????????????")) {
            for (Path build : builds) {
                Files.delete(build.resolve("parquet/target/sluice-parquet.jar"));
            }
        }
        assertEquals("first", run(0));
        assertEquals(2, builds());

        Files.delete(root.resolve("store.jar"));
        assertTrue(run(2).contains("lacks what it is to run from"));
    }

    private String run(int status) throws Exception {
        var process = new ProcessBuilder(root.resolve("build/cdk/app").toString()).redirectErrorStream(true);
        process.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        process.environment().put("SANDBOX", root.toString());
        process.environment().merge("PATH", root.resolve("bin").toString(), (path, own) -> own + ":" + path);
        Process run = process.start();
        String printed = new String(run.getInputStream().readAllBytes(), UTF_8);
        assertEquals(status, run.waitFor(), printed);
        return status == 0 ? printed.substring(printed.lastIndexOf('\n') + 1) : printed;
    }

    private int builds() throws IOException {
        return Files.readAllLines(root.resolve("builds")).size();
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    private void script(String file, String text) throws IOException {
        write(file, text);
        Files.setPosixFilePermissions(root.resolve(file), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
