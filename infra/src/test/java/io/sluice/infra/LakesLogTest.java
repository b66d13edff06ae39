package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who tells what was replaced may read and put the lake's log, and nothing else of what landed.
final class LakesLogTest {
    @TempDir
    private Path folder = Path.of("");

    private List<JsonNode> compaction(String landing) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = (ObjectNode) json.readTree(Synthesis.configuration("compacted.json").toFile());
        if (!landing.isEmpty()) {
            root.withObject("/Sluice").set("Landing", json.readTree(landing));
        }
        Path config = Files.writeString(folder.resolve("landing" + landing.length() + ".json"), root.toString());
        var context = Way.COMPACTED.context();
        context.put("config", config.toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        return Synthesis.statements(Synthesis.of(Path.of(app.synth().getDirectory())).pipeline(), "CompactionRole");
    }

    @Test
    void aCompactionMayReadAndPutTheLakesLogAlone() throws IOException {
        List<JsonNode> telling = compaction("{}").stream()
                .filter(each -> each.path("Resource").toString().contains("/landings/")).toList();
        assertEquals(1, telling.size(), telling::toString);
        assertEquals("[\"s3:GetObject\",\"s3:PutObject\"]", telling.getFirst().path("Action").toString());
        assertEquals(1, telling.toString().split("/landings/", -1).length - 1, telling::toString);
        assertTrue(telling.toString().contains("!lake*"), telling::toString);
    }

    @Test
    void whoWaitsForEventsReadsTheirCursors() throws IOException {
        List<JsonNode> reading = compaction("{\"Events\":{\"Type\":\"eventbridge\"}}").stream()
                .filter(each -> each.toString().contains("#events")).toList();
        assertEquals(1, reading.size(), reading::toString);
        assertEquals("\"dynamodb:Query\"", reading.getFirst().path("Action").toString());
    }

    @Test
    void withoutALandingLogItMayNothingMore() throws IOException {
        assertFalse(compaction("").toString().contains("landings"));
    }
}
