package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ReproducibleSynthesisTest {
    @Test
    void twoSynthesesOfOneConfigurationAreTheSameBytes() throws IOException {
        assertEquals(deployed(Synthesis.of(Way.ENCRYPTED)), deployed(Synthesis.fresh(Way.ENCRYPTED)));
    }

    private static Map<String, String> deployed(Synthesis synthesis) throws IOException {
        var files = new TreeMap<String, String>();
        try (var all = Files.list(synthesis.folder())) {
            for (var file : (Iterable<Path>) all::iterator) {
                var name = file.getFileName().toString();
                if (name.endsWith(".template.json") || name.endsWith(".assets.json")) {
                    files.put(name, Files.readString(file));
                }
            }
        }
        assertEquals(4, files.size(), files.keySet().toString());
        return files;
    }
}
