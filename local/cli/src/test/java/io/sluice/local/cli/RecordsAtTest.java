package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// `--records-at`: what run delivers of documents that have their records in an array, and that verify, which reads
/// with other code, agrees.
final class RecordsAtTest extends VerifiedRun {
    private Outcome agreed(int status, String text, String path) throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve("a.json"), text.getBytes(ISO_8859_1));
        Outcome run = sluice("run", "--records-at", path, "--json");
        assertEquals(status, run.status(), run.toString());
        Outcome verified = sluice("verify", "--records-at", path);
        assertEquals(0, verified.status(), verified + "\n" + run);
        return run;
    }

    private List<String> rejected() throws IOException {
        return ErrorRecords.rawData(folder.resolve("out/data/errors"));
    }

    @Test
    void eachElementIsARecordAsItIsWrittenAndWhatIsBesideTheArrayIsLeftOut() throws IOException {
        Outcome run = agreed(0, """
                {"v": [1, {"Records": []}], "Records": [ {"k":"a", "n":1.50e2},
                  {"k":"b",
                   "t":"]}"} ], "after": {"k":"z"}}
                {"Records":[{"k":"c"}]}{"Rec\\u006frds":[{"k":"d"}]}""", ".Records[]");
        assertEquals(List.of("{\"k\":\"a\", \"n\":1.50e2}", "{\"k\":\"b\", \"t\":\"]}\"}", "{\"k\":\"c\"}",
                "{\"k\":\"d\"}"), delivered());
        assertEquals(4, run.json().path("recordsIn").asInt());
        assertEquals("", run.err());
    }

    @Test
    void aPathOfSeveralNamesLeadsThroughObjects() throws IOException {
        agreed(0, """
                {"a b":[{"k":"no"}],"x":{"detail":{"a b":[{"k":"no"}]}},"detail":{"x":{},"a b":[{"k":"yes"}]},"y":0}""",
                ".detail[\"a b\"][]");
        assertEquals(List.of("{\"k\":\"yes\"}"), delivered());
    }

    @Test
    void aDocumentWithoutTheArrayIsRejectedWithItsPlaceAndItsNeighboursAreNot() throws IOException {
        Outcome run = agreed(0, """
                {"Records":[{"k":"a"},{"k":"b"}]}
                {"records":[{"k":"x"}]}
                {"Records":{"k":"y"}}
                {"Records":null}
                {"Records":[{"k":"c"},{"k":"e"}]}
                [{"k":"z"}]
                no JSON
                {"Records":[{"k":"d"}],"Records":[{"k":"second"}]}
                {"Records":[{"k":"f"},{"k":"g"},{"k":"h"}]}
                """, ".Records[]");
        assertEquals(List.of("{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":\"c\"}", "{\"k\":\"d\"}", "{\"k\":\"e\"}",
                "{\"k\":\"f\"}", "{\"k\":\"g\"}", "{\"k\":\"h\"}"), delivered());
        assertEquals(List.of("[{\"k\":\"second\"}]", "[{\"k\":\"z\"}]", "no JSON", "{\"Records\":null}",
                "{\"Records\":{\"k\":\"y\"}}", "{\"records\":[{\"k\":\"x\"}]}"), rejected().stream().sorted().toList());
        String errors = String.join("\n", Delivered.sorted(folder.resolve("out/data/errors")));
        assertTrue(errors.contains("The document has no array at .Records[] (at byte 34)"), errors);
        assertTrue(errors.contains("The document has a second array at .Records[]"), errors);
        assertEquals(14, run.json().path("recordsIn").asInt());
    }

    @Test
    void emptyArraysAreCountedAndSaid() throws IOException {
        Outcome run = agreed(0, "{\"Records\":[]}\n{\"Records\":[{\"k\":\"a\"}]}\n{\"Records\":[ \n]}\n", ".Records[]");
        assertTrue(run.err().replaceAll("\\s+", " ").contains("a.json: 2 of its 3 documents have an empty array at"
                + " .Records[]: no record comes of them"), run.err());
        assertEquals(1, run.json().path("recordsIn").asInt());
    }

    @Test
    void elementsThatAreNoObjectsAreRecordsLikeOthers() throws IOException {
        agreed(0, "{\"Records\":[{\"k\":\"a\"},5,\"x\",{\"k\":\"b\"},{\"k\":\"c\"}]}", ".Records[]");
        assertEquals(List.of("\"x\"", "5"), rejected().stream().sorted().toList());
    }

    @Test
    void aDocumentThatBreaksOffLosesNothing() throws IOException {
        Outcome run = agreed(1, "{\"Records\":[{\"k\":\"a\"},{\"k\":\"b\"},{\"k\":", ".Records[]");
        assertEquals(List.of("{\"k\":\"a\"}", "{\"k\":\"b\"}"), delivered());
        assertEquals(List.of("{\"k\":"), rejected());
        assertTrue(run.err().contains("an element is not closed"), run.err());
    }

    @Test
    void theDocumentItselfMayBeTheArray() throws IOException {
        agreed(0, "[{\"k\":\"a\"}]", ".[]");
        assertEquals(List.of("{\"k\":\"a\"}"), delivered());
    }

    /// Far more than what is held: a document of which one element and what stands before the array are.
    @Tag("long")
    @Test
    void aDocumentIsNotHeldWhole() throws IOException {
        String element = "{\"k\":\"a\",\"t\":\"" + "x".repeat(400_000) + "\"},";
        agreed(0, "{\"Records\":[" + element.repeat(90) + "{\"k\":\"b\"}],\"more\":[" + element.repeat(90) + "1]}",
                ".Records[]");
        assertEquals(91, delivered().size());
    }

    @Test
    void whatIsNoPathIsRefusedWithAnExample() throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve("a.json"), "{}".getBytes(UTF_8));
        for (String path : List.of("Records", ".Records", ".a[].b[]", ".Records[0]", ".Records | .[]", "", "[]",
                ".a, b: .c[]", ".Records[]?")) {
            Outcome run = sluice("run", "--records-at", path);
            assertEquals(2, run.status(), run.toString());
            assertTrue(run.err().replaceAll("\\s+", " ").contains("--records-at is names and, at the end, [] for each"
                    + " element"), run.err());
        }
        Outcome both = sluice("run", "--records-at", ".a[]", "--input-format", "csv");
        assertTrue(both.status() == 2 && both.err().contains("leave out --input-format"), both.toString());
        Outcome packed = sluice("run", "--records-at", ".a[]", "--record-bytes", "100");
        assertTrue(packed.status() == 2 && packed.err().contains("--record-bytes packs lines"), packed.toString());
    }

    /// A run that nobody tells where the records are says how.
    @Test
    void aDocumentOfRecordsIsNamedWithTheOption() throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve("a.json"),
                ("{\"Records\":[" + "{\"k\":\"a\"},".repeat(50) + "{\"k\":\"b\"}]}").getBytes(UTF_8));
        Outcome run = sluice("run");
        assertTrue(run.err().replaceAll("\\s+", " ").contains("--records-at '.Records[]' makes each element"),
                run.err());
    }
}
