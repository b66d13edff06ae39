package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.cli.CutShortRun.PulledPlug;
import io.sluice.local.cli.CutShortRun.PulledServices;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Access;
import io.sluice.local.s3.S3Address;
import io.sluice.local.s3.S3Out;
import io.sluice.local.s3.S3OutServices;
import io.sluice.local.server.DirectServices;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run that delivers into a bucket.
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class S3OutTest {
    @TempDir
    private Path folder = Path.of("");

    private final String out = "s3://lake/" + UUID.randomUUID() + "/a b";
    private @Nullable OwnS3 server;

    @BeforeEach
    void start() throws IOException {
        server = new OwnS3(folder.resolve("server"), "lake");
        Files.writeString(folder.resolve("stream.json"), CutShortRun.CONFIGURATION);
        write(records(200));
    }

    @AfterEach
    void stop() {
        s3().close();
    }

    private OwnS3 s3() {
        return Objects.requireNonNull(server);
    }

    private void write(List<String> records) throws IOException {
        Files.write(folder.resolve("in.ndjson"), records);
    }

    private static List<String> records(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"k\":\"" + "abc".charAt(i % 3) + "\",\"n\":" + i + "}").toList();
    }

    private Outcome sluice(String command, String... more) {
        List<String> all = new ArrayList<>(List.of(command, "--config", folder.resolve("stream.json").toString(),
                "--out", out, "--input", folder.resolve("in.ndjson").toString()));
        all.addAll(List.of(more));
        return s3().sluice(all.toArray(String[]::new));
    }

    private String prefix() {
        return S3Address.parse(out).key() + "/";
    }

    /// All lines of all objects, the run's own aside.
    private List<String> delivered() {
        List<String> lines = new ArrayList<>();
        s3().objects("lake", prefix()).values().forEach(object -> lines.addAll(new String(object, UTF_8).lines()
                .toList()));
        return lines.stream().sorted().toList();
    }

    private static Path state(String out) {
        return S3Out.folder(out).path();
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @Test
    void everyRecordIsInTheBucketOnceAndNothingElseIsLeft() {
        Outcome run = sluice("run");
        assertEquals(0, run.status(), run.toString());
        assertEquals(records(200).stream().sorted().toList(), delivered());
        assertTrue(s3().objects("lake", prefix()).keySet().stream().allMatch(key -> key.startsWith("k=")));
        assertTrue(run.out().startsWith(out + "/"), run.out());
        assertFalse(Files.exists(state(out)));
        Outcome verified = sluice("verify");
        assertEquals(0, verified.status(), verified.toString());
    }

    @Test
    void verifyFindsWhatIsMissingThere() {
        sluice("run");
        String key = s3().objects("lake", prefix()).keySet().iterator().next();
        s3().client().deleteObject(delete -> delete.bucket("lake").key(prefix() + key));
        Outcome verified = sluice("verify");
        assertEquals(1, verified.status(), verified.toString());
        assertTrue(verified.out().contains("lost"), verified.out());
    }

    @Test
    void rejectsAreTold() throws IOException {
        List<String> records = new ArrayList<>(records(10));
        records.add("no JSON");
        write(records);
        Outcome run = sluice("run");
        assertEquals(0, run.status(), run.toString());
        assertTrue(flat(run.out()).contains("in.ndjson, line 11"), run.out());
        assertEquals(0, sluice("verify").status());
    }

    @Test
    void aSecondRunIntoTheSamePlaceIsRefused() {
        assertEquals(0, sluice("run").status());
        Outcome again = sluice("run");
        assertEquals(2, again.status(), again.toString());
        assertTrue(flat(again.err()).contains("There are objects at " + out + "/ already"), again.err());
        assertFalse(Files.exists(state(out)));
        assertEquals(200, delivered().size());
    }

    @Test
    void aRunThatWasCutShortIsFinishedByResume() throws IOException {
        killAtFirstObject();
        assertTrue(s3().objects("lake", prefix()).containsKey(".sluice-run"));
        Outcome staged = sluice("verify");
        assertEquals(0, staged.status(), staged.toString());
        Outcome again = sluice("run");
        assertEquals(2, again.status(), again.toString());
        assertTrue(flat(again.err()).contains("finish it with --resume"), again.err());
        Outcome resumed = sluice("run", "--resume");
        assertEquals(0, resumed.status(), resumed.toString());
        assertEquals(records(200).stream().sorted().toList(), delivered());
        assertEquals(0, sluice("verify").status());
        assertFalse(Files.exists(state(out)));
    }

    @Test
    void theStateOfSuchARunIsNoFolderForAnother() throws IOException {
        killAtFirstObject();
        Outcome local = Cli.run("run", "--resume", "--config", folder.resolve("stream.json").toString(), "--out",
                state(out).toString(), "--input", folder.resolve("in.ndjson").toString());
        assertEquals(2, local.status(), local.toString());
        assertTrue(flat(local.err()).contains("is the state of a run into " + out), local.err());
        assertEquals(0, sluice("run", "--resume").status());
    }

    @Test
    void aPlaceThatAnotherMachinesRunHasIsRefused() {
        s3().put("lake", prefix() + ".sluice-run", "another".getBytes(UTF_8));
        Outcome run = sluice("run");
        assertEquals(2, run.status(), run.toString());
        assertTrue(flat(run.err()).contains("Another run delivers to " + out), run.err());
        assertFalse(Files.exists(state(out)));
    }

    @Test
    void whatCantBeIsRefusedBeforeAnythingIsBegun() {
        Outcome wire = sluice("run", "--wire");
        assertEquals(2, wire.status(), wire.toString());
        Outcome redrive = Cli.run("redrive", "--config", folder.resolve("stream.json").toString(), "--input",
                folder.resolve("in.ndjson").toString(), "--out", out);
        assertEquals(2, redrive.status(), redrive.toString());
        assertTrue(flat(redrive.err()).contains("of --out is an address"), redrive.err());
        Outcome none = s3().sluice("run", "--config", folder.resolve("stream.json").toString(), "--out",
                "s3://nowhere/x", "--input", folder.resolve("in.ndjson").toString());
        assertEquals(2, none.status(), none.toString());
        assertTrue(flat(none.err()).contains("At s3://nowhere/x/: access is denied"), none.err());
        Outcome inside = s3().sluice("run", "--config", folder.resolve("stream.json").toString(), "--out", out,
                "--input", "s3://lake");
        assertEquals(2, inside.status(), inside.toString());
        assertTrue(flat(inside.err()).contains("lie in each other"), inside.err());
        Outcome nothing = sluice("verify");
        assertEquals(2, nothing.status(), nothing.toString());
        assertFalse(Files.exists(state(out)));
    }

    /// A process of its own, killed by the operating system once so many objects are there.
    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void killedByTheOperatingSystemItIsFinishedByTheSameCommand(int seed) throws Exception {
        List<String> records = IntStream.range(0, 2_000).mapToObj(i -> "{\"k\":\"" + i % 200 + "\",\"n\":" + i + "}")
                .toList();
        write(records);
        Random random = new Random(seed);
        for (int kills = 1 + random.nextInt(3); kills > 0 && !isThrough(); kills--) {
            int objects = s3().keys("lake", prefix()).size() + random.nextInt(80);
            Process process = new ProcessBuilder(command()).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
                if (s3().keys("lake", prefix()).size() > objects) {
                    process.destroyForcibly();
                }
            }
        }
        if (!isThrough()) {
            Outcome last = isBegun() ? sluice("run", "--resume") : sluice("run");
            assertEquals(0, last.status(), last.toString());
        }
        assertEquals(records.stream().sorted().toList(), delivered());
        assertFalse(s3().objects("lake", prefix()).containsKey(".sluice-run"));
        assertEquals(0, sluice("verify").status());
    }

    private boolean isBegun() {
        return Files.exists(state(out).resolve(".sluice/run.json"));
    }

    private boolean isThrough() {
        return !isBegun() && !s3().keys("lake", prefix()).isEmpty()
                && !s3().keys("lake", prefix()).contains(".sluice-run");
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "-Daws.accessKeyId=" + System.getProperty("aws.accessKeyId"),
                "-Daws.secretAccessKey=" + System.getProperty("aws.secretAccessKey"), "-cp",
                System.getProperty("java.class.path"), Main.class.getName(), "run", "--s3", s3().url(), "--config",
                folder.resolve("stream.json").toString(), "--out", out, "--input",
                folder.resolve("in.ndjson").toString()));
        if (isBegun()) {
            command.add("--resume");
        }
        return command;
    }

    /// The process ends right after the first object is in the bucket.
    private void killAtFirstObject() throws IOException {
        var console = new Console(InputStream.nullInputStream(), new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()));
        ConfigurationFile file = ConfigurationFile.read(folder.resolve("stream.json"));
        StreamConfiguration stream = file.require(console);
        OutFolder state = S3Out.folder(out);
        try (var access = new S3Access(Optional.of(URI.create(s3().url())));
                Workspace workspace = Workspace.create(state, stream.bucket())) {
            var away = new S3Out(S3Address.parse(out), access);
            away.begin(state);
            var settings = new RunSettings(stream, file.forBuffering(stream, console),
                    Inputs.find(List.of(folder.resolve("in.ndjson").toString()), console, access),
                    RunSettings.Content.RECORDS, OptionalInt.empty(), Optional.empty());
            var services = new PulledServices(new S3OutServices(
                    DirectServices.start(state.path(), workspace.state(), stream.bucket()), away, stream.bucket()),
                    "k=");
            try (services) {
                assertThrows(PulledPlug.class, () -> Run.execute(settings, workspace, services, Run.Start.NEW,
                        Instant.now(), CutShortRun.pullingAt(Long.MAX_VALUE)));
            }
        }
        assertThrows(UsageException.class, () -> OutFolder.of(state.path().toString()));
    }
}
