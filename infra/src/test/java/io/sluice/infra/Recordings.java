package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.AllWork.Chapter;
import io.sluice.infra.Variant.Delivery;
import io.sluice.infra.Variant.Format;
import io.sluice.infra.Variant.Repartition;
import io.sluice.infra.Variant.Source;
import io.sluice.infra.Variant.Tables;
import io.sluice.infra.iam.Call;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Deployment.Function;
import io.sluice.infra.iam.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// What the functions of a buffered stream ask of AWS, recorded once for each kind of record and of source, and judged
/// for any deployment of the same configuration.
final class Recordings {
    private static final Map<Kind, Recording> SHARED = new ConcurrentHashMap<>();

    private static final Map<Chapter, Map<String, List<Call>>> RECEIPTS = new ConcurrentHashMap<>();

    private Recordings() {}

    /// What makes the functions ask otherwise.
    private record Kind(boolean readsKinesis, boolean converts, boolean compacts) {
        static final Kind PLAIN = new Kind(false, false, false);
        static final Kind COMPACTED = new Kind(false, false, true);
    }

    /// @param configuration what the functions were told, without what makes no difference
    /// @param here          the variables that said where the servers are
    record Recording(String configuration, Map<String, String> here, Map<Chapter, Map<String, List<Call>>> calls) {}

    /// The judgement on each function.
    static Map<String, Judgement> judge(Deployment deployment) {
        Map<String, Judgement> judgements = new TreeMap<>();
        deployment.functions().forEach((what, function) -> judgements.put(what,
                Judgement.of(function, calls(deployment, function), here(deployment, function))));
        return judgements;
    }

    private static Map<String, String> here(Deployment deployment, Function function) {
        return buffers(function) ? recording(deployment, function).here() : Map.of();
    }

    /// What is asked before a snapshot.
    static Judgement judgePriming(Deployment deployment, String what) {
        Function function = function(deployment, what);
        Recording recording = recording(deployment, function);
        return Judgement.of(function, recording.calls().getOrDefault(Chapter.PRIMING, Map.of()).getOrDefault(what,
                List.of()), recording.here());
    }

    private static Function function(Deployment deployment, String what) {
        Function function = deployment.functions().get(what);
        if (function == null) {
            throw new AssertionError("no function " + what + " in " + deployment.functions().keySet());
        }
        return function;
    }

    private static List<Call> calls(Deployment deployment, Function function) {
        if (!buffers(function)) {
            return withoutServers(function);
        }
        Kind kind = kind(deployment, function);
        List<Call> all = new ArrayList<>(chapter(kind, Chapter.ALWAYS, function));
        if (compacts(function)) {
            chapter(Kind.COMPACTED, Chapter.ALWAYS, function).forEach(call -> all.add(ofView(call, function)));
        }
        all.addAll(chapter(Kind.PLAIN, Chapter.LARGE, function));
        if (deployment.namesRecords()) {
            all.addAll(RECEIPTS.computeIfAbsent(Chapter.RECEIPTS, _ -> recordReceipts()).getOrDefault(function.what(),
                    List.of()));
        }
        if (deployment.functions().containsKey("repartition")) {
            all.addAll(chapter(kind, Chapter.SOURCE, function));
        }
        if (configuration(function).at("/Sluice/FlushParallelism").asInt(1) > 1) {
            all.addAll(chapter(kind, Chapter.SLICES, function));
        }
        return all;
    }

    /// Delivery `firehose` has no buffer: a call would find nobody.
    private static List<Call> withoutServers(Function function) {
        try (var transform = new FunctionAtWork(function, Map.of(), Instant::now)) {
            transform.ask(new Records().firehose(Instant.now(), List.of(Records.order("a"), Records.REJECTED)));
            transform.prime();
            return transform.calls();
        }
    }

    private static List<Call> chapter(Kind kind, Chapter chapter, Function function) {
        return of(kind).calls().getOrDefault(chapter, Map.of()).getOrDefault(function.what(), List.of());
    }

    private static Recording recording(Deployment deployment, Function function) {
        Recording recording = of(kind(deployment, function));
        if (!recording.configuration().equals(essence(configuration(function)))) {
            throw new AssertionError("no one recorded a stream of " + essence(configuration(function))
                    + "\nbut one of " + recording.configuration());
        }
        return recording;
    }

