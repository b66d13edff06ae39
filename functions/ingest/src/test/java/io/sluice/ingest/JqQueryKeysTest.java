package io.sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.jq.JqProgram;
import io.sluice.reject.Reject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JqQueryKeysTest {
    private static final String RECORD = """
            {"type":{"device":"mobile"},"id":"7","none":null,"empty":"","list":[1,2]}""";

    private static Extracted extract(JqQueryKeys keys, String record) {
        byte[] data = record.getBytes(StandardCharsets.UTF_8);
        return keys.extract(data, 0, data.length);
    }

    @Test
    void aKeyThatNoPathHasMayBeMissing() {
        JqQueryKeys keys = JqQueryKeys.of(JqProgram.compile("{a:.id,b:.missing}"), "a"::equals, Optional.empty(),
                InstantSource.system());
        assertEquals(Map.of("a", "7", "b", ""),
                assertInstanceOf(Extracted.Keys.class, extract(keys, RECORD)).values());
    }

    @Test
    void keysComeUnderTheirNames() {
        JqQueryKeys keys = JqQueryKeys.of(JqProgram.compile("{b:.x,a:.y}"), _ -> true, Optional.empty(),
                InstantSource.system());
        assertEquals(Map.of("b", "1", "a", "z"),
                assertInstanceOf(Extracted.Keys.class, extract(keys, "{\"x\":1,\"y\":\"z\"}")).values());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{k:.none}", "{k:.missing}", "{k:.empty}", "{k:.list}", "{k:.type}", "{k:.list[]}",
            "{k:empty}",
            "{k:.id,l:.none}", "{k:nan}"})
    void aKeyThatIsNullOrEmptyOrNoScalarRejectsTheRecord(String query) {
        assertEquals(new Extracted.Failed(Reject.EMPTY_KEY),
                extract(JqQueryKeys.of(JqProgram.compile(query), _ -> true, Optional.empty(), InstantSource.system()),
                        RECORD));
    }

    @Test
    void aValueCanStandForNullAndEmptyKeysButNotForArrays() {
        JqQueryKeys keys = JqQueryKeys.of(JqProgram.compile("{a:.none,b:.empty,c:.id}"), _ -> true,
                Optional.of("unknown"),
                InstantSource.system());
        assertEquals(Map.of("a", "unknown", "b", "unknown", "c", "7"),
                assertInstanceOf(Extracted.Keys.class, extract(keys, RECORD)).values());
        assertEquals(new Extracted.Failed(Reject.EMPTY_KEY),
                extract(JqQueryKeys.of(JqProgram.compile("{a:.list}"), _ -> true, Optional.of("unknown"),
                        InstantSource.system()),
                        RECORD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"a\":1}{\"a\":2}", "hello", "{\"a\":1},"})
    void aRecordThatIsNotExactlyOneJsonValueIsRejectedInFirehosesWords(String record) {
        assertEquals(new Extracted.Failed(Reject.NOT_JSON),
                extract(JqQueryKeys.of(JqProgram.compile("{k:.a}"), _ -> true, Optional.empty(),
                        InstantSource.system()), record));
        assertEquals("Non JSON record provided", Reject.NOT_JSON.message());
    }

    /// The clock fails on the second record, as the evaluator or its regex engine might.
    @Test
    void aRecordOnWhichTheEvaluatorFailsIsRejectedAloneAndTheQueryIsNamed() {
        String query = "{k:.x,t:(now|tostring)}";
        AtomicInteger asked = new AtomicInteger();
        JqQueryKeys keys = JqQueryKeys.of(JqProgram.compile(query), _ -> true, Optional.empty(), () -> {
            if (asked.incrementAndGet() == 2) {
                throw new ArrayIndexOutOfBoundsException(7);
            }
            return Instant.EPOCH;
        });
        assertInstanceOf(Extracted.Keys.class, extract(keys, "{\"x\":1}"));
        Reject reject = assertInstanceOf(Extracted.Failed.class, extract(keys, "{\"x\":2}")).reject();
        assertTrue(reject.message().contains(query), reject.message());
        assertInstanceOf(Extracted.Keys.class, extract(keys, "{\"x\":3}"));
    }
}
