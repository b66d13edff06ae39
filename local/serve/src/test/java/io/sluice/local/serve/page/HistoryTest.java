package io.sluice.local.serve.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.serve.page.History.Figures;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the server notes for plots.
final class HistoryTest {
    private final Map<String, Figures> figures = new HashMap<>();
    private Instant now = Instant.EPOCH;
    private final History history = new History(() -> Map.copyOf(figures), () -> now, _ -> {});

    private JsonNode noted() throws IOException {
        return new ObjectMapper().readTree(history.json());
    }

    private void note(long records, long waiting) {
        figures.put("s", new Figures(records, 10 * records, new Backlog(waiting, 10 * waiting)));
        history.note();
        now = now.plusSeconds(2);
    }

    @Test
    void pointsHaveTheirAgeAndTheOldestComesFirst() throws IOException {
        note(1, 1);
        note(5, 4);
        assertEquals("""
                [{"ago":4000,"records":1,"bytes":10,"waiting":1,"waitingBytes":10},\
                {"ago":2000,"records":5,"bytes":50,"waiting":4,"waitingBytes":40}]""", noted().path("s").toString());
    }

    @Test
    void theOldestGoWhereThereAreMany() throws IOException {
        for (int i = 0; i < History.POINTS_MAX + 3; i++) {
            note(i, 0);
        }
        assertEquals(History.POINTS_MAX, noted().path("s").size());
        assertEquals(3, noted().path("s").path(0).path("records").asInt());
    }

    @Test
    void aStreamThatIsGoneIsForgotten() throws IOException {
        note(1, 0);
        figures.clear();
        history.note();
        assertFalse(noted().has("s"));
    }
}
