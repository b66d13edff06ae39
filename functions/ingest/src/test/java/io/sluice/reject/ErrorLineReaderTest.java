package io.sluice.reject;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sluice.CaseTable;
import io.sluice.reject.ErrorLineReader.Entry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class ErrorLineReaderTest {
    private static final String GOOD = "{\"rawData\":\"YQ==\",\"arrivalTimestamp\":1757500000123}";

    @TestFactory
    Stream<DynamicTest> linesAreReadAsTheirTableSays() throws IOException {
        return CaseTable.read(ErrorLineReaderTest.class, "lines.txt", 4).stream()
                .map(row -> dynamicTest(row.getFirst(), () -> check(row.get(2), row.get(3))));
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        byte[] data = {0, 1, (byte) 0xff};
        ErrorRecord written = new ErrorRecord(data, Reject.FUNCTION_ERROR, 4, Instant.ofEpochMilli(17),
                Instant.ofEpochMilli(99), Optional.of("arn:fn"));
        ErrorLine read = assertInstanceOf(Entry.Found.class, entries(written.toLine()).getFirst()).line();
        assertArrayEquals(data, read.rawData());
        assertEquals(written.reject().code(), read.errorCode());
        assertEquals(written.reject().message(), read.errorMessage());
        assertEquals(4, read.attemptsMade());
        assertEquals(written.arrival(), read.arrival());
        assertEquals(Optional.of(written.attemptEnding()), read.attemptEnding());
        assertEquals(written.lambdaArn(), read.lambdaArn());
    }

    @Test
    void aBadLineCostsThatLineAndBlankOnesNothing() throws IOException {
        List<Entry> entries = entries((GOOD + "\n\n \r\n{oops\n" + GOOD).getBytes(StandardCharsets.UTF_8));
        assertEquals(3, entries.size());
        assertEquals("errors/a.json#1", assertInstanceOf(Entry.Found.class, entries.get(0)).line().recordId());
        assertEquals(4, assertInstanceOf(Entry.Unreadable.class, entries.get(1)).number());
        assertEquals("errors/a.json#5", assertInstanceOf(Entry.Found.class, entries.get(2)).line().recordId());
    }

    @Test
    void aLineBeyondTheBoundCostsThatLine() throws IOException {
        byte[] object = (" ".repeat(ErrorLineReader.LINE_BYTES_MAX + 1) + "\n" + GOOD)
                .getBytes(StandardCharsets.UTF_8);
        List<Entry> entries = entries(object);
        assertInstanceOf(Entry.Unreadable.class, entries.getFirst());
        assertInstanceOf(Entry.Found.class, entries.getLast());
        assertEquals(2, entries.size());
    }

    private static void check(String line, String expected) throws IOException {
        switch (entries(line.getBytes(StandardCharsets.UTF_8)).getFirst()) {
            case Entry.Found(ErrorLine found) -> assertEquals(expected, show(found));
            case Entry.Unreadable(long _, String cause) -> assertTrue(
                    expected.startsWith("error ") && cause.contains(expected.substring("error ".length())), cause);
        }
    }

    private static String show(ErrorLine line) {
        return line.errorCode() + "/" + line.attemptsMade() + "@" + line.arrival().toEpochMilli()
                + line.attemptEnding().map(ending -> "-" + ending.toEpochMilli()).orElse("") + "="
                + new String(line.rawData(), StandardCharsets.UTF_8)
                + line.lambdaArn().map(arn -> " " + arn).orElse("");
    }

    private static List<Entry> entries(byte[] object) throws IOException {
        ErrorLineReader reader = new ErrorLineReader("errors/a.json", new ByteArrayInputStream(object));
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            entries.add(entry.get());
        }
        return entries;
    }
}
