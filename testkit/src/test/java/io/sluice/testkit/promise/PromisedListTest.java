package io.sluice.testkit.promise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PromisedListTest {
    private static final List<String> KEPT = List.of("# Commands.", "run = a command", "run --out = a value",
            "run --batch = a value, 500 by default", "run --format: json = a value");

    private static Map<String, String> product() {
        return new TreeMap<>(Map.of("run", "a command", "run --out", "a value", "run --batch",
                "a value, 500 by default", "run --format: json", "a value"));
    }

    private static List<String> faults(Map<String, String> product) {
        return PromisedList.of(Path.of("commands.txt"), KEPT).faults(product).stream()
                .map(fault -> fault.replaceAll("(,|\\.| =| is new).*", "")).toList();
    }

    @Test
    void whatIsAsItWasIsNoFault() {
        assertEquals(List.of(), faults(product()));
    }

    @Test
    void whatIsGoneOrChangedIsNamedWithWhatDeprecationAsks(@TempDir Path folder) {
        Map<String, String> product = product();
        product.remove("run --out");
        product.put("run --batch", "a value, 400 by default");
        assertEquals(List.of("changed: run --batch", "gone: run --out"), faults(product));
        var error = assertThrows(AssertionError.class,
                () -> PromisedList.of(folder.resolve("commands.txt"), KEPT).requireOf(product));
        assertTrue(String.valueOf(error.getMessage()).contains("Deprecate it instead"), error::getMessage);
    }

    @Test
    void whatIsNewIsListedAndNotRequired() {
        Map<String, String> product = product();
        product.put("run --more", "a flag");
        product.put("run --key", "required: a value");
        assertEquals(List.of("demanded: run --key", "not listed: run --more"), faults(product));
    }

    @Test
    void whatIsNewIsAddedAndNothingIsTakenOut(@TempDir Path folder) throws IOException {
        Map<String, String> product = product();
        product.remove("run --out");
        product.put("run --batch", "a value, 400 by default");
        product.put("run --more", "a flag");
        product.put("run --key", "required: a value");
        Path file = folder.resolve("commands.txt");
        PromisedList.of(file, KEPT).extended(product);
        assertEquals(List.of("# Commands.", "run = a command", "run --batch = a value, 500 by default",
                "run --format: json = a value", "run --more = a flag", "run --out = a value"),
                Files.readAllLines(file));
    }

    @Test
    void whatANewThingNeedsHarmsNobody() {
        Map<String, String> product = product();
        product.put("walk", "a command");
        product.put("walk --key", "required: a value");
        assertEquals(List.of("not listed: walk", "not listed: walk --key"), faults(product));
    }

    @Test
    void aLineThatIsNoneOrIsThereTwiceIsRefused(@TempDir Path folder) throws IOException {
        Path lists = Files.createDirectories(folder.resolve("docs/reference/promised"));
        for (String bad : List.of("run", "run = a\nrun = b")) {
            Files.writeString(lists.resolve("bad.txt"), bad);
            assertThrows(IllegalArgumentException.class, () -> PromisedList.read(folder, "bad"), bad);
        }
    }

    @Test
    void aSchemaTellsMembersValuesAndWhatMustBeThere() throws IOException {
        assertEquals(Map.of("x", "type object", "x.a", "required, type string|null", "x.a: b", "a value", "x.c",
                "type array", "x.c[]", "type integer, minimum 1", "x.d there", "required"),
                SchemaMembers.of(new ObjectMapper().readTree("""
                        {"type": "object", "title": "for people", "required": ["a", "d"], "properties": {
                          "a": {"type": ["string", "null"], "enum": ["b"]},
                          "c": {"type": "array", "items": {"type": "integer", "minimum": 1}}}}
                        """), "x", "required"));
    }

    /// The types that this test offers.
    public abstract static class Offered {
        protected Offered() {}

        public static int count(List<String> of) {
            return of.size();
        }

        public abstract void toBeMade() throws IOException;

        void internal() {}
    }

    @Test
    void anApiIsWhatOthersCanCallOrExtend() {
        String name = PromisedListTest.class.getName() + ".Offered";
        assertEquals(Map.of(name, "static abstract class", name + ".new()", "()", name + ".count(List)",
                "static int (java.util.List<java.lang.String>)", name + ".toBeMade()",
                "required: abstract void () throws java.io.IOException"), PublicApi.of(Offered.class));
        assertEquals(List.of(name), PublicApi.unpromised(Map.of("io.sluice.Other.it()", name + " ()")));
    }
}
