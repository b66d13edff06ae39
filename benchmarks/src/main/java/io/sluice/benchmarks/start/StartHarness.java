package io.sluice.benchmarks.start;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Spread;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// `start`: `./sluice check`, and the README's first command, from a shell's point of view: all processor time of all
/// processes, the launcher's included. Each with what was kept of the rehearsal, and without.
public final class StartHarness implements Harness {
    private static final Goal BESIDE_A_JVM = Goal.ratioAtMost(3);
    private static final Map<String, String> PLAIN = Map.of("SLUICE_START", "plain");
    private static final Goal FOUR_SECONDS = Goal.figureAtMost(4_000);
    private static final String BARE = "a bare JVM";
    private static final String CHECK = "check";
    private static final String RUN = "run on the quakes";
    private static final String WITHOUT = ", without a cache";
    private static final String CONFIGURATION = "events/quakes/stream.json";
    private static final String INPUT = "events/quakes/earthquakes.ndjson";

    private final Path checkout;

    /// @param checkout where the launcher is; where it is not, nothing can be measured
    public StartHarness(Path checkout) {
        this.checkout = checkout;
    }

    @Override
    public String name() {
        return "start";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException, InterruptedException {
        if (!Files.isExecutable(checkout.resolve("sluice")) || !Files.isRegularFile(checkout.resolve(INPUT))) {
            progress.accept("start is left out: it needs the launcher and the quakes of a checkout, not " + checkout);
            return List.of();
        }
        progress.accept("start");
        try (MeasuredFolder workspace = MeasuredFolder.create()) {
            Map<String, double[]> millis = race(workspace, effort.pick(1, 5, 11));
            double[] bare = millis.getOrDefault(BARE, new double[0]);
            return millis.entrySet().stream().filter(each -> !each.getKey().equals(BARE))
                    .map(each -> figure(each.getKey(), each.getValue(), bare)).toList();
        }
    }

    private static Figure figure(String name, double[] millis, double[] bare) {
        double[] ratios = new double[millis.length];
        Arrays.setAll(ratios, round -> millis[round] / bare[round]);
        Figure figure = Figure.of("start, " + name, Spread.of(millis), "ms of processor").beside(BARE,
                Spread.of(bare).median(), Spread.of(ratios));
        return switch (name) {
            case CHECK -> figure.withGoal(BESIDE_A_JVM);
            case RUN -> figure.withGoal(FOUR_SECONDS);
            default -> figure;
        };
    }

    /// @param out a folder for what is delivered
    private Map<String, TimedCommand> commands(Path out) {
        List<String> check = List.of("./sluice", "check", "--config", CONFIGURATION);
        Map<String, TimedCommand> commands = new LinkedHashMap<>();
        commands.put(BARE, new TimedCommand(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", ownClasses(), BareMain.class.getName()), Map.of(), "started"));
        commands.put(CHECK, new TimedCommand(check, Map.of(), ": valid"));
        commands.put(CHECK + WITHOUT, new TimedCommand(check, PLAIN, ": valid"));
        commands.put(RUN, run(out.resolve("cache"), Map.of()));
        commands.put(RUN + WITHOUT, run(out.resolve("plain"), PLAIN));
        return commands;
    }

    private static TimedCommand run(Path out, Map<String, String> environment) {
        return new TimedCommand(
                List.of("./sluice", "run", "--config", CONFIGURATION, "--input", INPUT, "--out", out.toString()),
                environment, "1,707 in = 1,707 delivered");
    }

    private static String ownClasses() {
        return Path.of(URI.create(BareMain.class.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    /// The milliseconds of each command in each round. They take turns; the first turn of all is not counted, since it
    /// may build.
    private Map<String, double[]> race(MeasuredFolder workspace, int rounds) throws IOException, InterruptedException {
        Map<String, double[]> millis = new LinkedHashMap<>();
        for (int round = -1; round < rounds; round++) {
            for (Map.Entry<String, TimedCommand> each : commands(workspace.folder("round" + round)).entrySet()) {
                double took = each.getValue().cpuMillis(checkout);
                double[] of = millis.computeIfAbsent(each.getKey(), _ -> new double[rounds]);
                if (round >= 0) {
                    of[round] = took;
                }
            }
        }
        return millis;
    }
}
