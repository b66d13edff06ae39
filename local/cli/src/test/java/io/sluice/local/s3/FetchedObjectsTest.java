package io.sluice.local.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Copies of objects: whole while they are needed, gone afterwards.
final class FetchedObjectsTest {
    private static InputSource object(String name, InputSource.Opener opener) {
        return new InputSource("0:" + name, "s3://source/" + name, 3, opener);
    }

    @Test
    void aCopyHasTheObjectsNameAndBytesAndGoesAtTheEnd() throws IOException {
        Path folder;
        try (var fetched = new FetchedObjects()) {
            InputSource a = fetched.file(object("x/a", () -> new ByteArrayInputStream(new byte[]{1, 2, 3})));
            InputSource b = fetched.file(object("y/a", () -> new ByteArrayInputStream(new byte[]{4, 5, 6})));
            assertEquals("0:x/a", a.id());
            assertEquals("s3://source/x/a", a.displayName());
            assertArrayEquals(new byte[]{1, 2, 3}, Files.readAllBytes(a.file().orElseThrow()));
            assertArrayEquals(new byte[]{4, 5, 6}, Files.readAllBytes(b.file().orElseThrow()));
            assertNotEquals(a.file(), b.file());
            folder = a.file().orElseThrow().toAbsolutePath().getParent();
        }
        assertFalse(Files.exists(folder));
    }

    @Test
    void anObjectThatCanNotBeHadIsNamedWithTheRoomThatItTakes() throws IOException {
        try (var fetched = new FetchedObjects()) {
            String message = assertThrows(InputException.class, () -> fetched.file(object("a", () -> {
                throw new IOException("No space left on device");
            }))).getMessage();
            assertTrue(message.contains("s3://source/a can't be fetched: No space left on device; it takes 3 bytes")
                    && message.contains("java.io.tmpdir"), message);
        }
    }

    @Test
    void whereNothingIsFetchedThereIsNothingToRemove() throws IOException {
        new FetchedObjects().close();
    }
}
