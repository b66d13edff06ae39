package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The quick ways of `JqQuery` (members that no key needs are skipped, plain JSON is read quickly) do not show.
class JqQueryAgreesWithProgramTest {

    @ParameterizedTest
    @ValueSource(strings = {"cases", "measured"})
    void aQueryFindsTheKeyThatTheProgramPrints(String name) throws IOException {
        List<String> differences = new ArrayList<>();
        Set<RecordedCase> seen = new HashSet<>();
        for (RecordedCase c : RecordedCase.all(name)) {
            if (!c.stage().equals("timeout") && seen.add(c)) {
                compare("{k:(" + c.program() + "\n),l:.a?}", c.input()).ifPresent(differences::add);
            }
        }
        assertEquals(List.of(), differences);
    }

    private static Optional<String> compare(String query, String input) {
        byte[] record = input.getBytes(StandardCharsets.UTF_8);
        JqKeys keys;
        JqRun run;
        try {
            keys = JqQuery.parse(query).withMissing("(missing)").evaluate(record);
            run = JqProgram.compile(query).run(record, JqLimits.defaults(), InstantSource.system());
        } catch (JqException e) {
            return Optional.empty();
        }
        String expected = expected(run, record);
        String found = switch (keys) {
            case JqKeys.Found(Map<String, String> values) -> "found " + values;
            case JqKeys.Failed(JqKeys.Reason reason, String _) -> "failed " + reason;
        };
        return expected.equals(found)
                ? Optional.empty()
                : Optional.of(query + " on " + input + ": " + found + " instead of " + expected);
    }

    /// The rules for keys, applied to what the program prints.
    private static String expected(JqRun run, byte[] record) {
        if (JsonText.parseRecord(record, 0, record.length, Optional.empty()) == null) {
            return "failed NOT_JSON";
        }
        if (run.outputs().size() > 1) {
            return "failed NO_KEY";
        }
        if (run.failure().isPresent()) {
            return "failed " + (run.failure().get().stage() == JqException.Stage.BOUND ? "BOUND" : "ERROR");
        }
        String k = run.outputs().isEmpty() ? null : key(run.outputs().getFirst(), "k");
        String l = run.outputs().isEmpty() ? null : key(run.outputs().getFirst(), "l");
        return k == null || l == null ? "failed NO_KEY" : "found {k=" + k + ", l=" + l + "}";
    }

    private static @Nullable String key(String output, String name) {
        JqValue value = ((JqObject) JsonText.parseOne(output)).find(name);
        return switch (value) {
            case JqString(String text) -> text.isEmpty() ? "(missing)" : text;
            case JqNull _ -> "(missing)";
            case JqNumber number -> JsonWriter.text(number);
            case JqBoolean truth -> JsonWriter.text(truth);
            case null, default -> null;
        };
    }

    @Test
    void membersThatNoKeyNeedsAreKnown() {
        assertEquals(Optional.of(Set.of("a", "b", "c")), touched("{x:.a.y,y:(.b|length),z:(if .c then 1 else 2 end)}"));
        assertEquals(Optional.of(Set.of("a", "b")), touched("{x:(.a as $v|.b|.+$v),y:\"\\(.a)-1\"}"));
        assertEquals(Optional.of(Set.of("a", "q")), touched("{x:(.a//\"none\"),q}"));
        assertEquals(Optional.empty(), touched("{x:.a,y:length}"));
        assertEquals(Optional.empty(), touched("{x:(. as $r|.a)}"));
        assertEquals(Optional.empty(), touched("{x:([paths]|length)}"));
        assertEquals(Optional.empty(), touched("{x:.[\"a\",\"b\"]}"));
    }

    private static Optional<Set<String>> touched(String query) {
        return TouchedKeys.of(Parser.parse(query));
    }

    @Test
    void skippedMembersAreCheckedAsIfTheyWereRead() throws IOException {
        for (RecordedCase c : RecordedCase.all("cases")) {
            for (String template : List.of("{\"skip\":%s,\"a\":1}", "{\"a\":1,\"skip\":[%s]}",
                    "{\"skip\":{\"b\":%s}}")) {
                byte[] text = template.replace("%s", c.input()).getBytes(StandardCharsets.UTF_8);
                JqValue all = QuickJsonParser.parse(text, 0, text.length);
                JqValue wanted = QuickJsonParser.parse(text, 0, text.length, Set.of("a"));
                assertEquals(all == null, wanted == null, c.input());
                if (all != null) {
                    assertEquals(JsonWriter.text(JsonText.parseOne(text)), JsonWriter.text(all));
                    assertTrue(wanted instanceof JqObject object && object.find("skip") == null);
                }
            }
        }
    }
}
