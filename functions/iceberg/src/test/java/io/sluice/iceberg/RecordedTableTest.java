package io.sluice.iceberg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.junit.jupiter.api.Test;

/// How far a table is, as an earlier build's registrar left it said in the table's metadata, is known to this one; and
/// this one says it in the same way, for a build that it may be taken back to.
final class RecordedTableTest {
    private static final Map<String, Long> VERSIONS = Map.of("quakes", 4L, "quakes!lane!1", 2L, "quakes!lake", 0L);

    private static TableMetadata recorded() throws IOException {
        try (var in = Objects.requireNonNull(RecordedTableTest.class.getResourceAsStream("table-format-1.json"))) {
            return TableMetadataParser.fromJson(new String(in.readAllBytes(), UTF_8));
        }
    }

    @Test
    void itsMarksAreBelieved() throws IOException {
        assertEquals(new Marks(VERSIONS, false),
                Marks.of(recorded(), VERSIONS.keySet()));
    }

    @Test
    void theSameIsSaidOfTheSame() throws IOException {
        TableMetadata recorded = recorded();
        Map<String, String> said = new HashMap<>(recorded.properties());
        said.keySet().removeIf(name -> !name.startsWith("sluice.landed"));
        assertEquals(said, Marks.properties(recorded, told(recorded)));
        assertTrue(recorded.currentSnapshot().summary().entrySet()
                .containsAll(Marks.summary(Map.of("quakes", 4L)).entrySet()));
    }

    /// The marks that are set at once; a chain that nothing came of has none.
    private static Map<String, Long> told(TableMetadata table) {
        Map<String, Long> told = new HashMap<>();
        for (String chain : List.copyOf(VERSIONS.keySet())) {
            if (table.properties().containsKey("sluice.landed." + chain)) {
                told.put(chain, Objects.requireNonNull(VERSIONS.get(chain)));
            }
        }
        return told;
    }
}
