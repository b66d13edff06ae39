package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JqQueryTest {
    private static final String RECORD = """
            {"type":{"device":"mobile","event":"click"},"customer_id":"1234567890",\
            "event_timestamp":1565382027,"region":"sample_region","n":3.0,"big":100000000000000000,"ok":true,
            "none":null,"empty":"","list":[1,2]}""";

    private static JqMembers evaluate(String query, String record) {
        return JqQuery.parse(query).evaluate(record.getBytes(StandardCharsets.UTF_8));
    }

    private static JqMembers found(String... texts) {
        return new JqMembers.Found(List.of(texts));
    }

    private static JqMembers.Reason reason(String query, String record) {
        return ((JqMembers.Failed) evaluate(query, record)).reason();
    }

    @Test
    void membersComeInTheQuerysOrder() {
        String query = "{customer_id:.customer_id,device:.type.device,year:.event_timestamp|strftime(\"%Y\"),"
                + "month:.event_timestamp|strftime(\"%m\")}";
        assertEquals(List.of("customer_id", "device", "year", "month"), JqQuery.parse(query).names());
        assertEquals(
                found("1234567890", "mobile", "2019", "08"),
                evaluate(query, RECORD));
    }

    @Test
    void numbersAndBooleansAreTextsAsJqPrintsThem() {
        assertEquals(found("3", "1e+17", "true"),
                evaluate("{n:.n,big:.big,ok:.ok}", RECORD));
        assertEquals(found("1e-05"), evaluate("{k:.}", "0.00001"));
    }

    @Test
    void nullIsAnEmptyTextAsIsWhatJsonHasNoTextFor() {
        assertEquals(found("", "", "", ""), evaluate("{a:.none,b:.missing,c:.empty,d:nan}", RECORD));
    }

    /// What is behind a match is not searched again for it.
    @Test
    void aLongTextOfWhichMuchIsReplacedIsAKey() {
        assertEquals(found("aba"), evaluate("{k:(.m|gsub(\"[^a-z]\";\"\")|.[0:3])}",
                "{\"m\":\"" + "ab1".repeat(2_000) + "\"}"));
    }

    /// Sixty kilobytes of gzip may be a text of so many.
    @Test
    void aTextOfMoreValuesThanThereIsMemoryForIsRefusedBeforeItIsParsed() {
        assertEquals(JqMembers.Reason.BOUND, reason("{k:length}", "[" + "{},".repeat(2_800_000) + "1]"));
        assertEquals(found("700001"), evaluate("{k:length}", "[" + "{},".repeat(700_000) + "1]"));
    }

    @Test
    void arraysAndObjectsHaveNoText() {
        assertEquals(new JqMembers.Found(Arrays.asList(null, null, "1234567890")),
                evaluate("{a:.list,b:.type,c:.customer_id}", RECORD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{k:.list[]}", "{k:empty}"})
    void aQueryWithoutExactlyOneOutputFails(String query) {
        assertEquals(new JqMembers.Failed(JqMembers.Reason.NOT_ONE_OBJECT,
                "the query gives no object, or more than one output"), evaluate(query, RECORD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "{\"a\":1}{\"a\":2}", "1 2", "{\"a\":", "hello", "{\"a\":1},", "{a:1}"})
    void aRecordThatIsNotExactlyOneJsonValueFails(String record) {
        assertEquals(new JqMembers.Failed(JqMembers.Reason.NOT_JSON, "the text is not exactly one JSON value"),
                evaluate("{k:.a}", record));
    }

    @Test
    void whiteSpaceAroundTheValueIsAllowed() {
        assertEquals(found("1"), evaluate("{k:.a}", " {\"a\":1}\r\n\n"));
    }

    @Test
    void anErrorOfTheQueryComesWithJqsMessage() {
        assertEquals(new JqMembers.Failed(JqMembers.Reason.ERROR, "strftime/1 requires parsed datetime inputs"),
                evaluate("{k:.customer_id|strftime(\"%Y\")}", RECORD));
        assertEquals(new JqMembers.Failed(JqMembers.Reason.ERROR, "Cannot index array with string \"a\""),
                evaluate("{k:.list.a}", RECORD));
    }

    @Test
    void aQueryThatNeverEndsIsStopped() {
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(\"abc\"|gsub(\"^\";\"x\"))}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(def f: f; f)}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(def f: f|f; f)}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:([range(1e9)]|length)}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(\"x\"*1e9)}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:([limit(1e12;repeat(1))]|length)}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(null|until(false;.))}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(def f: [f]; f)}", RECORD));
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(.[1e9]=1)}", "[]"));
    }

    @Test
    void aRegularExpressionThatBacktracksWithoutEndIsStopped() {
        String record = "\"" + "a".repeat(60) + "b\"";
        assertEquals(JqMembers.Reason.BOUND, reason("{k:(if test(\"^(a|aa)+$\") then \"x\" else \"y\" end)}", record));
    }

    @ParameterizedTest
    @ValueSource(strings = {".a", "{a:1}|.", "{(.a):1}", "{\"\\(.a)\":1}", "[{a:1}]", "{a:1},{b:2}", "empty"})
    void aQueryThatIsNotOneObjectWithConstantKeysIsRefused(String query) {
        JqException refused = assertThrows(JqException.class, () -> JqQuery.parse(query));
        assertEquals(JqException.Stage.COMPILE, refused.stage());
        assertTrue(refused.getMessage().contains(query), refused.getMessage());
    }

    @Test
    void nowIsTheTimeOfTheClock() {
        JqQuery query = JqQuery.parse("{y:now|strftime(\"%Y-%m\")}").with(JqLimits.defaults(),
                InstantSource.fixed(Instant.parse("2031-05-06T00:00:00Z")));
        assertEquals(found("2031-05"), query.evaluate("{}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void onlyThePartOfTheArrayThatHoldsTheRecordIsRead() {
        byte[] data = "xx{\"a\":\"k\"}yy".getBytes(StandardCharsets.UTF_8);
        assertEquals(found("k"), JqQuery.parse("{k:.a}").evaluate(data, 2, data.length - 4));
    }
}
