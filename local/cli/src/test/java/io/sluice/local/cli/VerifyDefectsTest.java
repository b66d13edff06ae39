package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each way in which a run could lose, double, misplace or alter a record, planted: verify names it.
final class VerifyDefectsTest extends VerifiedRun {
    /// What a reader delivers that takes 0xFF for the end.
    @Test
    void recordsAfterALineOf0xFfThatAreMissing() throws IOException {
        run(lines(10));
        replaceInput(text(lines(10)), new byte[]{(byte) 0xFF, 'x', '\n'}, text("{\"k\":\"a\",\"late\":1}"));
        assertFinds("lost: a, byte 160: belongs under errors/", "lost: a, byte 163: belongs under k=a/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32"})
    void textOfTwoByteCharactersOfWhichNothingIsDelivered(String charset) throws IOException {
        run(lines(2));
        Files.delete(object("k=a/"));
        Files.delete(object("k=b/"));
        replaceInput(String.join("\n", lines(10)).getBytes(Charset.forName(charset)));
        assertFinds("lost: a, byte 0: belongs under errors/", "NOT every");
    }

    @Test
    void anEmptyOutputOfAnInputThatIsNotEmpty() throws IOException {
        run(lines(4));
        Files.delete(object("k=a/"));
        Files.delete(object("k=b/"));
        Outcome outcome = assertFinds("lost: a, byte 0: belongs under k=a/");
        assertTrue(outcome.out().contains("4 records accepted ≠ 0 delivered"), outcome.out());
    }

    @Test
    void aDigitThatBecameAnother() throws IOException {
        run(lines(4));
        Path object = object("k=a/");
        Files.writeString(object, Files.readString(object).replace("\"n\":2", "\"n\":3"));
        assertFinds("altered: k=a/", "lost: a, byte 32: belongs under k=a/");
    }

    @Test
    void bytesOfNul() throws IOException {
        run(lines(4));
        Path object = object("k=a/");
        Files.write(object, new byte[(int) Files.size(object)]);
        assertFinds("altered: k=a/", "lost: a, byte 0: ");
    }

    @Test
    void aBatchThatIsThereTwice() throws IOException {
        run(lines(6));
        Path object = object("k=a/");
        Files.writeString(object, Files.readString(object).repeat(2));
        assertFinds("doubled: k=a/", "doubled: k=a/");
    }

    /// As an earlier build's server left them when it was killed: before its first object in a folder, and of a stream
    /// that has no such folder any more.
    @Test
    void aFileThatIsNoObjectWhereReadersTakeItForOne() throws IOException {
        run(lines(6));
        Path object = object("k=a/");
        String left = object.getFileName() + "-4f1a9e52-7c33-4d0e-9a41-0123456789ab";
        Files.createDirectories(folder.resolve("out/data/k=gone"));
        Files.copy(object, folder.resolve("out/data/k=gone").resolve(left));
        Files.move(object, object.resolveSibling("mine.txt"));
        assertFinds("foreign: k=gone/" + left, "foreign: k=a/mine.txt", "lost: a, byte 0: ");
    }

