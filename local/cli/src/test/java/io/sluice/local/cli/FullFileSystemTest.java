package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run on a disk that is too small for it: a real file system, in memory, which only root of a Linux may mount.
/// Elsewhere the test is skipped, and says so; `FullDiskTest` shows there which failures are taken for a full disk.
final class FullFileSystemTest {
    private static final int RECORDS = 1_000;

    @TempDir
    private Path folder = Path.of("");
    private Path disk = Path.of("");
    private boolean mounted;
    private final List<String> lines = new ArrayList<>();

    /// Three keys, two kilobytes a record that no compression makes much smaller, fifty records a minute.
    @BeforeEach
    void input() throws IOException {
        Random random = new Random(20_261_122);
        byte[] noise = new byte[1_500];
        for (int i = 0; i < RECORDS; i++) {
            random.nextBytes(noise);
            lines.add("{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i / 50 * 60) + ",\"n\":" + i
                    + ",\"x\":\"" + Base64.getEncoder().encodeToString(noise) + "\"}");
        }
        Files.write(folder.resolve("in.ndjson"), lines);
        Files.writeString(folder.resolve("stream.json"), CutShortRun.CONFIGURATION
                .replace("\"IntervalInSeconds\":300", "\"IntervalInSeconds\":60"));
        disk = Files.createDirectory(folder.resolve("disk"));
    }

    private void mount(int kilobytes) throws IOException {
        mounted = call("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "tmpfs", disk.toString());
        assumeTrue(mounted, "no small file system can be mounted here, only by root of a Linux; FullDiskTest runs");
    }

    @AfterEach
    void unmount() throws IOException {
        assertTrue(!mounted || call("umount", disk.toString()), disk + " stays mounted");
    }

    /// Whether the command is there and did it.
    private static boolean call(String... command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return false;
        }
        process.getInputStream().readAllBytes();
        return process.onExit().join().exitValue() == 0;
    }

    private Outcome run(String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", "--config", folder.resolve("stream.json").toString(),
                "--out", disk.resolve("out").toString(), "--input", folder.resolve("in.ndjson").toString(), "--arrival",
                ".t"));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    /// Every line of every object, whatever its name: what is left half written would be seen, too.
    private List<String> delivered() throws IOException {
        List<String> delivered = new ArrayList<>();
        if (Files.isDirectory(disk.resolve("out/data"))) {
            try (Stream<Path> files = Files.walk(disk.resolve("out/data"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    delivered.addAll(Files.readString(file, StandardCharsets.UTF_8).lines().toList());
                }
            }
        }
        return delivered;
    }

    /// Full soon after the start, half way, and near the end: the run needs about 2,200 kB.
    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {300, 1_000, 1_800})
    void theRunSaysSoAndIsFinishedWhenThereIsRoom(int kilobytes) throws IOException {
        mount(kilobytes);
        Outcome full = run();
        assertEquals(1, full.status(), full.toString());
        assertTrue(full.err().contains("The disk of " + disk) && full.err().contains("make room on it"), full.err());
        assertEquals(1, full.err().lines().filter(line -> !line.contains("\r")).count(), full.err());
        List<String> early = delivered();
        assertEquals(early.stream().distinct().count(), early.size(), "a record is there twice");
        assertTrue(lines.containsAll(early), "an object is not whole");

        assertTrue(call("mount", "-o", "remount,size=200m", disk.toString()));
        Outcome done = run("--resume");
        assertEquals(0, done.status(), done.toString());
        assertEquals(lines.stream().sorted().toList(), delivered().stream().sorted().toList());
    }
}
