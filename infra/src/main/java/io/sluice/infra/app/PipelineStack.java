package io.sluice.infra.app;

import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.ConcurrencyCap;
import io.sluice.infra.SluicePipeline;
import io.sluice.infra.TableDatabase;
import io.sluice.infra.job.Compacting;
import io.sluice.infra.job.ErasableSource;
import io.sluice.infra.job.Platform;
import io.sluice.infra.source.ConfiguredSource;
import io.sluice.infra.storage.GlueTables;
import io.sluice.infra.storage.StreamStorage;
import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.lambda.CfnFunction;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/// Everything that runs: it can be taken down and put up again over the same storage.
final class PipelineStack extends Stack {
    /// The properties of a stream's pipeline.
    ///
    /// @param pluginJar     a jar with the plug-ins that the stream names, which all functions get
    /// @param storage       the stream's data; a stack that has nothing of its own to deploy is none, and the pipeline
    ///        refers to what is there
    /// @param alarmTopicArn SNS topic that alarms notify
    /// @param erasable      what erasures reach beside the stream's own objects
    /// @param compacting    what compacts the stream, where its configuration says so
    /// @param tableDatabase whether the database of the stream's tables is there already
    /// @param platform      what the account's owners ask
    record Props(StreamDefinition definition, Path functionJar, Path flusherJar, Path registrarJar,
            Optional<Path> pluginJar, StoragePlace storage,
            ConcurrencyCap concurrency,
            Optional<String> alarmTopicArn,
            Optional<ErasableSource> erasable, Compacting compacting, TableDatabase tableDatabase,
            Platform platform) {}

    PipelineStack(Construct scope, String id, Props props) {
        super(scope, id, StackProps.builder()
                .description("Sluice: pipeline of the stream " + props.definition().stream()).build());
        var storage = switch (props.storage()) {
            case StoragePlace.InItsStack(var stack) -> stack.storage();
            case StoragePlace.Imported(var given) -> StreamStorage.create(this, given);
        };
        var pipeline = new SluicePipeline(this, "Stream",
                new SluicePipeline.Props(props.definition(), props.functionJar(), props.flusherJar(),
                        props.registrarJar(),
                        props.pluginJar(), ConfiguredSource.of(props.definition(), storage.source()),
                        storage.data(),
                        storage.buffer(), storage.key(), props.concurrency(),
                        props.alarmTopicArn().map(arn -> Topic.fromTopicArn(this, "AlarmTopic", arn)),
                        props.erasable(), props.compacting(), props.platform()));
        if (props.definition().configuration().sluice().table().isPresent()) {
            new GlueTables(this, "Tables", new GlueTables.Props(props.definition(),
                    storage.data().getBucketName(), props.tableDatabase()));
        }
        pipeline.transformFunction().ifPresent(function -> name(function, "TransformFunction"));
        pipeline.flushFunction().ifPresent(function -> name(function, "FlushFunction"));
        pipeline.retentionFunction().ifPresent(function -> name(function, "RetentionFunction"));
        pipeline.compactionFunction().ifPresent(function -> name(function, "CompactionFunction"));
        pipeline.compactionMachine().ifPresent(machine -> CfnOutput.Builder.create(this, "CompactionStateMachine")
                .description("Compacts what is due: start an execution, with {}").value(machine.getStateMachineArn())
                .build());
        pipeline.failures().forEach((alarm, queue) -> CfnOutput.Builder.create(this, alarm + "QueueUrl")
                .description("Queue of what the alarm " + alarm + " counts").value(queue.getQueueUrl()).build());
        pipeline.schedules().forEach((name, schedule) -> CfnOutput.Builder.create(this, name + "Name")
                .description("Schedule that operators disable and enable").value(schedule.getRef()).build());
    }

    /// Gives a function the logical id that `sam local invoke` and the documentation know it by, and an output of its
    /// physical name under the same word.
    private void name(software.amazon.awscdk.services.lambda.Function function, String logicalId) {
        if (function.getNode().getDefaultChild() instanceof CfnFunction resource) {
            resource.overrideLogicalId(logicalId);
        }
        CfnOutput.Builder.create(this, logicalId + "Name").value(function.getFunctionName()).build();
    }
}
