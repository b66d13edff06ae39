package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.luben.zstd.Zstd;
import io.sluice.local.cli.Cli.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Inputs of every odd kind, of which verify says that all is well, as it is.
final class VerifyOddInputsTest extends VerifiedRun {
    @Test
    void manyMembersAreNoFaultButSaid() throws IOException {
        format = "GZIP";
        run(lines(6));
        Path object = object("k=a/");
        List<String> lines = List.of("{\"k\":\"a\",\"n\":0}\n{\"k\":\"a\",\"n\":2}\n", "{\"k\":\"a\",\"n\":4}\n");
        PlantedFolder.put(object, members(lines));
        Outcome outcome = sluice("verify");
        assertEquals(0, outcome.status(), outcome.out());
        assertTrue(outcome.err().contains("1 objects have more than one gzip member"), outcome.err());
        byte[] whole = members(lines);
        Files.write(object, Arrays.copyOf(whole, members(lines.subList(0, 1)).length));
        assertFinds("lost: a, byte 64: ");
        Files.write(object, Arrays.copyOf(whole, whole.length - 9));
        assertFinds("unreadable: k=a/");
    }

    @ParameterizedTest
    @CsvSource({"verbatim,C:\\temp\\x", "verbatim,!{timestamp:yyyy} %2F", "verbatim,é😀", "verbatim,..", "verbatim,a/b",
            "percent,a/b\\c %"})
    void aKeyValueOfAnyCharacters(String keyEncoding, String value) throws IOException {
        encoding = keyEncoding;
        String record = JSON.writeValueAsString(Map.of("k", value));
        run(record, "{\"k\":\"z\"}");
        Outcome outcome = sluice("verify");
        assertEquals(0, outcome.status(), outcome.out());
        assertTrue(outcome.out().startsWith("2 records accepted = 2 delivered + 0 rejected"), outcome.out());
        Path object = object("k=z/");
        Files.writeString(object, record + "\n" + Files.readString(object));
        assertFinds("altered: k=z/");
    }

    /// Each is delivered or rejected, and nothing is wrong.
    @Test
    void inputsOfEveryOddKindAgree() throws IOException {
        byte[] broken = {'{', '"', 'k', '"', ':', '"', (byte) 0x80, (byte) 0xC0, '"', '}', '\n'};
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        input.writeBytes(new byte[]{(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        input.writeBytes(text("{\"k\":\"a\",\"n\":1}\r", "", "  ", "{\"k\":\"a\",\"n\":1e400}",
                "{\"k\":\"a\",\"n\":-0}",
                "{\"k\":\"a\",\"k\":\"b\"}", "{\"k\":\"\\ud800\"}", "{\"k\":\"a\",\"s\":\"\\udc00\\ud800\"}",
                "{\"k\":\"a\"}{\"k\":\"b\"} [1] {\"k\":\"c\"}", "{\"k\":\"a\"},{\"k\":\"b\"}", "{\"k\":\"a", "[", "1,",
                "2]", "{", "  \"k\": \"p\",", "  \"q\": {}", "}", "{", "x", "\"loose\"", "17", "null", "\\", "}{",
                "{\"k\":\"" + "\u00E9\u2028" + "\"}",
                "{\"k\":\"a\",\"d\":" + "[".repeat(3_000) + "]".repeat(3_000) + "}",
                "{\"k\":\"a\",\"n\":" + "9".repeat(2_000) + "}",
                "{\"k\":\"big\",\"x\":\"" + "y".repeat(1_024_000) + "\"}",
                "{\"k\":\"\"}", "{\"k\":null}", "{\"k\":[1]}", "{\"k\":true}", "{\"k\":1.0}", "{\"k\":\"a\\tb\"}",
                "{\"k\":\"x/../y\"}", "{\"k\":\"" + "l".repeat(600) + "\"}", "{\"k\":\"\\u0085\"}"));
        input.writeBytes(broken);
        input.writeBytes("{\"k\":\"last\"}".getBytes(UTF_8));
        run(input.toByteArray());
        assertAgrees();
    }

    @Test
    void compressedInputsAgreeAndADamagedOneIsAccountedFor() throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        byte[] gzip = members(List.of(String.join("\n", lines(3)) + "\n", "{\"k\":\"a\",\"n\":7}"));
        Files.write(folder.resolve("in/b.gz"), gzip);
        Files.write(folder.resolve("in/c.zst"), Zstd.compress(text(lines(5))));
        Files.write(folder.resolve("in/d"), new byte[0]);
        Files.write(folder.resolve("in/e.gz"), members(List.of("")));
        assertEquals(0, sluice("run").status());
        assertAgrees();
        byte[] many = members(List.of(String.join("\n", lines(5_000)) + "\n"));
        Files.write(folder.resolve("in/f.gz"), Arrays.copyOf(many, many.length / 2));
        Path second = folder.resolve("second");
        Outcome run = Cli.run("run", "--config", folder.resolve("stream.json").toString(), "--out", second.toString(),
                "--input", folder.resolve("in").toString());
        assertFinds("lost: f.gz, byte ");
        if (run.status() == 0) {
            Outcome verified = Cli.run("verify", "--config", folder.resolve("stream.json").toString(), "--out",
                    second.toString(), "--input", folder.resolve("in").toString());
            assertEquals(0, verified.status(), verified.out() + verified.err());
            assertTrue(verified.err().contains("an error record has the last "), verified.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSON", "DELIMITED"})
    void recordsThatAreSplitAgree(String type) throws IOException {
        ObjectNode processor = JSON.createObjectNode().put("Type", "RecordDeAggregation");
        ArrayNode parameters = processor.putArray("Parameters");
        parameters.addObject().put("ParameterName", "SubRecordType").put("ParameterValue", type);
        if (type.equals("DELIMITED")) {
            parameters.addObject().put("ParameterName", "Delimiter").put("ParameterValue",
                    Base64.getEncoder().encodeToString("\n".getBytes(UTF_8)));
        }
        moreProcessors.add(processor);
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in/a"), text("{\"k\":\"a\"}{\"k\":\"b\"}", "{\"k\":\"a\"", "{\"k\":\"c\"} x",
                "[1]", "{\"k\":\"d\"}"));
        Outcome run = sluice("run", "--record-bytes", "40");
        assertEquals(0, run.status(), run.err());
        Outcome verified = sluice("verify", "--record-bytes", "40");
        assertEquals(0, verified.status(), verified.out() + verified.err());
    }

    @Test
    void utf16IsNoReasonToFail() throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in/a"), "{\"k\":\"a\"}\n".getBytes(UTF_16LE));
        if (sluice("run").status() == 0) {
            assertAgrees();
        }
    }
}
