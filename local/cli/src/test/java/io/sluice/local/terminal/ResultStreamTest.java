package io.sluice.local.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ResultStreamTest {
    private final StringWriter err = new StringWriter();

    private int status(OutputStream to, int status) {
        var results = new ResultStream(to);
        var out = new PrintWriter(results, false, StandardCharsets.UTF_8);
        out.print("a result");
        return results.statusAfter(status, out, new PrintWriter(err));
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }

    @Test
    void whatIsWrittenKeepsTheStatus() {
        var out = new ByteArrayOutputStream();
        assertEquals(0, status(out, 0));
        assertEquals(2, status(out, 2));
        assertEquals("a resulta result", out.toString(StandardCharsets.UTF_8));
        assertEquals("", err.toString());
    }

    @Test
    void aReaderThatHasEndedIsNoMistakeAndNotTold() {
        assertEquals(141, status(failing("Broken pipe"), 0));
        assertEquals(1, status(failing("Broken pipe"), 1));
        assertEquals("", err.toString());
    }

    @Test
    void aFullDiskIsToldAndNoSuccess() {
        assertEquals(1, status(failing("No space left on device"), 0));
        assertEquals(2, status(failing("No space left on device"), 2));
        assertEquals("sluice: standard output can't be written: No space left on device" + System.lineSeparator(),
                err.toString().substring(0, err.toString().length() / 2));
    }
}
