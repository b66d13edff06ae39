package io.sluice.local.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LiveInputTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static void waits() {
        throw new AssertionError("nothing comes, and nobody says why");
    }

    /// One byte, and then what the class says.
    private static InputStream failing(Class<? extends Throwable> how) {
        Iterator<Integer> bytes = List.of((int) 'a').iterator();
        return new InputStream() {
            @Override
            public int read() throws IOException {
                if (bytes.hasNext()) {
                    return bytes.next();
                }
                if (how == IOException.class) {
                    throw new IOException("gone");
                }
                if (how == OutOfMemoryError.class) {
                    throw new OutOfMemoryError("gone");
                }
                throw new IllegalStateException("gone");
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                target[from] = (byte) read();
                return 1;
            }
        };
    }

    /// What reads a pipe would wait for it for ever.
    @ParameterizedTest
    @ValueSource(classes = {IOException.class, IllegalStateException.class, OutOfMemoryError.class})
    void whateverEndsItsThreadItsReaderIsTold(Class<? extends Throwable> how) throws IOException {
        try (var in = new LiveInput(failing(how), PATIENCE, LiveInputTest::waits)) {
            assertEquals('a', in.read());
            IOException told = assertThrows(IOException.class, in::read);
            assertTrue(String.valueOf(told.getMessage()).contains("gone"), told.toString());
        }
    }

    @Test
    void itsEndIsItsEnd() throws IOException {
        try (var in = new LiveInput(InputStream.nullInputStream(), PATIENCE, LiveInputTest::waits)) {
            assertEquals(-1, in.read());
            assertEquals(-1, in.read());
        }
    }
}
