package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.metrics.Observability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class WatchCostTest {
    @Test
    void itCountsWhatThePageDoes() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "how-to", "plan.md"));
        WatchCost full = WatchCost.of(Observability.FULL);
        WatchCost minimal = WatchCost.of(Observability.MINIMAL);

        assertTrue(page.contains("`full` has %d metrics, alarms on %d metrics, and a dashboard".formatted(
                full.metrics(), full.alarmMetrics())));
        assertTrue(page.contains("`minimal` has %d metrics and alarms on %d metrics".formatted(minimal.metrics(),
                minimal.alarmMetrics())));
        assertEquals(8.30, full.perMonth(Prices.load()), 1e-9);
        assertEquals(1.80, minimal.perMonth(Prices.load()), 1e-9);
    }
}
