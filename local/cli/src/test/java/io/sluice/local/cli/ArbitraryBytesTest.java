package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Inputs and sources that hold what nobody expected: every record is delivered or named, sources stay where anything
/// of them is missing, and the exit status says so.
@Tag("long")
final class ArbitraryBytesTest {
    private static final Path CONFIG = Path.of("..", "..", "events", "quakes", "stream.json");
    private static final List<String> BAD = List.of("\u00FF{\"x\":1}", "\u00FF",
            "{\"properties\":{\"net\":\"a\u00FFk\"}}",
            "\u00FE\u00FF", "{\"x\":\u00FF}", "\0");

    @TempDir
    private Path folder = Path.of("");

    private static String quake(String net, int number) {
        return "{\"properties\":{\"net\":\"" + net + "\",\"time\":1517942400000},\"id\":\"" + number + "\"}";
    }

    /// 10 good lines, a bad one, 1,000 good lines.
    private static String lines(String bad) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 1_010; i++) {
            lines.append(i == 10 ? bad + "\n" : "").append(quake(i % 3 == 0 ? "ak" : "ci", i)).append('\n');
        }
        return lines.toString();
    }

    private Path file(String name, byte[] bytes) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        return Files.write(file, bytes);
    }

    private Outcome sluice(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", CONFIG.toString(), "--out",
                folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void oneBadLineIsOneRejectAndNoOtherLineIsTouched(int bad) throws IOException {
        Path input = file("in.ndjson", lines(BAD.get(bad)).getBytes(ISO_8859_1));
        Outcome outcome = sluice("run", "--input", input.toString(), "--json");
        assertEquals(0, outcome.status(), outcome.toString());
        assertEquals(1_010, outcome.json().path("recordsDelivered").asInt());
        assertEquals(1, outcome.json().path("recordsRejected").asInt());
    }

    @Test
    void textInUtf16IsRefusedByNameWithTheRemedyAndAStatus() throws IOException {
        for (byte[] bytes : List.of(lines("{}").getBytes(UTF_16), lines("{}").getBytes(UTF_16LE))) {
            Path input = file("wide.ndjson", bytes);
            Outcome outcome = sluice("run", "--input", input.toString());
            assertEquals(1, outcome.status(), outcome.toString());
            assertTrue(outcome.err().contains(input + ": it is UTF-16"), outcome.err());
            assertTrue(outcome.err().contains("iconv -f UTF-16"), outcome.err());
            assertFalse(outcome.err().contains("--resume"), outcome.err());
            Folders.delete(folder.resolve("out"));
        }
    }

    @Test
    void truncatedGzipAndTruncatedZstdEndAlike() throws IOException {
        byte[] content = lines("{}").getBytes(ISO_8859_1);
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(content);
        }
        for (byte[] whole : List.of(gzip.toByteArray(), Zstd.compress(content))) {
            Path input = file("cut", Arrays.copyOf(whole, whole.length - 3));
            Outcome outcome = sluice("run", "--input", input.toString(), "--json");
            assertEquals(1, outcome.status(), outcome.toString());
            assertTrue(outcome.err().contains(input + ": the file ends too early; the "), outcome.err());
            assertTrue(outcome.err().contains("1 of the inputs could not be read to the end"), outcome.err());
            assertFalse(outcome.err().contains("--resume"), outcome.err());
            Folders.delete(folder.resolve("out"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void aSourceWithABadLineIsRemovedOnlyWhenAllOfItIsDelivered(int bad) throws IOException {
        byte[] source = lines(BAD.get(bad)).getBytes(ISO_8859_1);
        Path object = file("out/quakes/raw/date=2018-02-06/a", source);
        Outcome refused = sluice("repartition", "--from", "raw/", "--remove-source");
        assertEquals(1, refused.status(), refused.toString());
        assertArrayEquals(source, Files.readAllBytes(object));
        Outcome accepted = sluice("repartition", "--from", "raw/", "--remove-source", "--accept-rejected", "--json");
        assertEquals(0, accepted.status(), accepted.toString());
        assertEquals(1_010, accepted.json().path("records").asInt());
        assertEquals(1, accepted.json().path("removed").asInt());
        assertEquals(1_010, Delivered.lines(folder.resolve("out/quakes")).entrySet().stream()
                .filter(each -> each.getKey().startsWith("net=")).mapToInt(each -> each.getValue().size()).sum());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void anErasureKeepsEveryByteOfTheOthers(int bad) throws IOException {
        Path object = file("out/quakes/raw/date=2018-02-06/a", lines(BAD.get(bad)).getBytes(ISO_8859_1));
        Outcome erased = sluice("erase", "--key", "net=ak", "--source", "raw/");
        assertEquals(0, erased.status(), erased.toString());
        List<String> others = lines(BAD.get(bad)).lines().filter(line -> !line.contains("\"ak\"")).toList();
        assertEquals(String.join("\n", others) + "\n", Files.readString(object, ISO_8859_1));
    }

    @Test
    void aSourceInUtf16IsNeitherMovedNorErasedFrom() throws IOException {
        byte[] source = lines("{}").getBytes(UTF_16);
        Path object = file("out/quakes/raw/date=2018-02-06/a", source);
        Outcome moved = sluice("repartition", "--from", "raw/", "--remove-source");
        assertEquals(1, moved.status(), moved.toString());
        assertTrue(moved.err().contains("it is UTF-16"), moved.err());
        Outcome erased = sluice("erase", "--key", "net=ak", "--source", "raw/");
        assertEquals(1, erased.status(), erased.toString());
        assertTrue(erased.toString().contains("it is UTF-16"), erased.toString());
        assertArrayEquals(source, Files.readAllBytes(object));
    }
}
