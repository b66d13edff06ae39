package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileNamesTest {
    private static final Path BUCKET = Path.of("/lake/bucket");

    @ParameterizedTest
    @CsvSource({"net=ak, net=ak", "'', %%", "., %%.", "o + é, o + é", "100%, 100%", "%%, %%%25%25", "%a, %a",
            ".mpus-x, %%.mpus-x", "a:b, a:b"})
    void aSegmentHasItsOwnNameWhereThatIsOne(String segment, String name) {
        assertEquals(name, FileNames.usual(segment));
        assertEquals(Optional.of(segment), FileNames.key(BUCKET, BUCKET.resolve(name)));
    }

    @ParameterizedTest
    @CsvSource({"net=AK, %%net=%41%4B", "é, %%%C3%A9", "'', %%%/%%", "%%, %%%25%25%/%%"})
    void itHasOneMoreWhereThatOneIsTaken(String segment, String name) {
        assertEquals(name, FileNames.other(segment));
        assertEquals(Optional.of(segment), FileNames.key(BUCKET, BUCKET.resolve(name)));
    }

    @Test
    void aLongSegmentIsSeveralFolders() {
        String segment = "é".repeat(128);
        String name = FileNames.usual(segment);
        assertTrue(name.startsWith("%%" + "%C3%A9".repeat(41) + "%C3%/%%%A9"), name);
        assertEquals(Optional.of(segment + "/x"), FileNames.key(BUCKET, BUCKET.resolve(name).resolve("x")));
        assertEquals("n".repeat(255), FileNames.usual("n".repeat(255)));
    }

    @ParameterizedTest
    @CsvSource({"%%zz%", "%%a%61", "%%%6", "%%%zz", "%%%FF", "%%%4a", "%%a%/b"})
    void aNameThatNoKeyHasIsNone(String name) {
        assertEquals(Optional.empty(), FileNames.key(BUCKET, BUCKET.resolve(name)));
    }

    @Test
    void everyKeyHasNamesThatLeadBackToItAlone() {
        var random = new Random(29);
        String[] letters = {"/", "//", ".", "%", "a", "Z", "é", "\u0000", "\n", "😀", "=", "x".repeat(120), ".mpus-"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder key = new StringBuilder();
            for (int j = random.nextInt(9); j >= 0; j--) {
                key.append(letters[random.nextInt(letters.length)]);
            }
            Path file = BUCKET;
            for (String segment : key.toString().split("/", -1)) {
                file = file.resolve(random.nextBoolean() ? FileNames.usual(segment) : FileNames.other(segment));
            }
            assertEquals(Optional.of(key.toString()), FileNames.key(BUCKET, file));
            file.forEach(name -> assertTrue(name.toString().getBytes(StandardCharsets.UTF_8).length <= 255));
            assertEquals(file, file.normalize());
        }
    }
}
