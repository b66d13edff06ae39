package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.EventTarget;
import io.sluice.config.IcebergSection;
import io.sluice.deployment.BufferRights;
import io.sluice.deployment.DayMoveDefinition;
import io.sluice.deployment.DeployedCompaction;
import io.sluice.deployment.DeployedFunction.Code;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.DeployedRepartition;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.EventInvocation;
import io.sluice.deployment.EventMapping;
import io.sluice.deployment.FunctionEnvironment;
import io.sluice.deployment.FunctionRights;
import io.sluice.deployment.MachineRights;
import io.sluice.deployment.SnapStartRegions;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.deployment.StreamSchedules;
import io.sluice.deployment.StreamSource;
import io.sluice.deployment.template.TemplateChoices.Choice;
import java.time.Duration;
import java.util.Optional;

/// A stream as one CloudFormation template that needs neither CDK, bootstrap nor assets: code comes from a release's
/// jars in a bucket that the stack's parameters name.
public final class CloudFormationTemplate {
    /// A tick that nobody took in this time is not worth a run any more.
    private static final Duration TICKS_KEPT = Duration.ofMinutes(2);
    private static final String NAME_PREFIX = "^([A-Za-z][A-Za-z0-9-]{0,31})?$";

    private final StreamDefinition definition;
    private final TemplateChoices choices;
    private final StreamSource source;
    private final DeployedFunctions functions;
    private final StreamSchedules schedules;
    private final FunctionRights rights;
    private final Stack stack;
    private final FunctionPiece adding;
    private final Optional<DeployedCompaction> compaction;
    private final Optional<DeployedRepartition> repartition;
    /// Of buckets and table.
    private final Optional<String> key;

    private CloudFormationTemplate(StreamDefinition definition, TemplateChoices choices) {
        this.definition = definition;
        this.choices = choices;
        source = StreamSource.of(definition);
        functions = new DeployedFunctions(definition);
        schedules = new StreamSchedules(definition);
        compaction = DeployedCompaction.of(definition, choices.workgroup());
        repartition = choices.repartition().map(from -> DeployedRepartition.of(definition, from, choices.workgroup()));
        key = definition.configuration().kmsKeyArn().or(choices::key);
        rights = new FunctionRights(new BufferRights(definition, key, key.stream().toList()), choices.key());
        stack = new Stack(definition.plainName());
        adding = new FunctionPiece(stack, choices, FunctionEnvironment.of(definition));
    }

    /// The template of a stream.
    ///
    /// @param release the version of Sluice whose jars are deployed unless the stack's parameter names another
    /// @throws DeploymentException when the stream cannot be deployed, or not so
    public static ObjectNode of(StreamDefinition definition, TemplateChoices choices, String release) {
        var template = new CloudFormationTemplate(definition, choices);
        template.requireReplacement();
        template.sourcePiece().require();
        template.names();
        template.add();
        return template.whole(release);
    }

    /// @throws DeploymentException when nothing has a view that could be replaced
    private void requireReplacement() {
        if (choices.workgroup().isPresent() && compaction.isEmpty() && repartition.isEmpty()) {
            throw new DeploymentException("An Athena workgroup is where a compaction or a repartition replaces its"
                    + " view, and stream " + definition.stream() + " has neither: add Sluice.Compaction to the"
                    + " configuration, name the prefix of objects to repartition, or leave the workgroup away");
        }
    }

    private SourcePiece sourcePiece() {
        return new SourcePiece(stack, definition, source, new QueuePiece(stack, choices.key()));
    }

