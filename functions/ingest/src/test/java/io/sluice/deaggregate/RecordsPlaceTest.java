package io.sluice.deaggregate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.deaggregate.RecordsPlace.Part;
import io.sluice.input.RecordsPath;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The records in documents.
final class RecordsPlaceTest {
    private static List<String> split(String path, String record, String... parent) {
        byte[] data = record.getBytes(ISO_8859_1);
        return new RecordsPlace(RecordsPath.parse(path), List.of(parent)).split(new Piece.Whole(data, 0, data.length))
                .stream().map(part -> switch (part) {
                    case Part.Element(Piece.Element piece) -> new String(piece.bytes(), ISO_8859_1);
                    case Part.Empty() -> "empty";
                    case Part.Refused(Piece.Broken piece) ->
                        piece.cause() + ": " + new String(piece.bytes(), ISO_8859_1);
                }).toList();
    }

    @Test
    void eachElementIsARecordOnOneLine() {
        assertEquals(List.of("{\"a\":1.50}", "{\"b\": [ \"]\"]}", "5", "null"),
                split(".r[]", "{\"x\":{\"r\":[9]},\"r\":[{\"a\":1.50},\n{\"b\":\n[ \"]\"]} ,5,null],\"y\":[8]}"));
        assertEquals(List.of("1", "2", "3"), split(".r[]", "{\"r\":[1]}\n{\"\\u0072\":[2,3]}\n"));
        assertEquals(List.of("1"), split(".r.s[]", "{\"s\":[0],\"r\":{\"x\":{\"s\":[0]},\"s\":[1]}}"));
        assertEquals(List.of("1", "[2]"), split(".[]", "[1,[2]]"));
    }

    @Test
    void anElementGetsTheMembersOfItsDocumentThatItHasNot() {
        assertEquals(List.of("{\"a\":1,\"o\":{\"n\": 1},\"t\":\"x\"}", "{\"t\":2,\"o\":{\"n\": 1}}",
                "{\"o\":{\"n\": 1},\"t\":\"x\"}", "7"),
                split(".r[]", "{\"o\":{\"n\":\n1},\"r\":[{\"a\":1},{\"t\":2},{},7],\"t\":\"x\",\"z\":0}", "t", "o",
                        "none"));
    }

    @Test
    void aDocumentWithoutElementsIsToldAndOneWithoutTheArrayIsRefusedAsItIs() {
        assertEquals(List.of("empty", "1"), split(".r[]", "{\"r\":[ ]} {\"r\":[1]}"));
        assertEquals(List.of("The document has no array at .r[]: {\"R\":[1]}", "2"),
                split(".r[]", "{\"R\":[1]}{\"r\":[2]}"));
        assertEquals(List.of("The document has no array at .r[]: {\"r\":{\"a\":1}}"),
                split(".r[]", "{\"r\":{\"a\":1}}"));
        assertEquals(List.of("The document has two arrays at .r[]: {\"r\":[1],\"r\":[2]}"),
                split(".r[]", "{\"r\":[1],\"r\":[2]}"));
        assertEquals(List.of("1", "The JSON document is not closed: {\"r\":[2"), split(".r[]", "{\"r\":[1]}{\"r\":[2"));
        assertEquals(List.of("1", "There is no JSON document with an array at .r[]: x {\"r\":[2]}"),
                split(".r[]", "{\"r\":[1]}x {\"r\":[2]}"));
        assertEquals(List.of("The record is empty:  \n"), split(".r[]", " \n"));
        assertEquals(List.of("There is no JSON document with an array at .r[]: [1]"), split(".r[]", "[1]"));
    }

    /// What an error record has of an element comes to the same element once it is put again.
    @Test
    void theErrorRecordOfAnElementIsADocumentWithItAlone() {
        RecordsPlace at = new RecordsPlace(RecordsPath.parse(".a[\"b c\"][]"), List.of("t"));
        byte[] data = "{\"a\":{\"b c\":[{\"k\":1},2]},\"t\":3}".getBytes(ISO_8859_1);
        for (Part part : at.split(new Piece.Whole(data, 0, data.length))) {
            Piece.Element element = ((Part.Element) part).piece();
            byte[] raw = element.raw();
            List<Part> again = at.split(new Piece.Whole(raw, 0, raw.length));
            assertEquals(1, again.size());
            assertEquals(new String(element.bytes(), ISO_8859_1),
                    new String(((Part.Element) again.getFirst()).piece().bytes(), ISO_8859_1));
        }
    }

    @Test
    void anArrayHasNoMembersToGive() {
        assertThrows(IllegalArgumentException.class, () -> new RecordsPlace(RecordsPath.DOCUMENT, List.of("a")));
    }

    /// Whatever a record holds, it comes out in parts, none of which is lost or there twice.
    @Test
    void anyBytesComeApartWithoutAFault() {
        Random random = new Random(29);
        String[] pieces = {"{", "}", "[", "]", ",", ":", "\"r\"", "\"r\":[", "{\"r\":[", "]}", "\"", "\\", "\n", " ",
                "1", "x",
                "\"t\":1", "{\"k\":1}", "\u00FF", "\"\\u0072\"", "\u00EF\u00BB\u00BF"};
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(16); n > 0; n--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            List<String> parts = split(".r[]", text.toString(), "t");
            assertEquals(false, parts.isEmpty(), text.toString());
        }
    }
}
