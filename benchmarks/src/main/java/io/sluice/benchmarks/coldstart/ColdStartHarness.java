package io.sluice.benchmarks.coldstart;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Spread;
import io.sluice.codec.Compression;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// `coldstart`: from nothing to a transform function's first answer. In delivery `buffer` it stages a small batch on
/// the embedded servers, which are warm.
public final class ColdStartHarness implements Harness {
    private static final Goal BESIDE_PLAIN = Goal.ratioAtMost(0.5);
    private static final int RECORDS = 10;

    private final Path jar;

    /// @param jar the functions' jar; where it is not built, nothing can be measured
    public ColdStartHarness(Path jar) {
        this.jar = jar;
    }

    @Override
    public String name() {
        return "coldstart";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException, InterruptedException {
        if (!System.getProperty("os.name").equals("Linux") || !Files.isRegularFile(jar)) {
            progress.accept("coldstart is left out: it needs Linux, for which AWS's runtime interface client is, and "
                    + jar);
            return List.of();
        }
        byte[] event = Clickstream.event(new Clickstream(400, RECORDS).batch(0, 0, RECORDS));
        try (MeasuredFolder workspace = MeasuredFolder.create();
                EmbeddedServices services = EmbeddedServices.start(workspace.folder("out"), workspace.folder("work"),
                        Clickstream.NAME)) {
            Map<String, String> environment = new HashMap<>(services.environment());
            environment.put("SLUICE_CONFIG", ClickstreamConfiguration.buffer(Compression.GZIP).json());
            List<Figure> figures = new ArrayList<>();
            progress.accept("coldstart, buffer");
            figures.addAll(race("coldstart, buffer", new Function(jar, environment, workspace.folder("buffer")), event,
                    "Dropped", effort));
            environment.put("SLUICE_CONFIG", ClickstreamConfiguration.firehose().json());
            progress.accept("coldstart, firehose");
            figures.addAll(race("coldstart, firehose", new Function(jar, environment, workspace.folder("firehose")),
                    event, "partitionKeys", effort));
            return figures;
        }
    }

    private static List<Figure> race(String name, Function function, byte[] event, String answer, Effort effort)
            throws IOException, InterruptedException {
        Start.record(function, event, answer);
        int rounds = effort.pick(1, 5, 11);
        Map<Start, double[]> millis = new EnumMap<>(Start.class);
        for (int round = 0; round < rounds; round++) {
            for (Start start : Start.values()) {
                millis.computeIfAbsent(start, _ -> new double[rounds])[round] = start.measure(function, event, answer)
                        / 1e6;
            }
        }
        double[] plain = millis.getOrDefault(Start.PLAIN, new double[0]);
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.of(name + ", plain", Spread.of(plain), "ms"));
        for (Start start : List.of(Start.AOT_CACHE, Start.SNAPSTART)) {
            double[] times = millis.getOrDefault(start, new double[0]);
            double[] ratios = new double[rounds];
            Arrays.setAll(ratios, round -> times[round] / plain[round]);
            figures.add(Figure.of(name + ", " + start.title(), Spread.of(times), "ms")
                    .beside("plain", Spread.of(plain).median(), Spread.of(ratios)).withGoal(BESIDE_PLAIN));
        }
        return figures;
    }
}
