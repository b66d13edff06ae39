package io.sluice.reject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sluice.CaseTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class RejectTest {
    private static final Map<String, Reject> REJECTS = Map.ofEntries(
            Map.entry("PROCESSING_FAILED", Reject.PROCESSING_FAILED),
            Map.entry("MISSING_RECORD_ID", Reject.MISSING_RECORD_ID),
            Map.entry("DUPLICATED_RECORD_ID", Reject.DUPLICATED_RECORD_ID),
            Map.entry("INVALID_RETURN_FORMAT", Reject.INVALID_RETURN_FORMAT),
            Map.entry("FUNCTION_ERROR", Reject.FUNCTION_ERROR), Map.entry("INVALID_RESULT", Reject.INVALID_RESULT),
            Map.entry("EMPTY_KEY", Reject.EMPTY_KEY), Map.entry("NOT_JSON", Reject.NOT_JSON),
            Map.entry("TOO_MANY_SUB_RECORDS", Reject.TOO_MANY_SUB_RECORDS),
            Map.entry("ACTIVE_PARTITIONS_EXCEEDED", Reject.ACTIVE_PARTITIONS_EXCEEDED),
            Map.entry("DECOMPRESSION_FAILED", Reject.DECOMPRESSION_FAILED));

    @TestFactory
    Stream<DynamicTest> codesAndMessagesAreThoseOfTheirTable() throws IOException {
        List<List<String>> rows = CaseTable.read(RejectTest.class, "messages.txt", 5);
        assertEquals(REJECTS.size(), rows.size());
        return rows.stream().map(row -> dynamicTest(row.getFirst(),
                () -> assertEquals(
                        new Reject(ErrorOutputType.of(row.get(2)).orElseThrow(), row.get(3), row.get(4)),
                        REJECTS.get(row.getFirst()))));
    }

    @Test
    void anErrorRecordHasACode() {
        assertThrows(IllegalArgumentException.class, () -> Reject.processing("", "no code"));
    }
}