    /// Who reads `k=*` reads what lies there, whatever its name, and many readers read what lies below.
    @Test
    void aFileInAFolderThatIsNamedLikeThoseOfObjectsOrBelowOne() throws IOException {
        run(lines(6));
        for (String key : List.of("k=other/notes.txt", "k=a/below/notes.txt", "others/notes.txt", "notes.txt")) {
            Path file = folder.resolve("out/data/" + key);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "not mine\n");
        }
        assertFinds("foreign: k=a/below/notes.txt", "foreign: k=other/notes.txt");
    }

    @Test
    void anObjectThatIsThereTwice() throws IOException {
        run(lines(6));
        Path object = object("k=a/");
        Files.copy(object, object.resolveSibling(
                object.getFileName().toString().replaceFirst("[0-9a-f]{12}$", "0123456789ab")));
        assertFinds("doubled: k=a/");
    }

    @Test
    void aRecordInAnObjectOfOtherKeys() throws IOException {
        run(lines(6));
        Path from = object("k=a/");
        Path to = object("k=b/");
        List<String> lines = Files.readAllLines(from);
        Files.writeString(to, Files.readString(to) + lines.getLast() + "\n");
        Files.write(from, lines.subList(0, 2));
        assertFinds("misplaced: k=b/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GZIP", "ZIP", "ZSTD", "SNAPPY", "HADOOP_SNAPPY"})
    void anObjectThatIsCutShort(String compression) throws IOException {
        format = compression.equals("SNAPPY") ? "Snappy" : compression;
        run(lines(400));
        Path object = object("k=a/");
        byte[] bytes = Files.readAllBytes(object);
        Files.write(object, Arrays.copyOf(bytes, bytes.length / 2));
        assertFinds("unreadable: k=a/", "lost: a, byte ");
    }

    /// What most readers go by is at its end. A copy of it has no checksum beside it.
    @Test
    void anArchiveWithoutItsDirectory() throws IOException {
        format = "ZIP";
        run(lines(4));
        Path object = object("k=a/");
        byte[] bytes = Files.readAllBytes(object);
        Files.delete(object);
        Files.write(object, Arrays.copyOf(bytes, bytes.length - 30));
        assertFinds("unreadable: k=a/");
    }

    @Test
    void aRejectedRecordThatIsNotKeptAsItWas() throws IOException {
        run("{\"k\":\"a\"}", "broken");
        Path object = object("errors/");
        Files.writeString(object, Files.readString(object).replace(Base64.getEncoder().encodeToString(
                "broken".getBytes(UTF_8)), Base64.getEncoder().encodeToString("brokem".getBytes(UTF_8))));
        assertFinds("altered: errors/", "lost: a, byte 10: belongs under errors/");
        Files.writeString(object, "{\"rawData\":\"YnJva2Vu\"}\n");
        assertFinds("unreadable: errors/");
    }

    @Test
    void aFolderThatIsNoRunsIsBadUsage() throws IOException {
        run(lines(2));
        Outcome outcome = Cli.run("verify", "--config", folder.resolve("stream.json").toString(), "--out",
                folder.resolve("in").toString(), "--input", folder.resolve("in").toString());
        assertEquals(2, outcome.status(), outcome.out());
        assertTrue(outcome.err().contains("has no objects of bucket data"), outcome.err());
    }

    @Test
    void aColumnOfNullsWhereTheRecordsHaveValues() throws IOException {
        String without = Files.readString(Path.of("..", "..", "events", "quakes", "parquet.json")).replace(
                "{ \"Name\": \"id\", \"Type\": \"string\" }", "{ \"Name\": \"us_gross\", \"Type\": \"double\" }");
        String with = without.replace("\"Name\": \"us_gross\",", "\"Name\": \"us_gross\", \"JsonKey\": \"US Gross\",");
        Path config = folder.resolve("stream.json");
        Files.createDirectories(folder.resolve("in"));
        List<String> lines = Files.readAllLines(Path.of("..", "..", "events", "quakes", "earthquakes.ndjson"))
                .subList(0, 40);
        Files.write(folder.resolve("in/a"),
                lines.stream().map(line -> line.replaceFirst("\\{", "{\"US Gross\":1.5,")).toList());
        Files.writeString(config, without);
        assertEquals(0, sluice("run").status());
        Outcome nulls = sluice("verify");
        assertEquals(0, nulls.status(), nulls.out());
        assertTrue(nulls.err().contains("no record has a value for the column us_gross"), nulls.err());
        Files.writeString(config, with);
        assertFinds("altered: the column us_gross has 0 values, and the records have 40 under the key US Gross",
                "lost: a, byte 0: ");
        Path second = folder.resolve("second");
        Outcome run = Cli.run("run", "--config", config.toString(), "--out", second.toString(), "--input",
                folder.resolve("in").toString());
        assertEquals(0, run.status(), run.err());
        Outcome verified = Cli.run("verify", "--config", config.toString(), "--out", second.toString(), "--input",
                folder.resolve("in").toString());
        assertEquals(0, verified.status(), verified.out());
    }
}
