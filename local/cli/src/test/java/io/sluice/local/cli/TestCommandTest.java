package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/// `test`: what passes, what fails and how that is told, and what is refused.
final class TestCommandTest {
    private static final String STREAM = """
            {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {
              "RoleARN": "arn:aws:iam::123456789012:role/delivery", "BucketARN": "arn:aws:s3:::data",
              "Prefix": "net=!{partitionKeyFromQuery:net}/!{timestamp:yyyy-MM-dd}/",
              "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/!{timestamp:HH}/",
              "CustomTimeZone": "Europe/Vienna",
              "DynamicPartitioningConfiguration": {"Enabled": true},
              "ProcessingConfiguration": {"Enabled": true, "Processors": [
                {"Type": "RecordDeAggregation",
                 "Parameters": [{"ParameterName": "SubRecordType", "ParameterValue": "JSON"}]},
                {"Type": "MetadataExtraction", "Parameters": [
                  {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{net:.net}"},
                  {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}}}
            """;
    private static final String PASSING = """
            configuration: stream.json
            arrival: 2026-11-22T08:00:00Z
            cases:
              - name: to its network's folder
                record: {net: ci, n: 1.10}
                expect: {keys: {net: ci}, prefix: net=ci/2026-11-22/}
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void stream() throws IOException {
        Files.writeString(folder.resolve("stream.json"), STREAM);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Outcome test(String text, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("test", file("test.yaml", text).toString()));
        arguments.addAll(Arrays.asList(options));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private Outcome testCase(String... lines) throws IOException {
        return test("configuration: stream.json\ncases:\n  - name: it\n    " + String.join("\n    ", lines) + "\n");
    }

    private void refuses(String message, Outcome outcome) {
        assertEquals(2, outcome.status(), outcome::toString);
        assertTrue(outcome.err().contains(message), outcome::err);
        assertEquals("", outcome.out());
    }

    @Test
    void whatIsAsExpectedPasses() throws IOException {
        assertEquals(new Outcome(0, "1 case in 1 file: passed\n", ""), test(PASSING));
    }

    @Test
    void whatIsNotIsToldWithBothValuesAndItsLine() throws IOException {
        Outcome outcome = test(PASSING.replace("keys: {net: ci}, prefix: net=ci/", "keys: {net: nc}, prefix: net=nc/"));
        assertEquals(new Outcome(1, folder.resolve("test.yaml") + """
                :4: failed: to its network's folder
                  keys.net: expected "nc", got "ci"
                  prefix: expected "net=nc/2026-11-22/", got "net=ci/2026-11-22/"
                1 case in 1 file: 1 failed, 0 passed
                """, ""), outcome);
    }

    @Test
    void jsonIsReadAsWellWithByteOrderMarkAndLineEndsOfWindows() throws IOException {
        String json = """
                {"configuration": "stream.json", "cases": [{"name": "it", "record": {"net": "ci"},\r
                  "expect": {"keys": {"net": "ci"}}}]}""";
        Path file = file("quakes.test.json", "\uFEFF" + json);
        assertEquals(new Outcome(0, "1 case in 1 file: passed\n", ""), Cli.run("test", file.toString()));
        Path yaml = file("test.yml", "\uFEFF" + PASSING.replace("\n", "\r\n"));
        assertEquals(new Outcome(0, "1 case in 1 file: passed\n", ""), Cli.run("test", yaml.toString()));
        assertEquals(new Outcome(0, "2 cases in 2 files: passed\n", ""),
                Cli.run("test", folder.toString(), yaml.toString()));
    }

    @Test
    void aTimeOfThePrefixIsThatOfTheArrivalInTheStreamsZone() throws IOException {
        for (String[] each : new String[][]{{"2026-11-22T22:59:59.999Z", "2026-11-22"},
                {"2026-11-22T23:00:00Z", "2026-11-23"}, {"2026-11-23T00:00:00+01:00", "2026-11-23"}}) {
            assertEquals(0, testCase("arrival: " + each[0], "record: {net: ci}",
                    "expect: {prefix: net=ci/" + each[1] + "/}").status(), each[0]);
        }
        refuses("test.yaml:3, it: Prefix has a time, that of the record's arrival; say it: arrival: 2026-",
                testCase("record: {net: ci}", "expect: {prefix: net=ci/1970-01-01/}"));
        refuses("expected a time with its zone", testCase("arrival: 2026-11-22", "record: 1", "count: 1"));
    }

    @Test
    void aRejectedRecordMeetsWhatIsExpectedOfOneAndNothingElse() throws IOException {
        assertEquals(0, testCase("text: '{\"n\":1}'", "arrival: 2026-11-22T08:00:00Z", "expect:", "  error:",
                "    code: DynamicPartitioning.MetadataExtractionFailed",
                "    message: partitionKeys values must not be null or empty",
                "    prefix: errors/metadata-extraction-failed/09/").status());
        assertEquals(0, testCase("text: nothing", "expect: {error: {message: Non JSON record provided}}").status());
        Outcome keys = testCase("record: {n: 1}", "expect: {keys: {net: ci}}");
        assertEquals(1, keys.status());
        assertTrue(keys.out().contains("expected a delivered record, got one rejected under"
                + " \"errors/metadata-extraction-failed/01/\": DynamicPartitioning.MetadataExtractionFailed,"
                + " partitionKeys values must not be null or empty (net is null)"), keys::out);
        assertEquals(1, testCase("record: {net: ci}", "expect: {error: {code: X}}").status());
        assertEquals(1, testCase("record: {net: ci}", "expect: {dropped: true}").status());
        assertEquals(1, testCase("record: {n: 1}", "expect: {dropped: true}").status());
    }

    @Test
    void aRecordOfSeveralIsExpectedOneByOneOrAllAlikeOrCounted() throws IOException {
        String three = "text: '{\"net\":\"a\",\"n\":1}{\"net\":\"b\",\"n\":2}{\"n\":3}'";
        assertEquals(0, testCase(three, "expect:", "  - {keys: {net: a}, text: '{\"net\":\"a\",\"n\":1}'}",
                "  - {keys: {net: b}}", "  - {error: {code: DynamicPartitioning.MetadataExtractionFailed}}").status());
        assertEquals(0, testCase(three, "count: 3").status());
        assertTrue(testCase(three, "count: 2").out().contains("expected 2 records to come out, got 3, the first"));
        Outcome alike = testCase(three, "count: 3", "expect: {keys: {net: a}}");
        assertTrue(alike.out().contains("record 2: keys.net: expected \"a\", got \"b\""), alike::out);
        assertFalse(alike.out().contains("record 1:"), alike::out);
        Outcome one = testCase(three, "expect: {keys: {net: a}}");
        assertEquals(1, one.status());
        assertTrue(one.out().contains("expected 1 record to come out, got 3"), one::out);
        refuses("expect lists 1 records; leave count out", testCase(three, "count: 3", "expect: [{dropped: true}]"));
    }

    @Test
    void textsAreComparedCharacterByCharacter() throws IOException {
        Outcome composed = testCase("record: {net: \"a\\u0308\"}", "expect: {keys: {net: \"\\u00e4\"}}");
        assertEquals(1, composed.status());
        assertTrue(composed.out().contains("; they differ at character 1: U+00E4 and U+0061"), composed::out);
        assertEquals(0,
                testCase("record: {net: \"\uD83D\uDC0C\u00e4\"}", "expect: {keys: {net: \"\uD83D\uDC0C\u00e4\"}}")
                        .status());
        Outcome control = testCase("record: {net: a}", "expect: {keys: {net: \"a\\u001b[31m\"}}");
        assertTrue(control.out().contains("expected \"a\\u001b[31m\""), control::out);
    }

    @Test
    void recordsAreGivenAsBytesToo() throws IOException {
        assertEquals(0, testCase("base64: eyJuZXQiOiJjaSJ9", "expect: {base64: eyJuZXQiOiJjaSJ9}").status());
        Outcome bytes = testCase("base64: eyJuZXQiOiJjaSJ9", "expect: {base64: /w==}");
        assertTrue(bytes.out().contains("base64: expected \"/w==\", got \"eyJuZXQiOiJjaSJ9\""), bytes::out);
        refuses("test.yaml:4, $.cases[0].base64: this is no base64", testCase("base64: '%'", "count: 1"));
        assertEquals(0,
                testCase("record: null", "expect: {error: {code: DynamicPartitioning.MetadataExtractionFailed}}")
                        .status());
    }

    @Test
    void aNumberInTheRecordKeepsItsDigits() throws IOException {
        Path file = file("test.json", "{\"configuration\": \"stream.json\", \"cases\": [{\"name\": \"it\","
                + " \"record\": {\"net\": \"ci\", \"n\": 1.10},"
                + " \"expect\": {\"text\": \"{\\\"net\\\":\\\"ci\\\",\\\"n\\\":1.10}\"}}]}");
        assertEquals(new Outcome(0, "1 case in 1 file: passed\n", ""), Cli.run("test", file.toString()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "'' | is empty; it needs configuration and cases", "# only this | is empty; it needs configuration",
            "[] | expected an object, found an array",
            "cases: [] | there is no configuration, the stream's file",
            "{S} | there are no cases, and nothing tested is nothing shown",
            "{S, cases: []} | there are no cases",
            "{S, cases: {name: a}} | expected an array of cases",
            "{S, case: []} | there are no cases",
            "{S, arival: x, cases: [1]} | there is no field \"arival\"; did you mean arrival?",
            "{S, cases: [1]} | $.cases[0]: expected an object, found a number",
            "{S, cases: [{record: 1, count: 1}]} | there is no name, by which a failure is told",
            "{S, cases: [{A}]} | the case expects nothing; give it expect",
            "{S, cases: [{A, expect: []}]} | the case expects nothing",
            "{S, cases: [{A, expect: []}], x: 1} | no field \"x\"",
            "{S, cases: [{A, expect: {}}]} | this expects nothing; give keys",
            "{S, cases: [{A, expect: {keys: {}}}]} | this expects nothing; name",
            "{S, cases: [{A, expect: {error: {}}}]} | nothing; give code",
            "{S, cases: [{A, expect: null}]} | null says nothing; give a value",
            "{S, cases: [{name: a, count: 1}]} | there is no record; give it as record",
            "{S, cases: [{A, text: b, count: 1}]} | the record is there twice",
            "{S, cases: [{A, count: -1}]} | a whole number from 0, found -1",
            "{S, cases: [{A, expect: {dropped: false}}]} | expected true; of",
            "{S, cases: [{A, count: 0, expect: {dropped: true}}]} | nothing is to come out, so that expect",
            "{configuration: none.json, cases: [{name: a, record: 1, count: 1}]} | none.json does not exist",
            "{S, configuration: a} | Duplicate field 'configuration'"})
    void whatIsNotUnderstoodIsRefused(String text, String message) throws IOException {
        String file = text.replace("S,", "configuration: stream.json,").replace("{S}", "{configuration: stream.json}")
                .replace("{A", "{name: a, record: 1");
        refuses(message, test(file.equals("''") ? "" : file));
    }

    @Test
    void keysAndErrorsOfOneRecordExcludeEachOther() throws IOException {
        refuses("a record is delivered, rejected or dropped; keep", testCase("record: {net: ci}",
                "expect: {keys: {net: ci}, error: {code: X}}"));
        refuses("did you mean prefix?", testCase("record: {net: ci}", "expect: {prefx: a}"));
    }

    @Test
    void aKeyThatIsNoTextIsRefusedWithTheRemedy() throws IOException {
        refuses("$.cases[0].expect.keys.net: expected a text, found a number; write it in quotes, \"7\"",
                testCase("record: {net: 7}", "expect: {keys: {net: 7}}"));
        assertEquals(0, testCase("record: {net: 7}", "expect: {keys: {net: '7'}}").status());
    }

    @Test
    void twoCasesOfOneNameAreRefused() throws IOException {
        refuses("case 1 has the name \"to its network's folder\", too; give each its own",
                test(PASSING + PASSING.substring(PASSING.indexOf("  - name"))));
    }

    @Test
    void aFolderWithoutTestsAndAFileThatIsNotThereAreRefused() throws IOException {
        refuses("has no expectations: no test.yaml or test.json", Cli.run("test", folder.toString()));
        refuses("gone.yaml does not exist", Cli.run("test", folder.resolve("gone.yaml").toString()));
        Files.writeString(Files.createDirectories(folder.resolve("target")).resolve("test.yaml"), PASSING);
        refuses("has no expectations", Cli.run("test", folder.toString()));
    }

    @Test
    void aConfigurationWithErrorsIsNotTested() throws IOException {
        file("stream.json", STREAM.replace("\"data\"", "\"data\", \"Nothing\": 1").replace(":::data", ":::D"));
        refuses("stream.json has 1 error; nothing was run", test(PASSING));
    }

    @Test
    void aBrokenFileKeepsAllOthersFromBeingRun() throws IOException {
        Path good = file("a.test.yaml", PASSING);
        Path bad = file("b.test.yaml", "configuration: stream.json\n");
        refuses("there are no cases", Cli.run("test", good.toString(), bad.toString()));
    }

    @Test
    void tapEscapesWhatMeansSomethingThere() throws IOException {
        Outcome outcome = test("""
                configuration: stream.json
                cases:
                  - {name: "a # TODO \\\\ b\\nok 2", record: {net: ci}, expect: {keys: {net: ci}}}
                  - {name: "it's", record: {net: "c'i"}, expect: {keys: {net: ci}}}
                """, "--tap");
        String file = folder.resolve("test.yaml").toString();
        assertEquals(new Outcome(1, """
                TAP version 14
                1..2
                ok 1 - FILE: a \\# TODO \\\\ b\\\\nok 2
                not ok 2 - FILE: it's
                  ---
                  at: 'FILE:4'
                  differences:
                    - 'keys.net: expected "ci", got "c''i"'
                  ...
                """.replace("FILE", file), ""), outcome);
    }

    @Test
    void junitsXmlIsWellFormedWhateverItHolds() throws IOException, ParserConfigurationException, SAXException {
        Path report = folder.resolve("report.xml");
        Outcome outcome = test("""
                configuration: stream.json
                cases:
                  - {name: "<a> & \\"b\\" ]]> \\u0001 \\uFFFE \\u00e4", record: {net: ci}, expect: {keys: {net: ci}}}
                  - {name: bad, record: {net: ci}, expect: {keys: {net: "<\\u0000\\u001b&>"}}}
                """, "--junit", report.toString());
        assertEquals(1, outcome.status());
        byte[] xml = Files.readAllBytes(report);
        Document document = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml));
        Element suites = document.getDocumentElement();
        assertEquals("2 1", suites.getAttribute("tests") + " " + suites.getAttribute("failures"));
        Element good = (Element) suites.getElementsByTagName("testcase").item(0);
        assertEquals("<a> & \"b\" ]]> \\u0001 \\ufffe \u00e4", good.getAttribute("name"));
        assertEquals("3", good.getAttribute("line"));
        Element failure = (Element) suites.getElementsByTagName("failure").item(0);
        assertEquals("keys.net: expected \"<\\u0000\\u001b&>\", got \"ci\"", failure.getAttribute("message"));
        assertTrue(failure.getTextContent().contains("test.yaml:4\n"), failure::getTextContent);
        assertEquals(1, suites.getElementsByTagName("failure").getLength());
        assertTrue(new String(xml, UTF_8).startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
        refuses2("--junit: ", test(PASSING, "--junit", folder.resolve("none/report.xml").toString()));
    }

    private static void refuses2(String message, Outcome outcome) {
        assertEquals(2, outcome.status(), outcome::toString);
        assertTrue(outcome.err().contains(message), outcome::err);
    }

    @Test
    void aPlugInsKeysAndDropsAreTested() throws IOException {
        Path jar = PluginJar.ofTheExample(folder.resolve("jar"));
        file("test.yaml", """
                configuration: %s
                cases:
                  - name: a line
                    text: 2026-11-22T08:00:00Z|shop.example|192.0.2.17|GET|/|200|5120
                    expect:
                      keys: {host: shop.example, status: 2xx}
                      prefix: host=shop.example/status=2xx/
                      text: 2026-11-22T08:00:00Z|shop.example|192.0.2.0|GET|/|200|5120
                  - name: the load balancer's question
                    text: 2026-11-22T08:00:02Z|shop.example|10.0.0.2|GET|/health|200|2
                    expect: {dropped: true}
                  - name: keys of a record that is dropped
                    text: 2026-11-22T08:00:02Z|shop.example|10.0.0.2|GET|/health|200|2
                    expect: {keys: {host: shop.example}}
                """.formatted(folder.relativize(PluginJar.example("stream.json"))));
        Outcome outcome = Cli.run("test", folder.toString(), "--plugin", jar.toString());
        assertEquals(1, outcome.status(), outcome::toString);
        assertEquals("""
                TEST:12: failed: keys of a record that is dropped
                  expected a delivered record, got one dropped
                3 cases in 1 file: 1 failed, 2 passed
                """.replace("TEST", folder.resolve("test.yaml").toString()), outcome.out());
        refuses("name the jar with --plugin", Cli.run("test", folder.toString()));
        refuses("no configuration that is tested names a plug-in", test(PASSING, "--plugin", jar.toString()));
    }

    @Test
    void aPrefixWithRandomTextCannotBeExpected() throws IOException {
        file("stream.json", STREAM.replace("!{timestamp:yyyy-MM-dd}", "!{firehose:random-string}"));
        refuses("Prefix has !{firehose:random-string}, which differs from object to object", test(PASSING));
    }
}
