package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Text logs: lines of known forms, and of a pattern of the user's, from init to verify.
final class LineFormatsTest extends VerifiedRun {
    private static String access(int i) {
        return "10.0.0.%d - - [%02d/Nov/2026:08:00:00 +0100] \"GET /p/%d HTTP/1.1\" %d %d \"-\" \"curl/8\"".formatted(
                i % 200, 1 + i / 20, i, i % 3 == 0 ? 404 : 200, i);
    }

    private Path input(String text, Charset charset) throws IOException {
        Files.createDirectories(folder.resolve("in"));
        return Files.write(folder.resolve("in").resolve("a.log"), text.getBytes(charset));
    }

    private static String accessLog(int count) {
        return IntStream.range(0, count).mapToObj(i -> access(i) + "\n").collect(Collectors.joining());
    }

    private Outcome agreed(String... options) {
        Outcome run = sluice("run", options);
        assertEquals(0, run.status(), run.toString());
        Outcome verified = sluice("verify", options);
        assertEquals(0, verified.status(), verified + "\n" + run);
        return run;
    }

    private void keyedBy(String query) throws IOException {
        configure();
        Files.writeString(folder.resolve("stream.json"),
                Files.readString(folder.resolve("stream.json")).replace("{k:.k}", query));
    }

    @Test
    void anAccessLogIsRecognisedAndNeedsNoOption() throws IOException {
        Path log = input(accessLog(100) + "no access log\n", UTF_8);
        Outcome init = Cli.run("init", "--input", log.toString());
        assertEquals(0, init.status(), init.err());
        assertTrue(init.out().contains("\"Transformer\" : \"combined\""), init.out());
        assertTrue(init.out().contains("status"), init.out());
        Files.writeString(folder.resolve("stream.json"), init.out());
        assertEquals(0, Cli.run("check", "--config", folder.resolve("stream.json").toString()).status());
        Outcome run = agreed("--json");
        assertEquals(100, run.json().path("recordsDelivered").asInt());
        assertEquals(1, run.json().path("recordsRejected").asInt());
        assertTrue(run.out().contains("the line is not of the form combined"), run.out());
    }

    @Test
    void aFormIsToldByAnOptionToo() throws IOException {
        keyedBy("{k:.status}");
        input(accessLog(30), UTF_8);
        Outcome plain = Cli.run("run", "--config", folder.resolve("stream.json").toString(), "--out",
                folder.resolve("other").toString(), "--input", folder.resolve("in").toString());
        assertTrue(plain.err().replaceAll("\\s+", " ").contains("--input-format combined makes an object of each"),
                plain.err());
        assertEquals(30, agreed("--input-format", "combined", "--json").json().path("recordsDelivered").asInt());
    }

    @Test
    void aPatternTakesLinesApart() throws IOException {
        keyedBy("{k:.level}");
        input("2026-11-22 INFO {\"a\":1}\n2026-11-22 WARN said {\"b\":2}\nsomething else\n2026-11-23 INFO ok\n", UTF_8);
        Outcome run = agreed("--line-pattern", "(?<day>\\S+) (?<level>[A-Z]+) (?<text>.*)", "--json");
        assertEquals(3, run.json().path("recordsDelivered").asInt());
        assertEquals(List.of("something else"), ErrorRecords.rawData(folder.resolve("out/data/errors")));
        assertTrue(run.json().path("rejects").path(0).path("example").path("line").asInt() == 3, run.out());
    }

    /// Such a pattern would look at a line for ever.
    @Test
    void aHostilePatternEndsNoRun() throws IOException {
        keyedBy("{k:.k}");
        input("xxy\nxxxy\n" + "x".repeat(4_000) + "\nxxxxy\n", UTF_8);
        Outcome run = agreed("--line-pattern", "(?<k>(x+x+)+)y", "--json");
        assertTrue(run.json().path("rejects").toString().contains("too long to match"), run.out());
    }

