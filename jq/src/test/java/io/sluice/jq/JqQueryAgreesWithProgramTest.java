package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.jq.json.JsonSkipper;
import io.sluice.jq.json.JsonText;
import io.sluice.jq.json.MemberTexts;
import io.sluice.jq.json.QuickJsonParser;
import io.sluice.jq.record.RecordPaths;
import io.sluice.jq.record.RecordQuery;
import io.sluice.jq.syntax.JqSyntaxError;
import io.sluice.jq.syntax.Parser;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The quick ways of `JqQuery` (members that no name needs are skipped, plain JSON is read quickly) do not show.
class JqQueryAgreesWithProgramTest {
    private static final long SEED = 20_261_120;

    private final MemberTexts members = new MemberTexts();

    @ParameterizedTest
    @ValueSource(strings = {"cases", "measured"})
    void aQueryFindsTheMemberThatTheProgramPrints(String name) throws IOException {
        List<String> differences = new ArrayList<>();
        Set<RecordedCase> seen = new HashSet<>();
        for (RecordedCase c : RecordedCase.all(name)) {
            if (!c.stage().equals("timeout") && seen.add(c)) {
                compare("{k:(" + c.program() + "\n),l:.a?}", c.input()).ifPresent(differences::add);
            }
        }
        assertEquals(List.of(), differences);
    }

    /// A `?` behind a value that is needed itself is about that value.
    @ParameterizedTest
    @ValueSource(strings = {"(.a.b? // .a)", "([.a.b?]|length)", "(.a.b?.c?, (.a|strings))", "([.a.b.c?]|length)",
            "(try .a.b? catch \"x\")"})
    void anOptionalPathBehindANeededValueFindsTheSame(String value) {
        for (String a : List.of("\"x\"", "5", "[1]", "null", "{\"b\":\"y\"}", "{\"b\":{\"c\":\"z\"}}")) {
            assertEquals(Optional.empty(), compare("{k:" + value + ",l:(.a|tostring)}", "{\"a\":" + a + "}"));
        }
    }

    private static Optional<String> compare(String query, String input) {
        byte[] record = input.getBytes(StandardCharsets.UTF_8);
        JqMembers members;
        JqRun run;
        try {
            members = JqQuery.parse(query).evaluate(record);
            run = JqProgram.compile(query).run(record, JqLimits.defaults(), InstantSource.system());
        } catch (JqException e) {
            return Optional.empty();
        }
        String expected = expected(run, record);
        String found = switch (members) {
            case JqMembers.Found(List<@Nullable String> texts) -> "found " + texts;
            case JqMembers.Failed(JqMembers.Reason reason, String _) -> "failed " + reason;
        };
        return expected.equals(found)
                ? Optional.empty()
                : Optional.of(query + " on " + input + ": " + found + " instead of " + expected);
    }

    /// The rules for members, applied to what the program prints.
    private static String expected(JqRun run, byte[] record) {
        if (JsonText.parseRecord(record, 0, record.length) == null) {
            return "failed NOT_JSON";
        }
        if (run.outputs().size() > 1) {
            return "failed NOT_ONE_OBJECT";
        }
        if (run.failure().isPresent()) {
            return "failed " + (run.failure().get().stage() == JqException.Stage.RUN ? "ERROR" : "BOUND");
        }
        String k = run.outputs().isEmpty() ? null : member(run.outputs().getFirst(), "k");
        String l = run.outputs().isEmpty() ? null : member(run.outputs().getFirst(), "l");
        return run.outputs().isEmpty() ? "failed NOT_ONE_OBJECT" : "found [" + k + ", " + l + "]";
    }

    private static @Nullable String member(String output, String name) {
        JqValue value = ((JqObject) JsonText.parseOne(output)).find(name);
        return switch (value) {
            case JqString(String text) -> text;
            case JqNull _ -> "";
            case JqNumber number -> JsonWriter.text(number);
            case JqBoolean truth -> JsonWriter.text(truth);
            case null, default -> null;
        };
    }