    private void names() {
        FunctionPiece.name(stack, DeployedName.TRANSFORM_FUNCTION, DeployedName.TRANSFORM_ARN,
                DeployedName.TRANSFORM_LOGS_ARN, "transform");
        FunctionPiece.name(stack, DeployedName.FLUSH_FUNCTION, DeployedName.FLUSH_ARN, DeployedName.FLUSH_LOGS_ARN,
                "flush");
        FunctionPiece.name(stack, DeployedName.RETENTION_FUNCTION, DeployedName.RETENTION_ARN,
                DeployedName.RETENTION_LOGS_ARN, "retention");
        FunctionPiece.name(stack, DeployedName.EVENTS_FUNCTION, DeployedName.EVENTS_ARN, DeployedName.EVENTS_LOGS_ARN,
                "events");
        FunctionPiece.name(stack, DeployedName.ICEBERG_FUNCTION, DeployedName.ICEBERG_ARN,
                DeployedName.ICEBERG_LOGS_ARN, "iceberg");
        stack.name(DeployedName.FLUSHER_FAILURES_QUEUE, "${FlusherFailures.QueueName}");
        stack.name(DeployedName.FLUSHER_FAILURES_ARN, "${FlusherFailures.Arn}");
        stack.name(DeployedName.TICKS_QUEUE, "${TicksQueue.QueueName}");
        stack.name(DeployedName.TICKS_QUEUE_ARN, "${TicksQueue.Arn}");
        stack.name(DeployedName.TICKS_QUEUE_URL, "${TicksQueue}");
        DayMovePiece.name(stack);
        sourcePiece().name();
    }

    private void add() {
        StoragePiece.add(stack, definition, source, choices.bucket(), key);
        choices.plugin().ifPresent(layer -> layer.add(stack));
        if (source.isTakenByFunction()) {
            adding.add(functions.transform(source.timeout()), rights.transform(source));
        }
        if (definition.isBuffered()) {
            buffered();
        }
        definition.eventTarget().ifPresent(this::tell);
        definition.icebergTable().ifPresent(this::register);
        compaction.map(DeployedCompaction::steps).ifPresent(this::compact);
        repartition.ifPresent(this::repartition);
        if (source.kind().makesFirehose()) {
            new FirehosePiece(stack, definition, source).add(adding, key);
        }
        sourcePiece().add();
        EventInvocation.of(definition, source).forEach(adding::invocation);
        if (source.kind().isFirehose() && choices.snapStart() == Choice.YES) {
            SchedulePiece.of(stack, "KeepWarmScheduleRole", schedules.keepWarmRole(), Optional.empty())
                    .add(schedules.keepWarm());
        }
        new TablePiece(stack, definition).add(choices.database());
        new WatchPiece(stack, definition, choices.runbooks()).add(source);
    }

    private void buffered() {
        new QueuePiece(stack, choices.key()).failures("FlusherFailures", "flusher-failures");
        stack.output("FlusherFailuresQueueUrl", "Queue of what the alarm FlusherFailures counts",
                Stack.ref("FlusherFailures"));
        adding.add(functions.flush(), rights.flush());
        if (!rights.flushItself().isEmpty()) {
            stack.policy("FlushItself", "FlushRole", rights.flushItself());
        }
        adding.add(repartition.isPresent() ? functions.retention().with(Code.PARQUET) : functions.retention(),
                rights.retention(choices.repartition()));
        var flushing = SchedulePiece.of(stack, "FlushScheduleRole", schedules.flushRole(), choices.key());
        flushing.add(schedules.flush());
        flushing.add(schedules.sweep());
        SchedulePiece.of(stack, "RetentionScheduleRole", schedules.retentionRole(), choices.key())
                .add(schedules.retention());
        if (functions.isTicking()) {
            ticks();
        }
    }

    private void tell(EventTarget target) {
        adding.add(functions.events(), rights.events(target));
        SchedulePiece.of(stack, "EventsScheduleRole", schedules.eventsRole(), Optional.empty())
                .add(schedules.events());
    }

    private void register(IcebergSection table) {
        adding.add(functions.iceberg(), rights.iceberg(table));
        var registering = SchedulePiece.of(stack, "IcebergScheduleRole", schedules.icebergRole(), Optional.empty());
        schedules.iceberg(table).forEach(registering::add);
    }

