package io.sluice.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WideTextTest {
    private static final String LINES = "{\"n\":1}\r\n{\"n\":2}\r\n";

    private static RecordSplitter open(byte[] bytes) throws IOException {
        return new RecordSplitter("id", "events.json",
                ByteInputs.open("events.json", new ByteArrayInputStream(bytes), 1_000), 1_000);
    }

    @ParameterizedTest
    @CsvSource({"UTF-16LE,'UTF-16 (little-endian)'", "UTF-16BE,'UTF-16 (big-endian)'",
            "UTF-32LE,'UTF-32 (little-endian)'", "UTF-32BE,'UTF-32 (big-endian)'"})
    void textOfWiderCharactersIsRefusedByNameWithAndWithoutItsMark(String charset, String title) throws IOException {
        for (String text : new String[]{LINES, "\uFEFF" + LINES, "\uFEFF", "[\n]", "\uFEFF\u00E4"}) {
            byte[] bytes = text.getBytes(Charset.forName(charset));
            for (byte[] stored : new byte[][]{bytes, gzip(bytes)}) {
                InputException refusal = assertThrows(InputException.class, () -> open(stored));
                assertTrue(refusal.getMessage().startsWith("events.json: it is " + title + " text, and UTF-8 is what is"
                        + " read; convert it (iconv -f " + charset + " -t UTF-8"), refusal.getMessage());
            }
        }
    }

    @Test
    void aByteOrderMarkOfUtf8IsNoPartOfTheFirstRecord() throws IOException {
        try (RecordSplitter records = open(("\uFEFF" + LINES).getBytes(StandardCharsets.UTF_8))) {
            InputRecord first = records.next();
            assertNotNull(first);
            assertEquals(3, first.offset());
            assertArrayEquals("{\"n\":1}".getBytes(StandardCharsets.UTF_8), first.data());
        }
    }

    @Test
    void textWithAZeroHereAndThereIsRead() throws IOException {
        for (String text : new String[]{"a\0", "\0\0\0\0", "a\0\0", "a\0b\0cd\0\0e", "\0a\0"}) {
            try (RecordSplitter records = open(text.getBytes(StandardCharsets.UTF_8))) {
                InputRecord first = records.next();
                assertNotNull(first);
                assertEquals(text, new String(first.data(), StandardCharsets.UTF_8));
            }
        }
    }

    private static byte[] gzip(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
