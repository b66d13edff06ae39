package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `Sluice.RecordsAt`: what the functions make of documents, and that verify, which takes them apart with other code,
/// agrees.
final class RecordsAtStreamTest extends VerifiedRun {
    private void stream(String path, String... parent) throws IOException {
        configure();
        Path file = folder.resolve("stream.json");
        ObjectNode stream = (ObjectNode) JSON.readTree(file.toFile());
        ObjectNode at = ((ObjectNode) stream.get("Sluice")).putObject("RecordsAt").put("Path", path);
        for (String name : parent) {
            at.withArray("Parent").add(name);
        }
        Files.write(file, JSON.writeValueAsBytes(stream));
    }

    private void input(String text) throws IOException {
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve("a.json"), text.getBytes(UTF_8));
    }

    private Outcome agreed(int status, String... options) {
        Outcome run = sluice("run", options);
        assertEquals(status, run.status(), run.toString());
        Outcome verified = sluice("verify");
        assertEquals(0, verified.status(), verified + "\n" + run);
        return run;
    }

    private List<String> rejected() throws IOException {
        return ErrorRecords.rawData(folder.resolve("out/data/errors")).stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachElementIsARecordWithMembersOfItsDocument(boolean wire) throws IOException {
        stream(".detail.items[]", "region");
        input("""
                {"region":"eu","detail":{"items":[{"k":"a"},{"k":"b","region":"own"}]}}
                {
                  "detail": {"items": [{"k":
                    "c"}], "more": 1},
                  "region": {"name": "us"}
                }
                {"region":"eu","detail":{"items":[]}}
                """);
        Outcome run = agreed(0, wire ? List.of("--json", "--wire").toArray(String[]::new) : new String[]{"--json"});
        assertEquals(List.of("{\"k\": \"c\",\"region\":{\"name\": \"us\"}}", "{\"k\":\"a\",\"region\":\"eu\"}",
                "{\"k\":\"b\",\"region\":\"own\"}"), delivered());
        assertEquals(3, run.json().path("recordsDelivered").asInt());
        assertEquals(1, run.json().path("recordsDropped").asInt(), "the document with an empty array is counted");
    }

    /// As GeoJSON is written: no line that opens the document is a lone bracket.
    @Test
    void documentsGoOverLinesWhereverTheseEnd() throws IOException {
        stream(".features[]", "type");
        input("""
                {"type": "F", "features": [
                {"k":"a"},
                {"k":
                  "b"}
                ]}
                {"features":[{"k":"c"}]
                {"type":"G","features":[{"k":"d"},

                {"k":"e"}],
                "bbox":[1,2]}
                """);
        Outcome run = agreed(0, "--json", "--max-rejected", "50%");
        assertEquals(List.of("{\"k\": \"b\",\"type\":\"F\"}", "{\"k\":\"a\",\"type\":\"F\"}",
                "{\"k\":\"d\",\"type\":\"G\"}", "{\"k\":\"e\",\"type\":\"G\"}"), delivered());
        assertEquals(List.of("{\"features\":[{\"k\":\"c\"}]"), rejected());
        assertEquals(5, run.json().path("recordsIn").asInt(), run.out());
    }

    @Test
    void whatIsRejectedNamesItsPlaceAndCanBeRedriven() throws IOException {
        stream(".Records[]");
        input("{\"Records\":[{\"k\":\"a\"},{\"n\":1},{\"k\":\"b\"},7]}\n{\"records\":[]}\n");
        Outcome run = agreed(1, "--json");
        assertTrue(run.err().contains("3 of 5 records rejected"), run.err());
        assertEquals(List.of("{\"Records\":[7]}", "{\"Records\":[{\"n\":1}]}", "{\"records\":[]}"), rejected());
        String errors = String.join("\n", Delivered.sorted(folder.resolve("out/data/errors")));
        assertTrue(errors.contains("(element 1 of .Records[])"), errors);
        assertTrue(errors.contains("The document has no array at .Records[]"), errors);
        Files.writeString(folder.resolve("stream.json"),
                Files.readString(folder.resolve("stream.json")).replace("{k:.k}", "{k:(.n|tostring)}"));
        Outcome redriven = Cli.run("redrive", "--config", folder.resolve("stream.json").toString(), "--input",
                folder.resolve("out/data/errors").toString(), "--out", folder.resolve("again").toString());
        assertTrue(redriven.out().contains("1 delivered"), redriven.toString());
    }

    @Test
    void aDocumentOfMoreThanARecordMayHaveIsTakenApart() throws IOException {
        stream(".Records[]");
        String element = "{\"k\":\"a\",\"t\":\"" + "x".repeat(200_000) + "\"}";
        input("{\"Records\":[" + (element + ",").repeat(20) + "{\"k\":\"b\",\"t\":\"" + "y".repeat(1_100_000)
                + "\"}]}\n");
        agreed(0);
        assertEquals(20, delivered().size());
        String errors = String.join("\n", Delivered.sorted(folder.resolve("out/data/errors")));
        assertTrue(errors.contains("Sluice.RecordTooLarge"), "an element has a record's bound");
    }

    @Test
    void aTransformerGetsElements() throws IOException {
        stream(".Records[]");
        Path file = folder.resolve("stream.json");
        ObjectNode stream = (ObjectNode) JSON.readTree(file.toFile());
        ((ObjectNode) stream.get("Sluice")).put("Transformer", "json-lines");
        Files.write(file, JSON.writeValueAsBytes(stream));
        input("{\"Records\":[{\"k\":\"a\"},{\"k\":\"b\"},{\"k\":5.0e1}]}\n");
        agreed(0);
        assertEquals(List.of("{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":5.0e1}"), delivered());
    }

    @Test
    void whatTheConfigurationCantMeanIsRefused() throws IOException {
        for (String[] each : new String[][]{{".Records", "names and, at the end, []"},
                {".a[]", "leads to the records", "a"},
                {".[]", "has no members to give", "b"}}) {
            stream(each[0], each.length > 2 ? new String[]{each[2]} : new String[0]);
            Outcome check = Cli.run("check", "--config", folder.resolve("stream.json").toString());
            assertEquals(2, check.status(), check.toString());
            assertTrue(check.out().replaceAll("\\s+", " ").contains(each[1]), check.out());
        }
        stream(".a[]");
        Files.writeString(folder.resolve("stream.json"),
                Files.readString(folder.resolve("stream.json")).replace("\"buffer\"", "\"firehose\""));
        Outcome check = Cli.run("check", "--config", folder.resolve("stream.json").toString());
        assertTrue(check.out().replaceAll("\\s+", " ").contains("a record can't become several"), check.out());
        stream(".a[]");
        input("{}");
        Outcome both = sluice("run", "--records-at", ".a[]");
        assertTrue(both.status() == 2 && both.err().contains("leave the option out"), both.toString());
    }

    /// The judge and the functions take any documents apart alike.
    @Test
    void theJudgeAgreesOnAnyDocuments() throws IOException {
        Random random = new Random(31);
        String[] elements = {"{\"k\":\"a\"}", "{ \"k\":\"b\", \"t\":[1, {}]}", "{}", "5", "null",
                "{\"k\":\"c\",\"t\":0}",
                "{\"k\":\"\u00e4\\\"]\"}"};
        String[] members = {"\"t\":{\"x\": 1}", "\"t\":-0.10e5", "\"o\":[1,{\"r\":[2]}]", "\"r\":[]",
                "\"\\u0072\":[{\"k\":\"d\"}]",
                "\"R\":[1]"};
        String[] noise = {"{", "}", "[", "]", ",", "\"", "\\", "x", ":", " ", "\u00FF"};
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4_000; i++) {
            StringBuilder document = new StringBuilder("{");
            for (int n = random.nextInt(3); n > 0; n--) {
                document.append(members[random.nextInt(members.length)]).append(", ");
            }
            document.append("\"r\" :[");
            for (int n = random.nextInt(4); n > 0; n--) {
                document.append(elements[random.nextInt(elements.length)]).append(n == 1 ? "" : " ,");
            }
            document.append("]").append(random.nextBoolean() ? "" : "," + members[random.nextInt(2)]).append("}");
            if (i % 4 == 0) {
                document.insert(random.nextInt(document.length()), noise[random.nextInt(noise.length)]);
            }
            text.append(document).append(i % 3 == 0 ? "" : "\n");
        }
        stream(".r[]", "t");
        input(text.toString());
        Outcome run = sluice("run", "--json");
        assertTrue(run.json().path("recordsDelivered").asInt() > 100, run.out());
        Outcome verified = sluice("verify");
        assertEquals(0, verified.status(), verified.toString());
    }
}
