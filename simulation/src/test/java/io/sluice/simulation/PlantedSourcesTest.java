package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The list of mistakes fits the sources: who changes a line that one of them changes plants it anew.
final class PlantedSourcesTest {
    private static final Path PROJECT = Path.of("..");
    private static final Set<String> HARMS = Set.of("lose", "double", "misplace", "destroy", "claim", "stuck");

    @Test
    void eachOfThemCanBePlanted() throws IOException {
        List<PlantedSource> all = PlantedSource.all();
        assertTrue(all.size() >= 120, () -> all.size() + " mistakes");
        Set<String> names = new HashSet<>();
        for (PlantedSource each : all) {
            assertTrue(names.add(each.mistake()), each::mistake);
            assertTrue(HARMS.contains(each.harm()), each::toString);
            assertNotEquals(Files.readString(PROJECT.resolve(each.file())), each.planted(PROJECT), each::mistake);
        }
    }

    @Test
    void allOfTheListIsRead() throws IOException {
        long named = Files.readString(Path.of("src/test/resources/io/sluice/simulation/planted.txt")).lines()
                .filter(line -> line.startsWith("mistake: ")).count();
        assertEquals(named, PlantedSource.all().size());
    }
}
