package io.sluice.benchmarks.cost;

import io.sluice.aws.RequestCounts;
import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.benchmarks.live.DeliveredRecords;
import io.sluice.benchmarks.live.StreamEnvironment;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.codec.Compression;
import io.sluice.config.FunctionMemory;
import io.sluice.local.plan.Cost;
import io.sluice.local.plan.Prices;
import io.sluice.local.plan.RunRequests;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A stream of 1 MB a second and 100 partitions for some intervals of 60 seconds of its own time: both functions, real
/// requests, counted.
final class CountedRun {
    static final Goal HALF = Goal.ratioAtMost(0.5);

    private static final int PARTITIONS = 100;
    private static final int RECORD_BYTES = 400;
    private static final Duration INTERVAL = Duration.ofSeconds(60);
    /// Batches of 3 MB in an interval at 1 MB a second.
    private static final int BATCHES = 20;

    private Instant now = Clickstream.START;
    /// Objects; Firehose would deliver as many, one of each partition in an interval.
    private long delivered;

    private CountedRun() {}

    static List<Figure> of(Effort effort) throws IOException {
        return new CountedRun().run(effort.pick(1, 2, 5), effort.pick(1, BATCHES, BATCHES),
                effort.pick(PARTITIONS, 7_500, 7_500));
    }

    private List<Figure> run(int intervals, int batches, int records) throws IOException {
        Clickstream clicks = new Clickstream(RECORD_BYTES, PARTITIONS);
        ClickstreamConfiguration configuration = ClickstreamConfiguration.buffer(Compression.GZIP);
        try (MeasuredFolder workspace = MeasuredFolder.create();
                EmbeddedServices services = EmbeddedServices.start(workspace.folder("out"), workspace.folder("work"),
                        Clickstream.NAME);
                StreamEnvironment stream = new StreamEnvironment(services, configuration, () -> now)) {
            for (int i = 0; i < intervals * batches; i++) {
                stream.stage(Clickstream.event(clicks.batch(i, (long) i * records, records)));
                if ((i + 1) % batches == 0) {
                    now = now.plus(INTERVAL);
                    delivered += stream.flush().path("objects").asLong();
                }
            }
            now = now.plus(INTERVAL);
            delivered += stream.drain().path("objects").asLong();
            long all = (long) intervals * batches * records;
            DeliveredRecords.check(workspace.folder("out"), RecordSum.of(clicks, 0, all));
            Cost cost = Cost.of(requests(stream), FunctionMemory.of(configuration.parsed()), all * RECORD_BYTES,
                    delivered, Prices.load());
            return figures(cost);
        }
    }

    private static RunRequests requests(StreamEnvironment stream) {
        RequestCounts.Snapshot counts = stream.requests();
        return new RunRequests(counts.s3Puts(), counts.s3Gets(), counts.s3Deletes(), counts.s3Lists(),
                counts.writeUnits(), counts.readUnits(), stream.invocations(), stream.transformTime(),
                stream.flushTime());
    }

    private static List<Figure> figures(Cost cost) {
        String name = "cost, 100 partitions, 1 MB/s, counted";
        double perGb = cost.sluicePerGb().orElseThrow();
        double gigabytes = cost.gigabytes();
        return List.of(
                Figure.of(name, perGb, "$/GB")
                        .beside("Firehose dynamic partitioning", cost.firehosePerGb().orElseThrow()).withGoal(HALF),
                Figure.of(name + ", S3's part", cost.sluice().s3() / gigabytes, "$/GB"),
                Figure.of(name + ", DynamoDB's part", cost.sluice().dynamoDb() / gigabytes, "$/GB"),
                Figure.of(name + ", Lambda's part", cost.sluice().lambda() / gigabytes, "$/GB"));
    }
}