    private static boolean buffers(Function function) {
        return configuration(function).at("/Sluice/Delivery").asText().equals("buffer");
    }

    private static Kind kind(Deployment deployment, Function function) {
        return new Kind(deployment.readsKinesis(),
                configuration(function).findValue("DataFormatConversionConfiguration") != null, false);
    }

    /// A view is called after its stream's table.
    private static Call ofView(Call call, Function function) {
        String table = configuration(function).at("/Sluice/Table/Name").asText("orders");
        return new Call(call.method(), call.path().replace("/views/orders_all.sql", "/views/" + table + "_all.sql"),
                call.query(), call.headers(), call.body(), call.status());
    }

    /// Whether a function asks for more where its stream is compacted: whatever the source.
    private static boolean compacts(Function function) {
        return configuration(function).at("/Sluice/Compaction").isObject()
                && List.of("compaction", "retention").contains(function.what());
    }

    private static JsonNode configuration(Function function) {
        try {
            return Synthesis.JSON.readTree(function.variables().getOrDefault("SLUICE_CONFIG", ""));
        } catch (IOException e) {
            throw new UncheckedIOException("the configuration of " + function.what(), e);
        }
    }

    /// A configuration without what makes no call more or less: how wide a flush is (its calls are a chapter of their
    /// own), how often and how soon (the check of a tick makes calls that a run makes, too), whose events they are and
    /// whether a record is several, whether it is compacted (which two functions alone ask about, and is recorded by
    /// itself), the columns where nothing is converted, and where objects lie and with whose key, which is judged by
    /// the variables and the templates.
    private static String essence(JsonNode configuration) {
        ObjectNode all = configuration.deepCopy();
        ((ObjectNode) all.path("Sluice")).remove(List.of("FlushParallelism", "FlushIntervalInSeconds", "Source",
                "Compaction"));
        all.remove(List.of("DeliveryStreamType", "MSKSourceConfiguration"));
        ObjectNode destination = (ObjectNode) all.path("ExtendedS3DestinationConfiguration");
        destination.remove(List.of("BucketARN", "BufferingHints", "EncryptionConfiguration"));
        Variant.withoutDeaggregation(destination);
        if (!destination.has("DataFormatConversionConfiguration")) {
            ((ObjectNode) all.path("Sluice")).remove(List.of("Table", "KeyEncoding"));
        }
        return all.toString();
    }

    private static Recording of(Kind kind) {
        return SHARED.computeIfAbsent(kind, Recordings::record);
    }

    /// On the deployment that has everything: a repartition, and a flush that is shared out.
    private static Recording record(Kind kind) {
        Variant variant = Variant.of(Delivery.BUFFER, kind.readsKinesis() ? Source.EVENTS_NEW : Source.DIRECT)
                .with(kind.compacts() ? Variant.Compaction.WANTED : Repartition.WANTED);
        Deployment deployment = Granted.deployment(kind.converts()
                ? variant.with(Format.PARQUET, Tables.NEW_DATABASE)
                : variant);
        Function flush = function(deployment, "flush");
        try (var ground = new Ground(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "recording"));
                var work = new AllWork(ground, deployment)) {
            Map<Chapter, Map<String, List<Call>>> calls = kind.compacts() ? work.compacted() : work.all();
            return new Recording(essence(configuration(flush)), ground.environment(),
                    kind.equals(Kind.PLAIN) ? work.largeObjects() : calls);
        } catch (IOException e) {
            throw new UncheckedIOException("a folder for the work of " + variant, e);
        }
    }

    /// On a deployment with a queue. What the other functions do with such records, they do with all.
    private static Map<String, List<Call>> recordReceipts() {
        Deployment deployment = Granted.deployment(Variant.of(Delivery.BUFFER, Source.SQS));
        try (var ground = new Ground(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "recording"));
                var work = new AllWork(ground, deployment)) {
            return work.receipts().getOrDefault(Chapter.RECEIPTS, Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException("a folder for the work of a queue", e);
        }
    }
}
