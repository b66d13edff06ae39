package io.sluice.testkit.promise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is recorded of the stored formats is final: none of the files ever changes, and each has a test that reads it.
/// Those tests say what is in them.
final class PromisedFormatsTest {
    private static final Path PROJECT = Path.of("..");
    private static final String RESOURCES = "src/test/resources/";

    @Test
    void whatIsRecordedNeverChanges() throws IOException, NoSuchAlgorithmException {
        Map<String, String> recordings = new TreeMap<>();
        for (Path file : recordings()) {
            recordings.put(file.getFileName().toString(), HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
        }
        assertEquals(4, recordings.size(), recordings::toString);
        PromisedList.read(PROJECT, "formats").requireOf(recordings);
    }

    /// In the folders of modules, for a checkout may hold other builds.
    private static Iterable<Path> recordings() throws IOException {
        Map<String, Path> found = new TreeMap<>();
        for (String module : new String[]{"testkit", "local/serve", "functions/iceberg"}) {
            try (Stream<Path> files = Files.walk(PROJECT.resolve(module).resolve(RESOURCES))) {
                files.filter(file -> file.getFileName().toString().contains("-format-1."))
                        .forEach(file -> found.put(file.toString(), file));
            }
        }
        return found.values();
    }
}
