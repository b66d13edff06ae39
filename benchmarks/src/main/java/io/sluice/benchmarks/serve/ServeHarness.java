package io.sluice.benchmarks.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Keys;
import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Spread;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.serve.Serve;
import io.sluice.local.serve.ServeSettings;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/// `serve`: puts over HTTP, in a server of this process, beside one file written to the same disk in blocks of the same
/// size. Clients take their share of the CPU; what was acknowledged is counted again where it was delivered.
public final class ServeHarness implements Harness {
    private static final String KEY = "local";
    private static final int ROUNDS = 3;
    private static final int BATCH_RECORDS = 500;
    private static final int BATCH_RECORD_BYTES = 8_000;
    private static final int BATCH_BYTES = BATCH_RECORDS * BATCH_RECORD_BYTES;
    private static final int BATCH_CONNECTIONS = 8;
    private static final int RECORD_BYTES = 1_024;
    private static final int RECORD_CONNECTIONS = 64;
    private static final double MEGABYTE = 1e6;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String name() {
        return "serve";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException, InterruptedException {
        // A round fits the journal, so that nothing is told to come again.
        int batches = effort.pick(2, 60, 150);
        int puts = effort.pick(64, 10_000, 60_000);
        try (MeasuredFolder workspace = MeasuredFolder.create(); Serve serve = serve(workspace.folder("out"))) {
            var whole = new RequestLoad(serve.uri(), "PutRecordBatch", batch(), KEY);
            var single = new RequestLoad(serve.uri(), "PutRecord", put(), KEY);
            whole.send(batches / 4 + 1, BATCH_CONNECTIONS);
            single.send(puts / 4 + 1, RECORD_CONNECTIONS);
            delivered(serve);
            Measured measured = new Measured();
            for (int round = 0; round < ROUNDS; round++) {
                progress.accept("serve: round " + (round + 1) + " of " + ROUNDS);
                measured.disk.add(Disk.write(workspace.folder("disk"), batches, BATCH_BYTES));
                measured.batches.add(whole.send(batches, BATCH_CONNECTIONS));
                // So that single puts share the processor with their own staging alone.
                delivered(serve);
                measured.puts.add(single.send(puts, RECORD_CONNECTIONS));
            }
            long start = System.nanoTime();
            long delivered = delivered(serve);
            double draining = (System.nanoTime() - start) / 1e9;
            long acknowledged = (long) (batches / 4 + 1 + ROUNDS * batches) * BATCH_RECORDS + puts / 4 + 1
                    + (long) ROUNDS * puts;
            if (delivered != acknowledged) {
                throw new WrongOutputException(
                        "serve acknowledged " + acknowledged + " records and delivered " + delivered);
            }
            List<Figure> figures = measured.figures();
            figures.add(Figure.count("serve, acknowledged and delivered once", delivered, "records"));
            figures.add(Figure.of("serve, until all was delivered after the last put", draining, "s"));
            return figures;
        }
    }

    /// Of all rounds.
    private static final class Measured {
        private final List<Double> disk = new ArrayList<>();
        private final List<RequestLoad.Outcome> batches = new ArrayList<>();
        private final List<RequestLoad.Outcome> puts = new ArrayList<>();

        List<Figure> figures() {
            double[] rates = batches.stream().mapToDouble(each -> each.perSecond() * BATCH_BYTES / MEGABYTE).toArray();
            double[] ratios = new double[rates.length];
            for (int i = 0; i < rates.length; i++) {
                ratios[i] = rates[i] / (disk.get(i) / MEGABYTE);
            }
            Spread disks = Spread.of(disk.stream().mapToDouble(each -> each / MEGABYTE).toArray());
            return new ArrayList<>(List.of(
                    Figure.of("serve, batches of 4 MB over " + BATCH_CONNECTIONS + " connections", Spread.of(rates),
                            "MB/s").beside("the disk's own fsynced write", disks.median(), Spread.of(ratios))
                            .withGoal(Goal.ratioAtLeast(0.6)),
                    Figure.of("serve, PutRecord of 1 KB over " + RECORD_CONNECTIONS + " connections",
                            Spread.of(puts.stream().mapToDouble(RequestLoad.Outcome::perSecond).toArray()), "calls/s")
                            .withGoal(Goal.figureAtLeast(8_000)),
                    Figure.of("serve, PutRecord of 1 KB, processor time of clients and server",
                            Spread.of(puts.stream().mapToDouble(each -> each.cpu() / each.accepted() * 1e6).toArray()),
                            "µs/call"),
                    Figure.of("serve, batches of 4 MB, processor time of clients and server",
                            Spread.of(batches.stream().mapToDouble(each -> each.cpu() / each.accepted() * 1e3)
                                    .toArray()),
                            "ms/call"),
                    Figure.of("serve, PutRecord of 1 KB, 99th percentile",
                            Spread.of(puts.stream().mapToDouble(each -> each.p99() * 1e3).toArray()), "ms"),
                    Figure.count("serve, calls told to come again",
                            batches.stream().mapToLong(RequestLoad.Outcome::slowDowns).sum()
                                    + puts.stream().mapToLong(RequestLoad.Outcome::slowDowns).sum(),
                            "calls")));
        }
    }

    private static Serve serve(Path out) throws IOException {
        ObjectNode stream = (ObjectNode) JSON.readTree("""
                {"DeliveryStreamName":"bench","ExtendedS3DestinationConfiguration":{
                "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::bench",
                "BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":60}}}""");
        var settings = new ServeSettings(OutFolder.of(out.toString()), List.of(stream),
                InetAddress.getLoopbackAddress(), 0, ServeSettings.Security.PLAIN, Set.of(), Keys.of(KEY, KEY),
                1L << 30, 1, DeliberateFaults.NONE, ServeSettings.Reset.REFUSED, ServeSettings.Outside.NONE);
        return Serve.start(settings, InstantSource.system(), UUID::randomUUID, _ -> {});
    }

    private static byte[] batch() {
        ObjectNode batch = JSON.createObjectNode().put("DeliveryStreamName", "bench");
        var random = new Random(2);
        for (int i = 0; i < BATCH_RECORDS; i++) {
            batch.withArray("Records").addObject().put("Data", data(random, BATCH_RECORD_BYTES));
        }
        return batch.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] put() {
        ObjectNode put = JSON.createObjectNode().put("DeliveryStreamName", "bench");
        put.putObject("Record").put("Data", data(new Random(3), RECORD_BYTES));
        return put.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String data(Random random, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        return Base64.getEncoder().encodeToString(data);
    }

    /// Delivers all, and says how many records that are since the start.
    private static long delivered(Serve serve) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            JsonNode answer = JSON.readTree(http.send(HttpRequest.newBuilder(serve.uri().resolve("/_sluice/flush"))
                    .POST(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString()).body());
            return answer.path("bench").path("delivered").asLong();
        }
    }
}
