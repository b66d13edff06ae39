package io.sluice.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.DeployedSource;
import io.sluice.deployment.DeployedSchedule.Reports;
import io.sluice.deployment.StreamSource.Kind;
import io.sluice.deployment.WatchedMetric.Computed;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.metrics.Observability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A stream's deployment as one JSON object, for what deploys it without Java: the Terraform module. It holds what can
/// be worked out before a deployment, and [DeployedName]s for the rest.
public final class DeploymentValues {
    private static final int FORMAT = 1;
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT,
            SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final List<DeployedName> KEYS = List.of(DeployedName.KEY_ARN, DeployedName.BUCKET_KEY_ARN,
            DeployedName.PLATFORM_KEY_ARN);

    private final StreamDefinition definition;
    private final StreamSource source;
    private final DeployedFunctions functions;
    private final StreamSchedules schedules;
    private final FunctionRights rights;
    private final ObjectNode root = JSON.createObjectNode();

    private DeploymentValues(StreamDefinition definition) {
        this.definition = definition;
        source = StreamSource.of(definition);
        source.requireWithoutApp(definition);
        functions = new DeployedFunctions(definition);
        schedules = new StreamSchedules(definition);
        var key = DeployedName.KEY_ARN.toString();
        rights = new FunctionRights(
                new BufferRights(definition, Optional.of(key), List.of(key, DeployedName.BUCKET_KEY_ARN.toString())),
                Optional.of(DeployedName.PLATFORM_KEY_ARN.toString()));
    }

