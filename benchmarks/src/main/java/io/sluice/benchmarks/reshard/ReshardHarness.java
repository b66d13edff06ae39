package io.sluice.benchmarks.reshard;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.benchmarks.live.DeliveredRecords;
import io.sluice.benchmarks.live.StreamEnvironment;
import io.sluice.benchmarks.report.Figure;
import io.sluice.codec.Compression;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// `reshard`: `IndexShards` goes from 2 to 8 to 3 while batches come in. At each change an environment with the old
/// number and one with the new stage batches in turns, and each of them flushes.
public final class ReshardHarness implements Harness {
    private static final List<Integer> SHARDS = List.of(2, 8, 3);
    private static final int PARTITIONS = 20;
    private static final int RECORDS = 20;
    private static final int RECORD_BYTES = 400;

    @Override
    public String name() {
        return "reshard";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        int batches = effort.pick(8, 200, 1_000);
        try (MeasuredFolder workspace = MeasuredFolder.create();
                EmbeddedServices services = EmbeddedServices.start(workspace.folder("out"), workspace.folder("work"),
                        Clickstream.NAME);
                ShardItems items = new ShardItems(services)) {
            List<Figure> figures = new ArrayList<>();
            List<StreamEnvironment> environments = new ArrayList<>();
            Clickstream clicks = new Clickstream(RECORD_BYTES, PARTITIONS);
            try {
                long number = 0;
                for (int shards : SHARDS) {
                    progress.accept("reshard: to " + shards + " shards");
                    environments.add(new StreamEnvironment(services,
                            ClickstreamConfiguration.buffer(Compression.GZIP).with("IndexShards", shards),
                            InstantSource.system()));
                    number = overlap(environments, clicks, number, batches);
                    environments.getFirst().drain();
                    number = stage(environments.getLast(), clicks, number, batches);
                    figures.add(figure(shards, items.perShard()));
                }
                environments.getLast().drain();
                DeliveredRecords.check(workspace.folder("out"), RecordSum.of(clicks, 0, number * RECORDS));
                figures.add(Figure.count("reshard, delivered exactly once", number * RECORDS, "records"));
                figures.add(Figure.count("reshard, entries left", items.perShard().values().stream()
                        .mapToLong(Long::longValue).sum(), "items"));
            } finally {
                environments.forEach(StreamEnvironment::close);
            }
            return figures;
        }
    }

    /// Old and new environments in turns, with a flush of each in the middle.
    private static long overlap(List<StreamEnvironment> environments, Clickstream clicks, long from, int batches)
            throws IOException {
        long number = from;
        for (int i = 0; i < batches; i++) {
            StreamEnvironment environment = environments.get(Math.max(0, environments.size() - 1 - i % 2));
            number = stage(environment, clicks, number, 1);
            if (i == batches / 2) {
                environments.getFirst().flush();
                environments.getLast().flush();
            }
        }
        return number;
    }

    private static long stage(StreamEnvironment environment, Clickstream clicks, long from, int batches)
            throws IOException {
        for (long i = from; i < from + batches; i++) {
            environment.stage(Clickstream.event(clicks.batch(i, i * RECORDS, RECORDS)));
        }
        return from + batches;
    }

    /// The fullest shard beside the mean one.
    private static Figure figure(int shards, Map<Integer, Long> entries) {
        Collection<Long> counts = new TreeMap<>(entries).values();
        long most = counts.stream().mapToLong(Long::longValue).max().orElse(0);
        double mean = counts.stream().mapToLong(Long::longValue).sum() / (double) shards;
        return Figure
                .count("reshard, " + shards + " shards, writes to the busiest of " + counts.size() + " in use", most,
                        "writes")
                .beside("an even share", mean);
    }
}
