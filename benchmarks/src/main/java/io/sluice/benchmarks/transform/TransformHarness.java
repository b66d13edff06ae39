package io.sluice.benchmarks.transform;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// `transform`: one event's records to their keys, one thread, event bytes in and response bytes out.
public final class TransformHarness implements Harness {
    private static final int PARTITIONS = 100;
    private static final List<Integer> RECORD_BYTES = List.of(400, 1_200);

    @Override
    public String name() {
        return "transform";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        boolean python = PythonSample.isInstalled();
        if (!python) {
            progress.accept("transform: the Python sample is left out, because there is no python3 on the PATH");
        }
        int records = effort.pick(50, 3_000, 3_000);
        for (int bytes : RECORD_BYTES) {
            progress.accept("transform: " + records + " records of " + bytes + " B");
            try (MeasuredFolder workspace = MeasuredFolder.create(); SluiceResponder sluice = new SluiceResponder()) {
                var event = new TransformEvent(new Clickstream(bytes, PARTITIONS), records);
                figures.addAll(new TransformRace(event, sluice, effort).run(python, workspace.folder("python")));
            }
        }
        return figures;
    }
}
