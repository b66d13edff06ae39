package io.sluice.infra.job;

import io.sluice.config.EventTarget;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.FunctionRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.constructs.Construct;

/// The function that tells what landed, on its schedule. No flush run knows of it.
public final class LandingEventsFunction extends Construct {
    private final SluiceFunction function;
    private final CfnSchedule schedule;

    /// The properties of the function.
    ///
    /// @param target of the events
    /// @param access what the function may do but for sending them
    public record Props(StreamDefinition definition, EventTarget target, Path jar, Map<String, String> environment,
            BufferAccess access, Platform platform) {}

    public LandingEventsFunction(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Events", new SluiceFunction.Props(props.platform(),
                new DeployedFunctions(props.definition()).events(), props.jar(), props.environment()));
        props.access().events().forEach(function::allow);
        PolicyStatements.of(FunctionRights.sent(props.target()), TokenNames.STACK).forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        var wanted = new StreamSchedules(props.definition());
        schedule = Schedules.create(this, wanted.eventsRole(), Optional.empty(),
                TokenNames.STACK.with(DeployedName.EVENTS_ARN, function.live().getFunctionArn()), props.platform())
                .add("Schedule", wanted.events());
    }

    public SluiceFunction function() {
        return function;
    }

    public CfnSchedule schedule() {
        return schedule;
    }
}