    /// Every recorded program once more, on its input as a member of a record: there it runs on the values that were
    /// read at the query's paths, and must not tell.
    @ParameterizedTest
    @ValueSource(strings = {"cases", "measured"})
    void aQueryOnPathsFindsTheMemberThatTheProgramPrints(String name) throws IOException {
        List<String> differences = new ArrayList<>();
        Set<RecordedCase> seen = new HashSet<>();
        int onPaths = 0;
        for (RecordedCase c : RecordedCase.all(name)) {
            if (!c.stage().equals("timeout") && seen.add(c)) {
                String query = "{k:(.in.a|(" + c.program() + "\n)),l:.in.b}";
                String record = "{\"x\":[1,{\"in\":\"\\u00e9\"}],\"in\":{\"b\":-0.5e1,\"a\":" + c.input()
                        + "},\"y\":null}";
                compare(query, record).ifPresent(differences::add);
                onPaths += readsPaths(query, record) ? 1 : 0;
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(onPaths > seen.size() / 2, onPaths + " of " + seen.size());
    }

    private static boolean readsPaths(String query, String input) {
        byte[] record = input.getBytes(StandardCharsets.UTF_8);
        try {
            return RecordQuery.of(query, Parser.parse(query)).orElseThrow().read(record, 0, record.length) != null;
        } catch (JqSyntaxError e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":{\"b\":1},\"a\":{\"c\":2}}", "{\"a\":{\"b\":1,\"b\":2}}",
            "{\"a\":{\"b\":1},\"a\":null}",
            "{\"\\u0061\":{\"b\":1}}", "{\"a\":{\"b\":1}} {}", "{\"a\":{\"b\":1},}", "[{\"a\":1}]", "{\"a\":5}",
            "{\"a\":\"x\"}",
            "{\"a\":{\"b\":01}}", "{\"z\":01,\"a\":{\"b\":1}}", "{\"z\":\"\\ud800\",\"a\":{\"b\":1}}", "{\"a\":nul}",
            "{\"a\":n}", "{\"a\":",
            "{\"a\"", "{\"a\":{\"b\":\"\u007f\u00e9\"}}", "{\"a\":null}", "{\"a\":{}}", "{}",
            " {\"a\" : { \"b\" : 1 } } ", ""})
    void recordsThatNeedASecondLookAreReadAsTheProgramReadsThem(String record) {
        assertEquals(Optional.empty(), compare("{k:.a.b,l:(.a.c//\"none\")}", record));
    }

    /// After a second output of `init` the source sees null, not the record.
    @ParameterizedTest
    @ValueSource(strings = {"[foreach .a as $i (1,2; $i)]", "[reduce .a as $i (.b,2; $i)]", "reduce .a as $i (.b; $i)",
            "reduce .a as $i (0; . + $i)", "[foreach .a as $i (.b|.,.; $i)]"})
    void loopsOverMembersFindTheSame(String value) {
        assertEquals(Optional.empty(), compare("{k:(" + value + "|tostring),l:.a}", "{\"a\":5,\"b\":6}"));
    }

    @Test
    void theValuesThatAQueryNeedsAreKnown() {
        String record = "{\"a\":{\"y\":1,\"z\":2},\"b\":[2],\"c\":false,\"q\":null,\"d\":4}";
        assertEquals("[1,[2],false]", needed("{x:.a.y,y:(.b|length),z:(if .c then 1 else 2 end)}", record));
        assertEquals("[[2],{\"y\":1,\"z\":2}]", needed("{x:(.b as $v|.a|.+$v),y:\"\\(.b)-1\",z:.a.y}", record));
        assertEquals("[{\"y\":1,\"z\":2},null]", needed("{x:(.a//\"none\"),q}", record));
        assertEquals("[]", needed("{x:\"constant\"}", record));
        assertEquals("[[2],4]", needed("{x:.b[.d]}", record));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{x:.a,y:length}", "{x:(. as $r|.a)}", "{x:([paths]|length)}", "{x:.[\"a\",\"b\"]}",
            "{x:.[\"\ufffd\"]}", "{x:(def f: .a; f)}", "{x:has(\"a\")}"})
    void aQueryThatMayLookAtAllOfARecordIsLeftAsItIs(String query) {
        assertEquals(Optional.empty(), RecordQuery.of(query, Parser.parse(query)));
    }

    @Test
    void aQueryOfMorePathsThanTheReaderKeepsApartIsLeftAsItIs() {
        String query = IntStream.range(0, RecordPaths.NODES_MAX).mapToObj(i -> "k" + i + ":.p" + i)
                .collect(Collectors.joining(",", "{", "}"));
        assertEquals(Optional.empty(), RecordQuery.of(query, Parser.parse(query)));
    }

    private static String needed(String query, String record) {
        byte[] text = record.getBytes(StandardCharsets.UTF_8);
        RecordQuery onRecord = RecordQuery.of(query, Parser.parse(query)).orElseThrow();
        return JsonWriter.text(Objects.requireNonNull(onRecord.read(text, 0, text.length)));
    }

    @Test
    void skippedMembersAreCheckedAsIfTheyWereRead() throws IOException {
        for (RecordedCase c : RecordedCase.all("cases")) {
            for (String template : List.of("{\"skip\":%s,\"a\":1}", "{\"a\":1,\"skip\":[%s]}",
                    "{\"skip\":{\"b\":%s}}", "{\"%s\":1}", "[%s,1e5,-0.0]")) {
                byte[] text = template.replace("%s", c.input()).getBytes(StandardCharsets.UTF_8);
                JqValue read = QuickJsonParser.parse(text, 0, text.length);
                assertEquals(read != null, JsonSkipper.value(text, 0, text.length, 0, members) == text.length,
                        c.input());
                if (read != null) {
                    assertEquals(JsonWriter.text(JsonText.parseOne(text)), JsonWriter.text(read));
                }
            }
        }
    }

    @Test
    void damagedTextIsSkippedWhereItIsReadAndNowhereElse() {
        Random random = new Random(SEED);
        byte[] plain = ("{\"a\":[1,-2.5e+3,true,false,null,\"\\u00e9\\ud83d\\ude00\\n\"],\"long key with "
                + "text\":{\"ä\":\"€ and "
                + "more than eight bytes\",\"\":{}},\"b\" : [ ] , \"c\":[[{\"d\":0}]]}")
                .getBytes(StandardCharsets.UTF_8);
        for (int run = 0; run < 200_000; run++) {
            byte[] text = plain.clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                text[random.nextInt(text.length)] = random.nextBoolean()
                        ? plain[random.nextInt(plain.length)]
                        : (byte) random.nextInt(256);
            }
            boolean read = QuickJsonParser.parse(text, 0, text.length) != null;
            assertEquals(read, JsonSkipper.value(text, 0, text.length, 0, members) == text.length,
                    "seed " + SEED + ", run " + run + ": " + new String(text, StandardCharsets.UTF_8));
        }
    }
}
