package io.sluice.infra.job;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.FunctionEnvironment;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.infra.RepartitionTask;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.PartitionBuffer;
import io.sluice.infra.storage.StreamStorage;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.ViewAccess;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.stepfunctions.IStateMachine;
import software.amazon.awscdk.services.stepfunctions.JsonPath;
import software.constructs.Construct;

/// A stream's repartition as it is deployed: the function that takes its steps, and the state machine that calls it. It
/// owns no data.
///
/// @param function takes the steps
/// @param machine  whose executions are repartitions
public record StreamRepartition(IFunction function, IStateMachine machine) {
    /// Invocations at once are five times as many: what there is already is many days.
    private static final int DAYS_AT_ONCE = 10;

    /// The properties of a repartition.
    ///
    /// @param jar       of its function, with what reads Parquet
    /// @param pluginJar a jar with the plug-ins that the stream names
    /// @param asked     what may be moved
    public record Props(StreamDefinition definition, Path jar, Optional<Path> pluginJar, StreamStorage storage,
            RepartitionTask asked, Platform platform) {}

    /// Makes both in `scope`.
    ///
    /// @throws DeploymentException when the stream has no buffer, or the source holds what the stream writes
    public static StreamRepartition create(Construct scope, Props props) {
        var storage = props.storage();
        var buffer = storage.buffer().orElseThrow(() -> new DeploymentException(
                "A repartition needs Sluice.Delivery \"buffer\": its records go through the partition buffer, and"
                        + " stream " + props.definition().stream() + " has none"));
        requireApart(props);
        var function = new SluiceFunction(scope, "Repartition", new SluiceFunction.Props(props.platform(),
                new DeployedFunctions(props.definition()).repartition(),
                FunctionCode.of(props.definition().configuration(), props.pluginJar()).of(props.jar()),
                environment(props, buffer)));
        new BufferAccess(props.definition(), buffer, storage.data(), storage.key()).repartition(props.asked().from())
                .forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the source prefix and the stream's own; S3 has no narrower resource than a prefix.");
        var asked = Map.<String, Object>of("source", props.asked().from(), "request",
                JsonPath.objectAt("$$.Execution.Input.request"));
        var machine = new DayMoveMachine(scope, "Machine", new DayMoveMachine.Props("repartition", function.live(),
                asked, DAYS_AT_ONCE, Duration.seconds(RepartitionRequest.GRACE.toSeconds()), view(props),
                props.platform()));
        return new StreamRepartition(function.function(), machine.machine());
    }

    /// Refuses at synthesis what the function, which has the rights to delete what the stream writes, would refuse when
    /// it is started.
    private static void requireApart(Props props) {
        var configuration = props.definition().configuration();
        if (configuration.sluice().compaction().isPresent()) {
            throw new DeploymentException("Stream " + props.definition().stream() + " has Sluice.Compaction, and a view"
                    + " has one source: it cannot be repartitioned into as well. Give the target of "
                    + props.asked().from() + " a configuration with another DeliveryStreamName, or take Compaction"
                    + " out");
        }
        try {
            new RepartitionRequest(props.asked().from(), Optional.empty(), Trouble.STOP, Rejects.REFUSE,
                    RepartitionRequest.SETTLED_AFTER, RepartitionRequest.GRACE, Optional.empty())
                    .settings(configuration, configuration.bucket());
        } catch (DayMoveException e) {
            throw new DeploymentException("The repartition of stream " + props.definition().stream() + ": "
                    + e.getMessage());
        }
    }

    private static Optional<ViewAccess> view(Props props) {
        return props.asked().athenaWorkgroup().map(workgroup -> {
            try {
                var view = ViewTables.of(props.definition().configuration(), props.asked().from(), Optional.empty(),
                        Optional.empty());
                return new ViewAccess(workgroup, view.database(), props.storage().data(), props.storage().key());
            } catch (DayMoveException e) {
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
