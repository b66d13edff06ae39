package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher of a release's archive, with a Java that prints what it is to run.
final class ArchiveLauncherTest {
    @TempDir
    private Path folder = Path.of("");
    private Path home = Path.of("");

    private record Ended(int status, List<String> out, String err) {}

    @BeforeEach
    void archive() throws IOException {
        home = Files.createDirectories(folder.resolve("an archive é"));
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("bin"));
        Files.copy(Path.of("..", "build", "release", "archive", "bin", "sluice"), home.resolve("bin/sluice"));
        Files.writeString(home.resolve("lib/id"), "1.0.0-abc\n");
        Files.writeString(home.resolve("lib/dynamodb"), "DynamoDBLocal-1.jar\n");
        Path java = Files.createDirectories(home.resolve("runtime/bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                for each in "$@"; do
                  case $each in
                    -XX:AOTMode=record) [ ! -e "$FAILING" ] || exit 1; echo rehearsed >>"$REHEARSALS"; exit ;;
                    -XX:AOTMode=create) create=yes ;;
                    -XX:AOTCache=*) cache=${each#*=} ;;
                  esac
                done
                if [ -n "${create:-}" ]; then echo cache >"$cache"; exit; fi
                printf '%s\\n' "$@"
                """);
        assertTrue(java.toFile().setExecutable(true));
        assertTrue(home.resolve("bin/sluice").toFile().setExecutable(true));
    }

    private Ended start(Path launcher, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).directory(folder.toFile()).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        process.environment().clear();
        process.environment().putAll(Map.of("PATH", System.getenv("PATH"), "REHEARSALS", rehearsals().toString(),
                "FAILING", folder.resolve("failing").toString()));
        process.environment().putAll(environment);
        int status = process.start().waitFor();
        return new Ended(status, Files.readAllLines(out), Files.readString(err));
    }

    private Ended start(String... arguments) throws IOException, InterruptedException {
        return start(home.resolve("bin/sluice"), Map.of("HOME", folder.toString()), arguments);
    }

    private Path rehearsals() {
        return folder.resolve("rehearsals");
    }

    private Path cache() {
        return folder.resolve(".cache/sluice");
    }

    /// The image names one in a folder that another may be mounted over.
    @Test
    void aFolderForTemporaryFilesIsMadeWhereThereIsNone() throws IOException, InterruptedException {
        Path temporary = folder.resolve("data/tmp");
        Ended ended = start(home.resolve("bin/sluice"), Map.of("TMPDIR", temporary.toString()), "check");
        assertTrue(ended.out().contains("-Djava.io.tmpdir=" + temporary), ended.toString());
        assertTrue(Files.isDirectory(temporary));
    }

    @Test
    void itIsFoundThroughLinksAndKeepsArgumentsAsTheyAre() throws IOException, InterruptedException {
        Path links = Files.createDirectories(folder.resolve("links"));
        Files.createSymbolicLink(links.resolve("one"), home.resolve("bin/sluice"));
        Files.createSymbolicLink(folder.resolve("two"), Path.of("links/one"));
        Ended ended = start(folder.resolve("two"), Map.of(), "run", "a  b", "", "*");
        assertEquals(0, ended.status(), ended.err());
        assertTrue(ended.out().contains(home.toRealPath() + "/lib/sluice.jar"), ended.toString());
        int main = ended.out().indexOf("io.sluice.local.cli.Main");
        assertEquals(List.of("run", "a  b", "", "*"), ended.out().subList(main + 1, ended.out().size()));
        assertFalse(Files.exists(rehearsals()));
    }

    @Test
    void theFirstStartMakesACacheAndLaterOnesUseIt() throws IOException, InterruptedException {
        String option = "-XX:AOTCache=" + cache().resolve("1.0.0-abc/short.aot");
        Ended first = start("check", "a.json");
        assertTrue(first.err().contains("shortening its starts"), first.err());
        assertTrue(first.out().contains(option), first.toString());
        Ended second = start("check", "a.json");
        assertEquals("", second.err());
        assertTrue(second.out().contains(option), second.toString());
        assertEquals(1, Files.readAllLines(rehearsals()).size());
    }

    @Test
    void dynamoDbLocalStandsOnTheModulePathOnceItIsThere() throws IOException, InterruptedException {
        assertFalse(start("run").out().contains("--module-path"));
        assertFalse(Files.exists(rehearsals()));
        Path jar = Files.createFile(Files.createDirectories(cache()).resolve("DynamoDBLocal-1.jar"));
        Ended ended = start("run");
        assertTrue(ended.out().containsAll(List.of("--module-path", jar.toString(), "--add-modules", "DynamoDBLocal",
                "-XX:AOTCache=" + cache().resolve("1.0.0-abc/all.aot"))), ended.toString());
    }

    @Test
    void anotherPlaceOfTheSameVersionKeepsItsCache() throws IOException, InterruptedException {
        start("check", "a.json");
        Path moved = folder.resolve("moved");
        Files.move(home, moved);
        Ended ended = start(moved.resolve("bin/sluice"), Map.of("HOME", folder.toString()), "check", "a.json");
        assertTrue(ended.err().contains("shortening"), "its old place is gone: " + ended);
        Files.createDirectories(home);
        Files.writeString(cache().resolve("1.0.0-abc/short.of"), home + "\n");
        Ended beside = start(moved.resolve("bin/sluice"), Map.of("HOME", folder.toString()), "check", "a.json");
        assertEquals("", beside.err());
        assertFalse(beside.out().toString().contains("AOTCache"), beside.toString());
    }

    @Test
    void aRehearsalThatFailsIsSaidOnceAndNothingElseFails() throws IOException, InterruptedException {
        Files.createFile(folder.resolve("failing"));
        Ended first = start("check", "a.json");
        assertEquals(0, first.status());
        assertTrue(first.err().contains("warning: starts stay long"), first.err());
        assertEquals("", start("check", "a.json").err());
    }

    @Test
    void withoutAFolderForACacheThereIsNone() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("file"));
        for (Map<String, String> environment : List.of(Map.<String, String>of(), Map.of("HOME", file.toString()),
                Map.of("SLUICE_CACHE", "relative"))) {
            Ended ended = start(home.resolve("bin/sluice"), environment, "check", "a.json");
            assertEquals(0, ended.status(), ended.err());
            assertEquals("", ended.err());
            assertFalse(ended.out().toString().contains("AOTCache"), ended.toString());
        }
    }

    @Test
    void optionsOfTheJvmComeLastAndMayNameACollector() throws IOException, InterruptedException {
        Ended ended = start(home.resolve("bin/sluice"), Map.of("JAVA_OPTS", "-XX:+UseG1GC -Xmx2g", "TMPDIR", "/t"),
                "jq", ".");
        assertTrue(ended.out().indexOf("-Xmx2g") > ended.out().indexOf("-Xmx1g"), ended.toString());
        assertFalse(ended.out().contains("-XX:+UseSerialGC"), ended.toString());
        assertTrue(ended.out().contains("-Djava.io.tmpdir=/t"), ended.toString());
    }

    @Test
    void anArchiveWithoutItsJavaIsNamed() throws IOException, InterruptedException {
        Files.delete(home.resolve("runtime/bin/java"));
        Ended ended = start("check", "a.json");
        assertEquals(2, ended.status());
        assertTrue(ended.err().contains("runtime/bin/java is not there"), ended.err());
    }
}
