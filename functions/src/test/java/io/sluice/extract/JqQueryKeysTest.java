package io.sluice.extract;

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

class JqQueryKeysTest {
    private static Extracted extract(JqQueryKeys keys, String record) {
        byte[] data = record.getBytes(StandardCharsets.UTF_8);
        return keys.extract(data, 0, data.length);
    }

    @Test
    void keysComeUnderTheirNames() {
        JqQueryKeys keys = JqQueryKeys.of(JqProgram.compile("{b:.x,a:.y}"), Optional.empty(), InstantSource.system());
        assertEquals(Map.of("b", "1", "a", "z"),
                assertInstanceOf(Extracted.Keys.class, extract(keys, "{\"x\":1,\"y\":\"z\"}")).values());
    }

    /// The clock fails on the second record, as the evaluator or its regex engine might.
    @Test
    void aRecordOnWhichTheEvaluatorFailsIsRejectedAloneAndTheQueryIsNamed() {
        String query = "{k:.x,t:(now|tostring)}";
        AtomicInteger asked = new AtomicInteger();
        JqQueryKeys keys = JqQueryKeys.of(JqProgram.compile(query), Optional.empty(), () -> {
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
