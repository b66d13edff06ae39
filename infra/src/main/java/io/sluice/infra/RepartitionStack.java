package io.sluice.infra;

import io.sluice.repartition.RepartitionException;
import io.sluice.repartition.ViewTables;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/// A stream's repartition: the function that takes its steps and the state machine that calls it. Owns no data;
/// deployed when it is needed, and taken down again.
final class RepartitionStack extends Stack {
    static final String HANDLER = "io.sluice.lambda.RepartitionHandler::handleRequest";

    /// Three objects' batches and ranges at once, and a wave of deliveries.
    private static final int MEMORY_MIB = 3_008;

    /// What a repartition is made of.
    ///
    /// @param pluginJar       a jar with the plug-ins that the stream names
    /// @param from            the source prefix
    /// @param athenaWorkgroup where the view is replaced; empty: its text is left in the bucket
    record Props(StreamDefinition definition, Path functionJar, Optional<Path> pluginJar,
            StreamStorage storage, String from, Optional<String> athenaWorkgroup) {}

    RepartitionStack(Construct scope, String id, Props props) {
        super(scope, id, StackProps.builder()
                .description("Sluice: repartition of the stream " + props.definition().stream()).build());
        var storage = props.storage();
        var buffer = storage.buffer().orElseThrow(() -> new DeploymentException(
                "A repartition needs a stream of delivery buffer; " + props.definition().stream() + " is none"));
        var function = new SluiceFunction(this, "Repartition",
                new SluiceFunction.Props(Platform.preset(props.definition()), "repartition",
                        "Sluice repartition of the stream " + props.definition().stream(),
                        FunctionCode.of(props.definition().configuration(), props.pluginJar())
                                .of(props.functionJar()),
                        HANDLER, environment(props, buffer), MEMORY_MIB, Duration.minutes(15),
                        Optional.empty()));
        new BufferAccess(props.definition(), buffer, storage.data(), storage.key()).repartition(props.from())
                .forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the source prefix and the stream's own; S3 has no narrower resource than a prefix.");
        var machine = new RepartitionMachine(this, "Machine", new RepartitionMachine.Props(function.live(),
                storage.data(), props.from(), view(props)));
        CfnOutput.Builder.create(this, "RepartitionStateMachine")
                .description("Start it with {\"request\": {\"from\": …}}")
                .value(machine.arn()).build();
    }

    private static Optional<ViewAccess> view(Props props) {
        return props.athenaWorkgroup().map(workgroup -> {
            try {
                var view = ViewTables.of(props.definition().configuration(), props.from(), Optional.empty(),
                        Optional.empty());
                return new ViewAccess(workgroup, view.database(), props.storage().data(), props.storage().key());
            } catch (RepartitionException e) {
                throw new DeploymentException("athenaWorkgroup=" + workgroup + ": " + e.getMessage());
            }
        });
    }

    private static Map<String, String> environment(Props props, PartitionBuffer buffer) {
        var resources = new LinkedHashMap<String, String>();
        resources.put("SLUICE_DATA_BUCKET", props.storage().data().getBucketName());
        resources.put("SLUICE_STAGING_BUCKET", buffer.staging().getBucketName());
        resources.put("SLUICE_INDEX_TABLE", buffer.index().getTableName());
        return FunctionEnvironment.of(props.definition().json(), resources);
    }
}
