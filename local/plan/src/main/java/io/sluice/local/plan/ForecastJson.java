package io.sluice.local.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.Cadence;
import java.io.PrintWriter;
import java.time.Duration;

/// A forecast for machines: one JSON object, on one line. Its fields are listed in `docs/how-to/plan.md`.
public final class ForecastJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Forecast forecast;
    private final ObjectNode root = JSON.createObjectNode();

    private ForecastJson(Forecast forecast) {
        this.forecast = forecast;
    }

    public static void print(Forecast forecast, PrintWriter to) {
        to.println(text(forecast));
        to.flush();
    }

    /// On one line.
    static String text(Forecast forecast) {
        try {
            return JSON.writeValueAsString(new ForecastJson(forecast).tree());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of numbers is JSON", e);
        }
    }

    private ObjectNode tree() {
        root.put("stream", forecast.stream());
        sample();
        traffic();
        partitions();
        objects();
        calls();
        batches();
        load();
        firehose();
        cost();
        forecast.compaction().ifPresent(this::compaction);
        forecast.ifGrowthEnds().ifPresent(ended -> root.set("ifGrowthEnds", new ForecastJson(ended).tree()));
        return root;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private void sample() {
        Forecast.Counts counts = forecast.counts();
        ObjectNode sample = root.putObject("sample").put("sourceRecords", forecast.sample().records().size())
                .put("bytes", forecast.sample().bytes()).put("whole", forecast.sample().whole())
                .put("records", counts.records()).put("delivered", counts.delivered())
                .put("rejected", counts.rejected()).put("dropped", counts.dropped())
                .put("recordsInOneMax", counts.carriedMax());
        ObjectNode causes = sample.putObject("rejectCauses");
        counts.causes().forEach(causes::put);
    }

    private void traffic() {
        Traffic traffic = forecast.traffic();
        root.putObject("rate").put("bytesPerSecond", traffic.bytesPerSecond())
                .put("sourceRecordsPerSecond", traffic.recordsPerSecond())
                .put("gigabytesPerMonth", traffic.gigabytesPerMonth())
                .put("basis", switch (traffic.basis()) {
                    case GIVEN -> "given";
                    case SAMPLE -> "sample";
                    case ASSUMED -> "assumed";
                });
    }

    private void partitions() {
        Growth growth = forecast.growth();
        ObjectNode partitions = root.putObject("partitions").put("inSample", growth.partitions())
                .put("levelledOff", growth.levelledOff()).put("growthExponent", growth.exponent())
                .put("active", forecast.activePartitions());
        ArrayNode points = partitions.putArray("growth");
        growth.points().forEach(point -> points.addObject().put("percent", point.percent())
                .put("records", point.records()).put("partitions", point.partitions()));
    }

    private void objects() {
        ObjectForecast all = forecast.objects();
        Cadence cadence = forecast.cadence();
        ObjectNode objects = root.putObject("objects").put("perInterval", all.count())
                .put("intervalSeconds", seconds(cadence.effective())).put("meanBytes", all.meanBytes())
                .put("meanRecords", all.meanRecords());
        ArrayNode histogram = objects.putArray("histogram");
        for (ObjectForecast.Bucket bucket : all.histogram()) {
            ObjectNode node = histogram.addObject().put("count", bucket.count());
            if (bucket.below() != Long.MAX_VALUE) {
                node.put("belowBytes", bucket.below());
            }
        }
        objects.put("freshnessMaxSeconds", seconds(cadence.ageMax(forecast.batches().fillTime())));
        forecast.smallObjects().ifPresent(small -> {
            ObjectNode warning = objects.putObject("smallObjects").put("meanBytes", small.meanBytes());
            warning.put("partitionsMax", small.partitionsMax());
            small.cure().ifPresent(cure -> {
                ObjectNode node = warning.putObject("cure").put("intervalSeconds", cure.interval().toSeconds());
                cure.sizeInMbs().ifPresent(size -> node.put("sizeInMBs", size));
            });
        });
    }

    private void calls() {
        forecast.replicas().ifPresent(replicas -> root.putObject("calls")
                .put("perSecond", replicas.callsPerSecond()).put("sourceRecords", replicas.recordsPerCall())
                .put("perGroup", replicas.callsPerGroup()).put("replicas", replicas.count()));
    }

    private void batches() {
        Batches batches = forecast.batches();
        EntryForecast entry = forecast.entry();
        root.putObject("batches").put("perSecond", batches.perSecond()).put("bytes", batches.bytes())
                .put("sourceRecords", batches.records()).put("partitions", entry.partitions())
                .put("directoryBytes", entry.directoryBytes()).put("directoryInTailShare", entry.tailShare())
                .put("compression", forecast.staging().objects().perByte())
                .put("staged", forecast.staging().staged());
    }

    private void load() {
        IndexLoad index = forecast.index();
        root.putObject("index").put("itemBytes", index.itemBytes()).put("writeUnitsPerSecond", index.writesPerSecond())
                .put("readUnitsPerSecond", index.readsPerSecond()).put("shardsNeeded", index.shardsNeeded())
                .put("shardsConfigured", index.shardsConfigured())
                .put("dynamoDbPartitions", index.dynamoDbPartitions());
        ceiling();
        root.putObject("functions").put("transformMillisPerMegabyte", seconds(forecast.staging().perMegabyte()) * 1e3)
                .put("flusherBusyShare", forecast.flush().busy());
        RunRequests requests = forecast.requests();
        root.putObject("requestsPerMonth").put("s3Put", requests.s3Put()).put("s3Get", requests.s3Get())
                .put("s3Delete", requests.s3Delete()).put("s3List", requests.s3List())
                .put("dynamoDbWriteUnits", requests.dynamoDbWriteUnits())
                .put("dynamoDbReadUnits", requests.dynamoDbReadUnits())
                .put("lambdaInvocations", requests.lambdaInvocations())
                .put("transformSeconds", seconds(requests.transformTime()))
                .put("flushSeconds", seconds(requests.flushTime()));
    }

    private void ceiling() {
        Ceiling ceiling = forecast.ceiling();
        ArrayNode passed = root.putObject("ceiling").put("bytesPerSecond", ceiling.bytesPerSecond())
                .put("objectsPerInterval", ceiling.objectsPerInterval()).put("invocations", ceiling.invocations())
                .putArray("passed");
        ceiling.passed().forEach(each -> passed.add(switch (each) {
            case RATE -> "rate";
            case OBJECTS -> "objects";
        }));
    }

    private void firehose() {
        FirehoseForecast firehose = forecast.firehose();
        ArrayNode refusals = root.putObject("firehose").put("activePartitions", firehose.activePartitions())
                .put("objectsPerInterval", firehose.objects().count())
                .put("intervalSeconds", seconds(firehose.interval())).putArray("refusals");
        firehose.refusals().forEach(refusals::add);
    }

    private void cost() {
        MonthlyCost month = forecast.cost();
        ObjectNode cost = root.putObject("costUsd").put("prices", month.prices());
        SluiceCost sluice = month.cost().sluice();
        row(cost, "sluice", month.sluice()).put("s3PerMonth", sluice.s3()).put("objectPutsPerMonth", month.objectPuts())
                .put("dynamoDbPerMonth", sluice.dynamoDb()).put("lambdaPerMonth", sluice.lambda())
                .put("cloudWatchPerMonth", month.watching());
        month.table().ifPresent(table -> row(cost, "icebergTable", table));
        month.direct().ifPresent(direct -> row(cost, "direct", direct.total()).put("computePerMonth", direct.compute())
                .put("balancerPerMonth", direct.balancer()).put("zonesPerMonth", direct.zones()));
        FirehoseCost firehose = month.cost().firehose();
        row(cost, "firehosePartitioning", firehose.total()).put("dataPerMonth", firehose.data())
                .put("objectsPerMonth", firehose.objects()).put("s3PutsPerMonth", firehose.puts())
                .put("perJqHour", month.jqHour());
        row(cost, "itemPerBatchAndPartition", month.itemPerPartition());
        cost.putObject("partition").put("putsPerMonth", forecast.cadence().objectsPerMonth()).put("perMonth",
                month.partition());
        cost.put("ticksPerMonth", month.ticks());
        row(cost, "firehoseIngestion", month.ingestion().dollarsPerMonth())
                .put("billedGigabytesPerMonth", month.ingestion().gigabytesPerMonth());
    }

    private void compaction(CompactionForecast compaction) {
        ObjectNode node = root.putObject("compaction").put("configured", switch (compaction.basis()) {
            case CONFIGURED -> true;
            case HINT -> false;
        }).put("perMonth", compaction.perMonth());
        day(node.putObject("delivered"), compaction.delivered());
        day(node.putObject("compacted"), compaction.compacted());
    }

    private static void day(ObjectNode node, CompactionForecast.Day day) {
        node.put("objectsPerDay", day.objects()).put("meanBytes", day.meanBytes())
                .put("perKeyAndDay", day.perKeyAndDay());
    }

    private ObjectNode row(ObjectNode cost, String name, double dollars) {
        return cost.putObject(name).put("perGb", forecast.cost().perGigabyte(dollars)).put("perMonth", dollars);
    }
}
