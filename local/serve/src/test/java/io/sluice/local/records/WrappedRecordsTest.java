package io.sluice.local.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.input.InputRecord;
import io.sluice.manifest.Wrapping;
import io.sluice.reject.ErrorRecord;
import io.sluice.reject.Reject;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Error records that have all records of a chunk.
final class WrappedRecordsTest {
    private static final Instant AT = Instant.parse("2026-11-01T00:00:00Z");
    private static final Reject REFUSED = Wrapping.DELIVERY_REFUSED.reject().orElseThrow();

    private static List<InputRecord> records(Reject reject, Delimiting delimiting, String... texts)
            throws IOException {
        var object = new ByteArrayOutputStream();
        for (String text : texts) {
            object.write(ErrorRecord.of(text.getBytes(StandardCharsets.ISO_8859_1), reject, AT, AT).toLine());
        }
        byte[] bytes = object.toByteArray();
        var source = new InputSource("object", "object", bytes.length, () -> new ByteArrayInputStream(bytes));
        List<InputRecord> records = new ArrayList<>();
        try (var reader = new ErrorObjectRecords(List.of(source), delimiting, line -> {
            throw new AssertionError(line);
        })) {
            for (TimedRecord next = reader.next(); next != null; next = reader.next()) {
                records.add(next.record());
            }
        }
        return records;
    }

    private static List<String> texts(List<InputRecord> records) {
        return records.stream().map(record -> new String(record.data(), StandardCharsets.ISO_8859_1)).toList();
    }

    @ParameterizedTest
    @EnumSource(value = Wrapping.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void eachRecordComesAsItWas(Wrapping wrapping) throws IOException {
        List<InputRecord> records = records(wrapping.reject().orElseThrow(), Delimiting.NEWLINE,
                "{\"k\":1}\n{\"k\":\n 2}\nplain text\n", "{\"k\":3}\n");
        assertEquals(List.of("{\"k\":1}", "{\"k\":\n 2}", "plain text", "{\"k\":3}"), texts(records));
        assertEquals(List.of(1L, 1L, 1L, 2L), records.stream().map(ErrorObjectRecords::line).toList());
        assertEquals(4, records.stream().map(InputRecord::offset).distinct().count());
    }

    /// Producers put line ends behind records, or none at all: the object that comes of them is the refused one.
    @ParameterizedTest
    @ValueSource(strings = {"{\"k\":1}\n{\"k\":2}\n", "{\"k\":1}{\"k\":2}", "{\"k\":1} \r\n\r\n{\"k\":2}",
            "\n{\"k\":1}\na\nb"})
    void withoutADelimiterEveryByteIsKept(String text) throws IOException {
        List<String> texts = texts(records(REFUSED, Delimiting.NONE, text));
        assertEquals(text, String.join("", texts));
        assertEquals(text.contains("a\n") ? 3 : 2, texts.size());
    }

    /// What was refused before it was in a chunk is one record, whatever it has.
    @Test
    void anotherErrorRecordIsLeftAsItIs() throws IOException {
        assertEquals(List.of("{\"k\":1}\n{\"k\":2}\n"),
                texts(records(Reject.NOT_JSON, Delimiting.NEWLINE, "{\"k\":1}\n{\"k\":2}\n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00FF\u00FE{\u0000}\u0000", "\u00EF\u00BB\u00BF{}", " ", "\u0000\u0001"})
    void whatIsNoTextOfRecordsIsOne(String text) throws IOException {
        assertEquals(List.of(text), texts(records(REFUSED, Delimiting.NONE, text)));
    }
}
