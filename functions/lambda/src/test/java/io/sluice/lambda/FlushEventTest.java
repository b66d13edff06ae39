package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.app.Flushing.Mode;
import io.sluice.app.Flushing.SweepTime;
import io.sluice.buffers.BufferNumber;
import io.sluice.flush.ChunkDiscard;
import io.sluice.flush.DeliverySlice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FlushEventTest {
    private static final FlushEvent RUN = new FlushEvent.Flush(Mode.SCHEDULED, Optional.empty());

    @Test
    void aScheduledEventAsksForARunAndNothingElse() throws IOException {
        assertEquals(RUN, read("""
                {"version": "0", "source": "aws.events", "detail": {"drain": true, "sweep": true}, "resources": ["x"]}
                """));
        assertEquals(RUN, read(""));
        assertEquals(RUN, read("{}"));
    }

    @Test
    void asksForADrainOrASweepByName() throws IOException {
        assertEquals(new FlushEvent.Flush(Mode.DRAIN, Optional.empty()),
                read("{\"drain\": true}"));
        assertEquals(new FlushEvent.Sweep(SweepTime.NOW, Optional.empty()),
                read("{\"x\": [1], \"sweep\": true, \"drain\": false}"));
    }

    @Test
    void theScheduleAsksForASweepWhenOneIsDue() throws IOException {
        FlushEvent event = read("{\"sweep\": \"when due\"}");
        assertEquals(new FlushEvent.Sweep(SweepTime.WHEN_DUE, Optional.empty()), event);
        assertEquals("{\"lane\":2,\"sweep\":\"when due\"}", new String(event.in(new BufferNumber(2)), UTF_8));
        assertEquals("{\"lane\":1,\"sweep\":true}",
                new String(read("{\"sweep\": true}").in(new BufferNumber(1)), UTF_8));
        for (String value : List.of("\"true\"", "\"due\"", "1", "null", "{}")) {
            IOException refusal = assertThrows(IOException.class, () -> read("{\"sweep\":" + value + "}"), value);
            assertTrue(String.valueOf(refusal.getMessage()).contains("sweep is true, false or \"when due\""),
                    refusal.getMessage());
        }
    }

    /// As Lambda hands them over; what a message says does not matter.
    @Test
    void messagesOfAQueueAreATick() throws IOException {
        assertEquals(new FlushEvent.Flush(Mode.IDLE_CHECK, Optional.empty()), read("""
                {"Records": [{"messageId": "1", "body": "{\\"drain\\": true}", "eventSource": "aws:sqs"}, {}]}
                """));
    }

    @Test
    void aFlagOfAnotherTypeIsRefusedByName() {
        for (String value : List.of("\"true\"", "1", "null", "[]", "{}")) {
            IOException refusal = assertThrows(IOException.class, () -> read("{\"drain\":" + value + "}"), value);
            assertTrue(String.valueOf(refusal.getMessage()).contains("drain is true or false"), refusal.getMessage());
        }
    }

    @Test
    void aRequestInCapitalsIsRefusedAndNotTakenForAnOrdinaryRun() {
        for (String name : List.of("Drain", "SWEEP", "Recover", "Slice", "discarD")) {
            IOException refusal = assertThrows(IOException.class, () -> read("{\"" + name + "\": true}"), name);
            assertTrue(String.valueOf(refusal.getMessage()).contains(name + " is written "), refusal.getMessage());
        }
    }

    @Test
    void aDiscardNamesOneChunkAsAProblemDoes() throws IOException {
        assertEquals(new FlushEvent.Discard(new ChunkDiscard.Request("segments/s/x", 12)),
                read("{\"discard\": {\"segment\": \"segments/s/x\", \"offset\": 12}}"));
        for (String value : List.of("true", "{}", "{\"segment\": \"x\"}", "{\"offset\": 1}",
                "{\"segment\": \"x\", \"offset\": \"1\"}", "{\"segment\": \"x\", \"offset\": 1.5}",
                "{\"segment\": \"x\", \"offset\": -1}", "{\"segment\": \"x\", \"offset\": 1, \"all\": true}")) {
            assertThrows(IOException.class, () -> read("{\"discard\":" + value + "}"), value);
        }
    }

    @Test
    void aSliceIsReadAsItWasWritten() throws IOException {
        for (DeliverySlice slice : List.of(new DeliverySlice("", Optional.of("k=ä/\"x")),
                new DeliverySlice("a/b", Optional.empty()))) {
            FlushEvent event = FlushEvent.read(new ByteArrayInputStream(SliceEvent.write(BufferNumber.FIRST, slice)));
            assertEquals(new FlushEvent.Slice(slice, Optional.empty()), event);
        }
        for (String value : List.of("1", "{\"from\": 1}", "{\"to\": \"x\"}", "{\"from\"")) {
            assertThrows(IOException.class, () -> read("{\"slice\":" + value + "}"), value);
        }
    }

    @Test
    void whatIsNoJsonObjectIsRefused() {
        assertThrows(IOException.class, () -> read("[]"));
        assertThrows(IOException.class, () -> read("{\"drain\""));
    }

    private static FlushEvent read(String event) throws IOException {
        return FlushEvent.read(new ByteArrayInputStream(event.getBytes(UTF_8)));
    }
}
