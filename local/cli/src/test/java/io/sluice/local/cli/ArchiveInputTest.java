package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/// ZIP archives as inputs of the commands.
final class ArchiveInputTest extends VerifiedRun {
    private Path archive(String... namesAndContents) throws IOException {
        configure();
        Path file = Files.createDirectories(folder.resolve("in")).resolve("a.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndContents[i]));
                zip.write(namesAndContents[i + 1].getBytes(UTF_8));
            }
        }
        return file;
    }

    @Test
    void aRunOverAnArchiveIsDeliveredAndVerifiedAndItsRejectsArePlacedInIt() throws IOException {
        archive("2026/a.ndjson", "{\"k\":\"a\"}\n{\"k\":\"b\"}\nno JSON\n", "2026/b.ndjson", "{\"k\":\"a\"}\n");
        Outcome run = sluice("run");
        assertEquals(0, run.status(), run.toString());
        assertTrue(run.out().replaceAll("\\s+", "").contains("in/a.zip!/2026/a.ndjson,line3"), run.out());
        assertEquals(List.of("{\"k\":\"a\"}", "{\"k\":\"a\"}", "{\"k\":\"b\"}"),
                Delivered.sorted(folder.resolve("out/data")).stream().filter(line -> !line.contains("rawData"))
                        .toList());
        assertAgrees();
    }

    @Test
    void tablesInAnArchiveAreRowsUnderTheirHeaders() throws IOException {
        archive("a.csv", "k,n\na,1\n", "b.csv", "n,k\n2,b\n");
        Outcome run = sluice("run", "--input-format", "csv");
        assertEquals(0, run.status(), run.toString());
        Outcome verified = sluice("verify", "--input-format", "csv");
        assertEquals(0, verified.status(), verified.toString());
        assertEquals(List.of("{\"k\":\"a\",\"n\":\"1\"}", "{\"n\":\"2\",\"k\":\"b\"}"),
                Delivered.sorted(folder.resolve("out/data")));
    }

    @Test
    void initAndPlanReadOneToo() throws IOException {
        Path file = archive("a.ndjson", String.join("\n", lines(200)));
        Outcome init = Cli.run("init", "--input", file.toString());
        assertEquals(0, init.status(), init.toString());
        Outcome plan = Cli.run("plan", "--config", folder.resolve("stream.json").toString(), "--input",
                file.toString());
        assertEquals(0, plan.status(), plan.toString());
    }

    @Test
    void ofADamagedArchiveNothingIsBegun() throws IOException {
        Path file = archive("a.ndjson", String.join("\n", lines(200)), "b.ndjson", "{\"k\":\"a\"}");
        byte[] bytes = Files.readAllBytes(file);
        bytes[80] ^= 1;
        Files.write(file, bytes);
        Outcome run = sluice("run");
        assertEquals(2, run.status(), run.toString());
        String said = run.err().replaceAll("\\s+", " ");
        assertTrue(said.contains("in/a.zip!/a.ndjson is damaged: ") && said.contains("unzip -t "), said);
        assertFalse(Files.exists(folder.resolve("out")));
    }

    @Test
    void fromAPipeItIsRefusedWithWhatToDo() throws IOException {
        Path file = archive("a.ndjson", "{\"k\":\"a\"}");
        Outcome run = Cli.run(Files.readAllBytes(file), "run", "--config", folder.resolve("stream.json").toString(),
                "--out", folder.resolve("out").toString(), "--input", "-");
        assertEquals(1, run.status(), run.toString());
        assertTrue(run.err().replaceAll("\\s+", " ").contains("standard input: it is a ZIP archive (workbooks of Excel"
                + " are such), which is not read; an archive is read as a file by itself: not from a"),
                run.err());
    }
}
