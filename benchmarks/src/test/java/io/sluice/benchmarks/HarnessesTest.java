package io.sluice.benchmarks;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.benchmarks.compact.CompactHarness;
import io.sluice.benchmarks.cost.CostHarness;
import io.sluice.benchmarks.flush.FlushHarness;
import io.sluice.benchmarks.ingest.IngestHarness;
import io.sluice.benchmarks.jq.JqHarness;
import io.sluice.benchmarks.parquet.ParquetHarness;
import io.sluice.benchmarks.reshard.ReshardHarness;
import io.sluice.benchmarks.scale.BacklogHarness;
import io.sluice.benchmarks.scale.ScaleHarness;
import io.sluice.benchmarks.serve.ServeHarness;
import io.sluice.benchmarks.sustain.SustainHarness;
import io.sluice.benchmarks.transform.TransformHarness;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every harness at its smallest: it checks its own output, and what it says about time is not looked at.
@Tag("long")
final class HarnessesTest {
    static Stream<Harness> harnesses() {
        return Stream.of(new JqHarness(), new TransformHarness(), new IngestHarness(), new FlushHarness(),
                new ParquetHarness(Optional.empty()), new CompactHarness(), new ScaleHarness(),
                new BacklogHarness(Optional.empty()), new ReshardHarness(), new ServeHarness(),
                new CostHarness(), new SustainHarness());
    }

    @ParameterizedTest
    @MethodSource("harnesses")
    void findsFiguresAndNothingWrong(Harness harness) throws Exception {
        var figures = harness.measure(Effort.SMOKE, _ -> {});

        assertFalse(figures.isEmpty());
        figures.forEach(figure -> assertTrue(figure.value().median() >= 0, figure.line()));
    }
}
