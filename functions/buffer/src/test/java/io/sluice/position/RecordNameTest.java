package io.sluice.position;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RecordNameTest {
    @Test
    void aRecordIsItsSourceItsIdAndItsPayload() {
        RecordName name = RecordName.of("q", "id", "p".getBytes(UTF_8));
        assertEquals(name, RecordName.of("q", "id", "p".getBytes(UTF_8)));
        assertNotEquals(name, RecordName.of("qi", "d", "p".getBytes(UTF_8)));
        assertNotEquals(name, RecordName.of("q", "idp", new byte[0]));
        assertNotEquals(name, RecordName.of("q", "id", "P".getBytes(UTF_8)));
        assertEquals(32, name.toString().length());
    }

    @Test
    void aRecordHasASourceAndAnId() {
        assertThrows(IllegalArgumentException.class, () -> RecordName.of("", "id", new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> RecordName.of("q", "", new byte[0]));
    }

    @Test
    void namesAreInOneOrderAndEachOnce() {
        RecordName low = new RecordName(1, -1);
        RecordName high = new RecordName(-1, 1);
        assertEquals(List.of(low, high), new Identity.ByRecord(List.of(high, low, high)).names());
        assertEquals(1, new RecordName(1, -1).compareTo(new RecordName(1, 1)));
        assertThrows(IllegalArgumentException.class, () -> new Identity.ByRecord(List.of()));
    }
}