    @ParameterizedTest
    @CsvSource({"cvs,", "ndjson,records", "JSON,records", "apache-combined,combined", "nginx,combined", "sys,syslog",
            "rfc5424,syslog", "logfm,logfmt", "vpc,vpc-flow-logs", "parquet,"})
    void aFormatThatIsNoneIsRefusedWithTheOneThatIsMeant(String asked, String meant) throws IOException {
        keyedBy("{k:.k}");
        input("x\n", UTF_8);
        Outcome run = sluice("run", "--input-format", asked);
        assertEquals(2, run.status(), run.toString());
        String told = run.err().replaceAll("\\s+", " ");
        assertTrue(told.contains("alb, cloudfront, combined, logfmt, syslog, vpc-flow-logs, not '" + asked + "'"),
                told);
        assertEquals(meant != null, told.contains("did you mean " + meant + "?"), told);
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() throws IOException {
        keyedBy("{k:.k}");
        input("x\n", UTF_8);
        for (String[] each : new String[][]{{"--line-pattern", "(", "--line-pattern: "},
                {"--line-pattern", "x", "no named group"}}) {
            Outcome run = sluice("run", each[0], each[1]);
            assertTrue(run.status() == 2 && run.err().contains(each[2]), run.toString());
        }
        Outcome both = sluice("run", "--line-pattern", "(?<a>x)", "--input-format", "csv");
        assertTrue(both.status() == 2 && both.err().contains("--line-pattern takes lines apart"), both.toString());
        Files.writeString(folder.resolve("stream.json"), Files.readString(folder.resolve("stream.json"))
                .replace("\"Delivery\"", "\"Transformer\":\"logfmt\",\"Delivery\""));
        Outcome twice = sluice("run", "--input-format", "combined");
        assertTrue(twice.status() == 2 && twice.err().replaceAll("\\s+", " ").contains("has a Transformer or a"),
                twice.toString());
        Files.writeString(folder.resolve("stream.json"), Files.readString(folder.resolve("stream.json"))
                .replace("\"Delivery\"", "\"LinePattern\":\"[\",\"Delivery\""));
        Outcome check = Cli.run("check", "--config", folder.resolve("stream.json").toString());
        assertTrue(check.out().contains("a stream has one transformer")
                && check.out().contains("no regular expression that lines can be taken apart by"), check.out());
    }

    @ParameterizedTest
    @CsvSource({"ISO-8859-1,ISO-8859-1", "windows-1252,WINDOWS-1252"})
    void anotherEncodingIsNamedWithItsCommand(String charset, String named) throws IOException {
        String text = IntStream.range(0, 20).mapToObj(i -> "level=info city=Köln price=" + i
                + ("windows-1252".equals(charset) ? "€" : "") + "\n").collect(Collectors.joining());
        Path log = input(text, Charset.forName(charset));
        Outcome init = Cli.run("init", "--input", log.toString());
        assertEquals(2, init.status(), init.out());
        assertTrue(init.err().replaceAll("\\s+", " ").contains("iconv -f " + named + " -t UTF-8"), init.err());
        keyedBy("{k:.level}");
        Outcome run = sluice("run", "--input-format", "logfmt");
        assertTrue(run.out().replaceAll("\\s+", " ").contains("iconv -f " + named + " -t UTF-8"), run.out());
        input(new String(Files.readAllBytes(log), Charset.forName(charset)), UTF_8);
        assertEquals(0, Cli.run("init", "--input", log.toString()).status());
    }

    /// A line of text that ends in JSON is neither a header nor a document.
    @Test
    void aLineThatEndsInJsonIsNoHeader() throws IOException {
        Path log = input(
                "2026-11-22T08:00:00Z app {\"level\":\"info\"}\n2026-11-22T08:00:01Z app {\"level\":\"warn\"}\n",
                ISO_8859_1);
        Outcome init = Cli.run("init", "--input", log.toString());
        assertEquals(2, init.status(), init.out());
        assertTrue(init.err().contains("--line-pattern") && !init.err().contains("header"), init.err());
    }
}
