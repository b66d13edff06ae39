package io.sluice.local.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SteadyFileTest {
    private static final String TEXT = "{\"n\":1}\n".repeat(40_000);
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("in.ndjson"), TEXT);
        changedAt(LONG_AGO);
    }

    private void changedAt(Instant time) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(time));
    }

    /// Something is done to the file.
    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    /// What is read of the file when `change` is made after its first bytes.
    private String read(Change change, Instant now) throws IOException {
        try (InputStream in = SteadyFile.open(file, InstantSource.fixed(now))) {
            byte[] first = in.readNBytes(1_000);
            change.make();
            return new String(first, UTF_8) + new String(in.readAllBytes(), UTF_8);
        }
    }

    private void overwrite(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE);
    }

    private void assertNoticed(Change change, Instant now) {
        InputException noticed = assertThrows(InputException.class, () -> read(change, now));
        assertTrue(noticed.getMessage().startsWith(file + " was overwritten while it was read"), noticed.getMessage());
    }

    @Test
    void aFileThatNobodyWritesToIsReadAsItIs() throws IOException {
        assertEquals(TEXT, read(() -> {}, Instant.now()));
        assertEquals(TEXT, read(() -> {}, LONG_AGO));
    }

    @Test
    void aFileThatIsOverwrittenInPlaceIsNoticed() {
        assertNoticed(() -> overwrite(TEXT.replace('1', '2')), Instant.now());
        assertNoticed(() -> overwrite("["), Instant.now());
        assertNoticed(() -> Files.writeString(file, ""), Instant.now());
    }

    @Test
    void aChangeWithinTheSameTickOfTheFileSystemIsNoticed() {
        assertNoticed(() -> {
            overwrite(TEXT.replace('1', '2'));
            changedAt(LONG_AGO);
        }, LONG_AGO.plusMillis(1));
    }

    @Test
    void whatIsAppendedOrTouchedOrPutInItsPlaceIsNoMix() throws IOException {
        String longer = read(() -> Files.writeString(file, "more", StandardOpenOption.APPEND), Instant.now());
        assertEquals(TEXT + "more", longer);
        overwrite(TEXT);
        changedAt(LONG_AGO);
        assertTrue(read(() -> changedAt(LONG_AGO.plusSeconds(1)), Instant.now()).startsWith(TEXT));
        String old = Files.readString(file);
        Path other = Files.writeString(folder.resolve("other"), "other");
        assertEquals(old, read(() -> Files.move(other, file, StandardCopyOption.REPLACE_EXISTING), Instant.now()));
        assertEquals("other", read(() -> Files.delete(file), Instant.now()));
    }
}