    private void compact(DayMoveDefinition steps) {
        adding.add(functions.compaction(), rights.compaction());
        new DayMovePiece(stack, adding, DayMovePiece.COMPACTION).add(steps, MachineRights.COMPACTION, key,
                "Compacts what is due: start an execution, with {}");
        SchedulePiece.of(stack, "CompactionScheduleRole", schedules.compactionRole(), choices.key())
                .add(schedules.compaction());
    }

    private void repartition(DeployedRepartition wanted) {
        adding.add(functions.repartition(), rights.repartition(wanted.from()));
        new DayMovePiece(stack, adding, DayMovePiece.REPARTITION).add(wanted.steps(), MachineRights.REPARTITION, key,
                "Moves days into the stream's layout: start an execution, with {\"request\": {}}");
    }

    private void ticks() {
        new QueuePiece(stack, choices.key()).add("TicksQueue", TICKS_KEPT)
                .put("VisibilityTimeout", DeployedFunctions.TIMEOUT_MAX.toSeconds())
                .set("QueueName", stack.physical("ticks"));
        SourcePiece.mapping(stack, "TicksMapping", EventMapping.ticks(), "Flush");
        var ticking = SchedulePiece.of(stack, "TicksScheduleRole", schedules.ticksRole(), choices.key());
        schedules.ticks().forEach(ticking::add);
    }

    private ObjectNode whole(String release) {
        ObjectNode template = JsonNodeFactory.instance.objectNode().put("AWSTemplateFormatVersion", "2010-09-09")
                .put("Description", "Sluice: the stream " + definition.stream());
        ObjectNode parameters = template.putObject("Parameters");
        parameter(parameters, "CodeBucket", "Bucket, of the stack's region, with the jars of the release");
        parameter(parameters, "CodePrefix", "What their keys begin with, to its last slash; may be empty").put(
                "Default", "sluice/");
        parameter(parameters, "ReleaseVersion", "Release whose jars are deployed; another one upgrades the stack")
                .put("Default", release).put("AllowedPattern", "^[0-9A-Za-z.+-]{1,64}$");
        parameter(parameters, "NamePrefix", "What names of functions, roles, log groups and alarms begin with; empty:"
                + " CloudFormation makes names up").put("Default", "").put("AllowedPattern", NAME_PREFIX);
        parameter(parameters, "AlarmTopic", "ARN of the SNS topic that alarms notify; empty: none").put("Default", "")
                .put("AllowedPattern", "^(arn:[a-z-]+:sns:[a-z0-9-]+:[0-9]{12}:.+)?$");
        conditions(template.putObject("Conditions"));
        template.set("Resources", stack.resources());
        template.set("Outputs", stack.outputs());
        return template;
    }

    private static ObjectNode parameter(ObjectNode parameters, String name, String description) {
        return parameters.putObject(name).put("Type", "String").put("Description", description);
    }

    private void conditions(ObjectNode conditions) {
        conditions.set("Named", unlike("NamePrefix", ""));
        conditions.set("Told", unlike("AlarmTopic", ""));
        if (choices.snapStart() == Choice.YES) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            all.add(equal("AWS::Partition", SnapStartRegions.PARTITION));
            SnapStartRegions.WITHOUT.forEach(region -> all.add(unlike("AWS::Region", region)));
            conditions.set("SnapStart", Stack.call("Fn::And", all));
        }
    }

    private static ObjectNode unlike(String name, String value) {
        return JsonNodeFactory.instance.objectNode().set("Fn::Not",
                JsonNodeFactory.instance.arrayNode().add(equal(name, value)));
    }

    private static ObjectNode equal(String name, String value) {
        return JsonNodeFactory.instance.objectNode().set("Fn::Equals",
                JsonNodeFactory.instance.arrayNode().add(Stack.ref(name)).add(value));
    }
}
