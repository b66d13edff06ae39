package io.sluice.local.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.input.InputRecord;
import io.sluice.local.records.TimedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecordPackerTest {
    private static TimedRecord record(String source, long offset, String data, long millis) {
        return new TimedRecord(new InputRecord(source, offset, data.getBytes(UTF_8)), Instant.ofEpochMilli(millis));
    }

    private static List<String> packed(int bytesMax, TimedRecord... records) {
        Iterator<TimedRecord> input = List.of(records).iterator();
        var packer = new RecordPacker(() -> input.hasNext() ? input.next() : null, bytesMax);
        List<String> packed = new ArrayList<>();
        for (TimedRecord next = packer.next(); next != null; next = packer.next()) {
            packed.add(next.record().source() + "@" + next.record().offset() + " " + next.arrival().toEpochMilli() + " "
                    + new String(next.record().data(), UTF_8));
        }
        return packed;
    }

    @Test
    void joinsRecordsUpToTheLimitAtThePositionOfTheFirst() {
        assertEquals(List.of("a@0 0 11\n22", "a@6 1 33"),
                packed(5, record("a", 0, "11", 0), record("a", 3, "22", 1), record("a", 6, "33", 1)));
    }

    @Test
    void aLargerRecordStaysAsItIs() {
        assertEquals(List.of("a@0 0 1", "a@2 0 123456", "a@9 0 2\n3"), packed(5, record("a", 0, "1", 0),
                record("a", 2, "123456", 0), record("a", 9, "2", 0), record("a", 11, "3", 0)));
    }

    @Test
    void recordsOfDifferentInputsStayApart() {
        assertEquals(List.of("a@0 0 1", "b@0 0 2"), packed(100, record("a", 0, "1", 0), record("b", 0, "2", 0)));
    }

    @Test
    void recordsThatArriveFarApartStayApart() {
        assertEquals(List.of("a@0 0 1\n2", "a@4 500 3"),
                packed(100, record("a", 0, "1", 0), record("a", 2, "2", 499), record("a", 4, "3", 500)));
    }
}