    /// The values of a stream, as text that ends with a line feed.
    ///
    /// @param release the version of Sluice that derives them
    /// @param sha256  of the configuration's file, in hexadecimal
    /// @throws DeploymentException when the stream cannot be deployed
    public static String of(StreamDefinition definition, String release, String sha256) {
        DeployedCompaction.of(definition, Optional.empty());
        var values = new DeploymentValues(definition);
        values.root.put("format", FORMAT).put("release", release).put("configuration_sha256", sha256);
        values.stream();
        values.functions();
        values.schedules();
        values.source();
        values.firehose();
        values.tables();
        values.compaction();
        values.watch();
        try {
            return JSON.writeValueAsString(values.root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree does not serialise", e);
        }
    }

    private void stream() {
        root.put("stream", definition.stream()).put("plain_name", definition.plainName())
                .put("delivery", definition.isBuffered() ? "buffer" : "firehose")
                .put("bucket", definition.configuration().bucket())
                .put("kms_key_arn", definition.configuration().kmsKeyArn().orElse(null))
                .put("parquet", definition.converts())
                .put("minimal", definition.observability() == Observability.MINIMAL);
        ObjectNode heads = root.putObject("prefix_heads").put("data", definition.literalHead("Prefix"))
                .put("errors", definition.literalHead("ErrorOutputPrefix"))
                .put("unpartitioned", FirehoseSettings.UNPARTITIONED);
        heads.put("compacted", definition.configuration().sluice().compaction()
                .map(compaction -> compaction.prefix()).orElse(null));
        heads.put("iceberg", definition.configuration().sluice().iceberg()
                .map(table -> table.location() + "/").orElse(null));
        root.putObject("snap_start").put("partition", SnapStartRegions.PARTITION).set("without",
                JSON.valueToTree(SnapStartRegions.WITHOUT));
    }

    private void functions() {
        ArrayNode all = root.putArray("functions");
        if (source.isTakenByFunction()) {
            all.add(function(functions.transform(source.timeout()), rights.transform(source)));
        }
        if (definition.isBuffered()) {
            all.add(function(functions.flush(), rights.flush()));
            all.add(function(functions.retention(), rights.retention(Optional.empty())));
        }
        definition.eventTarget().ifPresent(
                target -> all.add(function(functions.events(), rights.events(target))));
        definition.icebergTable().ifPresent(
                table -> all.add(function(functions.iceberg(), rights.iceberg(table))));
        if (compacts()) {
            all.add(function(functions.compaction(), rights.compaction()));
        }
        root.set("flush_itself", rights(definition.isBuffered() ? rights.flushItself() : List.of()));
        ArrayNode invocations = root.putArray("event_invoke_configs");
        EventInvocation.of(definition, source).forEach(each -> {
            ObjectNode one = invocations.addObject().put("function", each.part());
            each.retries().ifPresent(retries -> one.put("maximum_retry_attempts", retries));
            each.ageMax().ifPresent(age -> one.put("maximum_event_age_in_seconds", age.toSeconds()));
            one.put("on_failure", each.failuresArn().toString());
        });
    }

    private ObjectNode function(DeployedFunction function, List<Right> allowed) {
        ObjectNode node = JSON.createObjectNode().put("part", function.part())
                .put("description", function.description()).put("handler", function.handler())
                .put("artifact", function.code().artifact()).put("memory_mib", function.memoryMib())
                .put("timeout_seconds", function.timeout().toSeconds())
                .put("storage_mib", function.storageMib().orElse(null))
                .put("reserved_concurrency", function.concurrency().orElse(null))
                .put("snap_start", function.startsFromSnapshot());
        node.set("environment", JSON.valueToTree(FunctionEnvironment.of(definition)));
        node.set("rights", rights(allowed));
        return node;
    }

    private void schedules() {
        List<DeployedSchedule> all = new ArrayList<>();
        List<StreamSchedules.Role> roles = new ArrayList<>();
        if (definition.isBuffered()) {
            all.addAll(List.of(schedules.flush(), schedules.sweep(), schedules.retention()));
            roles.addAll(List.of(schedules.flushRole(), schedules.retentionRole()));
            if (functions.isTicking()) {
                all.addAll(schedules.ticks());
                roles.add(schedules.ticksRole());
                root.set("ticks_mapping", JSON.valueToTree(EventMapping.ticks().properties()));
            }
        }
        if (definition.eventTarget().isPresent()) {
            all.add(schedules.events());
            roles.add(schedules.eventsRole());
        }
        definition.icebergTable().ifPresent(table -> {
            all.addAll(List.of(schedules.iceberg(table), schedules.icebergSweep()));
            roles.add(schedules.icebergRole());
        });
        if (compacts()) {
            all.add(schedules.compaction());
            roles.add(schedules.compactionRole());
        }
        if (source.kind().isFirehose()) {
            all.add(schedules.keepWarm());
            roles.add(schedules.keepWarmRole());
        }
        ArrayNode nodes = root.putArray("schedules");
        all.forEach(each -> nodes.add(schedule(each)));
        Set<String> reporting = all.stream().filter(each -> each.reports() == Reports.TO_QUEUE)
                .map(DeployedSchedule::role).collect(Collectors.toSet());
        ArrayNode roleNodes = root.putArray("schedule_roles");
        roles.forEach(each -> {
            List<Right> allowed = new ArrayList<>(each.rights());
            if (reporting.contains(each.name())) {
                allowed.add(KeyRights.messages(DeployedName.PLATFORM_KEY_ARN.toString()));
            }
            roleNodes.addObject().put("part", each.name()).put("description", each.description()).set("rights",
                    rights(allowed));
        });
    }

    private static ObjectNode schedule(DeployedSchedule schedule) {
        ObjectNode node = JSON.createObjectNode().put("name", schedule.name())
                .put("description", schedule.description()).put("expression", schedule.expression())
                .put("target", schedule.target()).put("input", schedule.input()).put("role", schedule.role());
        node.put("maximum_retry_attempts", schedule.ageMax().map(_ -> 0).orElse(null));
        node.put("maximum_event_age_in_seconds", schedule.ageMax().map(age -> age.toSeconds()).orElse(null));
        return node.put("dead_letter_arn", schedule.reports() == Reports.TO_QUEUE
                ? DeployedName.FLUSHER_FAILURES_ARN.toString()
                : null);
    }

    private void source() {
        ObjectNode node = root.putObject("source").put("kind", source.kind().name().toLowerCase(Locale.ROOT))
                .put("makes_kinesis_stream", source.kind().isKinesis() && source.given().isEmpty())
                .put("given_arn", source.given().orElse(null))
                .put("kms_key_arn", source.keyArn().orElse(null))
                .put("failures_queue", hasFailures());
        node.set("mapping", JSON.valueToTree(source.mapping().map(EventMapping::properties).orElse(null)));
        definition.configuration().sluice().deployed().ifPresent(told -> {
            switch (told) {
                case DeployedSource.ExistingFirehose(var name) -> {
                    node.put("existing_stream", name);
                    node.set("processing_configuration", JSON.valueToTree(new FirehoseSettings(definition)
                            .update(DeployedName.TRANSFORM_ARN.toString(), DeployedName.FIREHOSE_ROLE_ARN.toString())));
                    node.set("rights", rights(List.of(SourceRights.invoke())));
                }
                case DeployedSource.Uploads uploads -> uploads(node, uploads);
                case DeployedSource.Logs(var groups, var pattern) -> node.put("filter_pattern", pattern)
                        .set("log_groups", JSON.valueToTree(groups));
                default -> {
                    // All of it is told above, or the module has it not.
                }
            }
        });
    }

    private static void uploads(ObjectNode node, DeployedSource.Uploads uploads) {
        var queues = UploadQueues.of(uploads);
        node.put("bucket", uploads.bucket()).put("visibility_timeout_seconds", queues.visibility().toSeconds())
                .put("max_receive_count", queues.receivesMax()).put("rule_description", queues.description());
        node.set("event_pattern", JSON.valueToTree(queues.eventPattern()));
    }

    private boolean hasFailures() {
        return source.kind() == Kind.S3 || source.kind() == Kind.KAFKA
                || source.rights().contains(SourceRights.report(DeployedName.SOURCE_FAILURES_ARN));
    }

    private void firehose() {
        if (!source.kind().makesFirehose()) {
            root.putNull("firehose");
            return;
        }
        var settings = new FirehoseSettings(definition);
        ObjectNode node = root.putObject("firehose").put("name", definition.stream());
        node.set("destination", JSON.valueToTree(settings.destination()));
        node.set("direct_put", JSON.valueToTree(source.kind() == Kind.DIRECT_PUT ? settings.ofDirectPut() : null));
        node.set("tags", JSON.valueToTree(settings.tags()));
        List<Right> allowed = new ArrayList<>(settings.rights(
                List.of(DeployedName.KEY_ARN.toString(), DeployedName.BUCKET_KEY_ARN.toString())));
        if (source.kind() == Kind.KINESIS_THROUGH_FIREHOSE) {
            allowed.addAll(SourceRights.kinesisThroughFirehose(DeployedName.SOURCE_STREAM_ARN.toString()));
            source.keyRight().ifPresent(allowed::add);
        }
        node.set("rights", rights(allowed));
    }

    private void tables() {
        root.set("tables", JSON.valueToTree(GlueDefinitions.of(definition, DeployedName.DATA_BUCKET.toString())
                .map(tables -> Map.of("database", tables.database(), "inputs", tables.tables())).orElse(null)));
    }

    private void compaction() {
        DeployedCompaction.of(definition, Optional.empty()).ifPresentOrElse(compaction -> {
            var steps = compaction.steps();
            ObjectNode node = root.putObject("compaction").put("definition", steps.definition());
            var allowed = new ArrayList<>(MachineRights.steps(steps, Optional.empty()));
            allowed.add(MachineRights.observed());
            node.set("rights", rights(allowed));
            node.set("itself", rights(MachineRights.COMPACTION.itself()));
        }, () -> root.putNull("compaction"));
    }

    private void watch() {
        ArrayNode nodes = root.putArray("alarms");
        List<StreamAlarm> alarms = StreamAlarms.all(definition, source);
        alarms.forEach(alarm -> {
            ObjectNode node = nodes.addObject().put("name", alarm.name())
                    .put("description", "Sluice stream %s: %s.".formatted(definition.stream(), alarm.meaning()))
                    .put("comparison", alarm.rule().comparison().wireName())
                    .put("threshold", alarm.rule().threshold()).put("periods", alarm.rule().periods())
                    .put("breaching", alarm.rule().breaching())
                    .put("missing", alarm.rule().missing().wireName());
            switch (alarm.metric()) {
                case Single single -> node.set("metric", metric(single));
                case Computed computed -> {
                    node.put("expression", computed.expression()).put("label", computed.label());
                    ObjectNode of = node.putObject("metrics");
                    computed.of().forEach((id, single) -> of.set(id, metric(single)));
                }
            }
        });
        if (definition.observability() == Observability.FULL) {
            var arns = alarms.stream().map(StreamAlarm::name).sorted(Comparator.naturalOrder())
                    .map(name -> "${alarm_" + name + "}").toList();
            root.put("dashboard", DashboardBody.of(definition, arns, source.watch()));
        } else {
            root.putNull("dashboard");
        }
    }

    /// By its one dimension: what has several is of servers, which the module does not make.
    private static ObjectNode metric(Single single) {
        return JSON.createObjectNode().put("namespace", single.namespace()).put("name", single.name())
                .put("dimension", single.dimensions().firstKey())
                .put("value", single.dimensions().firstEntry().getValue())
                .put("statistic", single.statistic()).put("period_seconds", single.period().toSeconds());
    }

    private boolean compacts() {
        return definition.configuration().sluice().compaction().isPresent();
    }

    private static ArrayNode rights(List<Right> rights) {
        ArrayNode nodes = JSON.createArrayNode();
        rights.forEach(right -> {
            ObjectNode node = nodes.addObject();
            node.set("actions", JSON.valueToTree(right.actions()));
            node.set("resources", JSON.valueToTree(right.resources()));
            node.set("conditions", JSON.valueToTree(right.conditions()));
            node.put("key", KEYS.stream().filter(key -> right.resources().contains(key.toString()))
                    .map(DeployedName::word).findFirst().orElse(null));
        });
        return nodes;
    }
}
