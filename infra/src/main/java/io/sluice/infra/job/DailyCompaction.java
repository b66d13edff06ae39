package io.sluice.infra.job;

import io.sluice.deployment.DeployedCompaction;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.MachineRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.constructs.Construct;

/// A stream's compaction: the function that takes its steps, the state machine that calls it, and what starts that by
/// day. Why: `docs/decisions/0044-compaction-on-aws.md`.
public final class DailyCompaction extends Construct {
    private final SluiceFunction function;
    private final StateMachine machine;
    private final CfnSchedule schedule;

    /// The properties of a daily compaction.
    ///
    /// @param wanted   what is deployed
    /// @param access   what the function may do
    /// @param failures takes runs that were not started
    public record Props(StreamDefinition definition, DeployedCompaction wanted, Path jar,
            Map<String, String> environment, BufferAccess access, IQueue failures, Platform platform) {}

    public DailyCompaction(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Compaction", new SluiceFunction.Props(props.platform(),
                new DeployedFunctions(props.definition()).compaction(), props.jar(), props.environment()));
        props.access().compaction().forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefix and that of compacted objects; S3 has no narrower resource"
                        + " than a prefix.");
        machine = new DayMoveMachine(this, "Machine", new DayMoveMachine.Props("compaction", function.live(),
                props.wanted().steps(), MachineRights.COMPACTION, props.access().data(), props.access().key(),
                props.platform())).machine();
        var wanted = new StreamSchedules(props.definition());
        schedule = Schedules.create(this, wanted.compactionRole(), Optional.of(props.failures()), TokenNames.STACK
                .with(DeployedName.COMPACTION_MACHINE_ARN, machine.getStateMachineArn())
                .with(DeployedName.FLUSHER_FAILURES_ARN, props.failures().getQueueArn()), props.platform())
                .add("Schedule", wanted.compaction());
    }

    public SluiceFunction function() {
        return function;
    }

    /// The state machine whose executions are compactions.
    public StateMachine machine() {
        return machine;
    }

    public CfnSchedule schedule() {
        return schedule;
    }
}
