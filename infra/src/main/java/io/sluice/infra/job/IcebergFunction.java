package io.sluice.infra.job;

import io.sluice.config.IcebergSection;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.DeployedSchedule;
import io.sluice.deployment.FunctionRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.constructs.Construct;

/// The function that registers what landed in the stream's Iceberg table, on its schedules. No flush run knows of it.
public final class IcebergFunction extends Construct {
    private final SluiceFunction function;
    private final Map<String, CfnSchedule> schedules = new TreeMap<>();

    /// The properties of the function.
    ///
    /// @param jar    with Iceberg
    /// @param access what the function may do but for its catalog
    public record Props(StreamDefinition definition, IcebergSection table, Path jar, Map<String, String> environment,
            BufferAccess access, Platform platform) {}

    public IcebergFunction(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Iceberg", new SluiceFunction.Props(props.platform(),
                new DeployedFunctions(props.definition()).iceberg(), props.jar(), props.environment()));
        props.access().iceberg(props.table()).forEach(function::allow);
        PolicyStatements.of(FunctionRights.catalog(props.table()), TokenNames.STACK).forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        var wanted = new StreamSchedules(props.definition());
        var role = Schedules.create(this, wanted.icebergRole(), Optional.empty(),
                TokenNames.STACK.with(DeployedName.ICEBERG_ARN, function.live().getFunctionArn()), props.platform());
        for (DeployedSchedule each : wanted.iceberg(props.table())) {
            schedules.put(each.name(), role.add(each.name(), each));
        }
    }

    public SluiceFunction function() {
        return function;
    }

    /// By the names that operators know.
    public Map<String, CfnSchedule> schedules() {
        return Collections.unmodifiableMap(schedules);
    }
}
