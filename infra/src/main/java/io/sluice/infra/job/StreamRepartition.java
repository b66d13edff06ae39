package io.sluice.infra.job;

import io.sluice.deployment.DeployedRepartition;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.MachineRights;
import io.sluice.deployment.FunctionEnvironment;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.infra.RepartitionTask;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.PartitionBuffer;
import io.sluice.infra.storage.StreamStorage;
import io.sluice.infra.storage.Suppressions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.stepfunctions.IStateMachine;
import software.constructs.Construct;

/// A stream's repartition as it is deployed: the function that takes its steps, and the state machine that calls it. It
/// owns no data.
///
/// @param function takes the steps
/// @param machine  whose executions are repartitions
public record StreamRepartition(IFunction function, IStateMachine machine) {
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
        var wanted = DeployedRepartition.of(props.definition(), props.asked().from(), props.asked().athenaWorkgroup());
        var storage = props.storage();
        var buffer = storage.buffer().orElseThrow();
        var function = new SluiceFunction(scope, "Repartition", new SluiceFunction.Props(props.platform(),
                new DeployedFunctions(props.definition()).repartition(),
                FunctionCode.of(props.definition().configuration(), props.pluginJar()).of(props.jar()),
                environment(props, buffer)));
        new BufferAccess(props.definition(), buffer, storage.data(), storage.key()).repartition(props.asked().from())
                .forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the source prefix and the stream's own; S3 has no narrower resource than a prefix.");
        var machine = new DayMoveMachine(scope, "Machine", new DayMoveMachine.Props("repartition", function.live(),
                wanted.steps(), MachineRights.REPARTITION, storage.data(), storage.key(), props.platform()));
        return new StreamRepartition(function.function(), machine.machine());
    }

    private static Map<String, String> environment(Props props, PartitionBuffer buffer) {
        var resources = new LinkedHashMap<String, String>();
        resources.put("SLUICE_DATA_BUCKET", props.storage().data().getBucketName());
        resources.put("SLUICE_STAGING_BUCKET", buffer.staging().getBucketName());
        resources.put("SLUICE_INDEX_TABLE", buffer.index().getTableName());
        return FunctionEnvironment.of(props.definition().json(), resources);
    }
}
