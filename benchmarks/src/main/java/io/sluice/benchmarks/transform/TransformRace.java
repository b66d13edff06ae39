package io.sluice.benchmarks.transform;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Allocation;
import io.sluice.benchmarks.rounds.Contestant;
import io.sluice.benchmarks.rounds.Rounds;
import io.sluice.benchmarks.rounds.Timings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The contestants on one event: each is checked first, then they take turns.
final class TransformRace {
    private static final String SLUICE = "Sluice";
    private static final String PYTHON = "Python sample";
    private static final String TREE = "Jackson tree, hand-written keys";
    private static final String JACKSON_JQ = "Jackson tree, jackson-jq";
    private static final String BASE64 = "base64 decoding alone";
    private static final Goal BESIDE_PYTHON = Goal.ratioAtLeast(30);
    private static final Goal BESIDE_TREE = Goal.ratioAtLeast(1.5);
    private static final String UNIT = "ns/record";

    private final TransformEvent event;
    private final SluiceResponder sluice;
    private final Effort effort;

    TransformRace(TransformEvent event, SluiceResponder sluice, Effort effort) {
        this.event = event;
        this.sluice = sluice;
        this.effort = effort;
    }

    List<Figure> run(boolean python, Path folder) throws IOException {
        event.check(SLUICE, sluice.respond(event.bytes()));
        List<Contestant> contestants = new ArrayList<>();
        contestants.add(Contestant.of(SLUICE, () -> sluice.answer(event.bytes())));
        contestants.add(checked(TREE, new TreeResponder(new HandWrittenKeys())));
        contestants.add(checked(JACKSON_JQ,
                new TreeResponder(new JacksonJqKeys(ClickstreamConfiguration.firehose().query()))));
        contestants.add(base64());
        Optional<PythonSample> sample = python
                ? Optional.of(PythonSample.start(folder, event.bytes()))
                : Optional.empty();
        try {
            if (sample.isPresent()) {
                event.check(PYTHON, sample.get().response());
                contestants.add(sample.get());
            }
            return figures(Rounds.of(contestants, effort), python);
        } finally {
            if (sample.isPresent()) {
                sample.get().close();
            }
        }
    }

    private Contestant checked(String name, Responder responder) throws IOException {
        event.check(name, responder.respond(event.bytes()));
        return responder.contestant(name, event.bytes());
    }

    private Contestant base64() {
        List<byte[]> texts = event.base64();
        long[] sum = new long[1];
        return Contestant.of(BASE64, () -> {
            for (byte[] text : texts) {
                sum[0] += Base64.getDecoder().decode(text).length;
            }
        });
    }

    private List<Figure> figures(Timings timings, boolean python) throws IOException {
        List<Figure> figures = new ArrayList<>();
        if (python) {
            figures.add(beside(timings, PYTHON).withGoal(BESIDE_PYTHON));
        }
        figures.add(beside(timings, TREE).withGoal(BESIDE_TREE));
        figures.add(beside(timings, JACKSON_JQ));
        figures.add(beside(timings, BASE64));
        double allocated = Allocation.bytes(() -> sluice.answer(event.bytes()), effort.pick(1, 20, 50));
        figures.add(Figure.of(event.name() + ", heap", allocated / event.records(), "B allocated/record"));
        return figures;
    }

    private Figure beside(Timings timings, String other) {
        double perRecord = 1.0 / event.records();
        return Figure.of(event.name(), timings.nanos(SLUICE).times(perRecord), UNIT)
                .beside(other, timings.nanos(other).times(perRecord).median(), timings.speed(SLUICE, other));
    }
}
