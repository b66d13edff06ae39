package io.sluice.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rights of a state machine's role.
///
/// @param machine its ARN
/// @param name    its name
public record MachineRights(DeployedName machine, DeployedName name) {
    /// Those of the daily compaction.
    public static final MachineRights COMPACTION = new MachineRights(DeployedName.COMPACTION_MACHINE_ARN,
            DeployedName.COMPACTION_MACHINE_NAME);
    /// Those of a repartition.
    public static final MachineRights REPARTITION = new MachineRights(DeployedName.REPARTITION_MACHINE_ARN,
            DeployedName.REPARTITION_MACHINE_NAME);

    /// What its steps need.
    ///
    /// @param key ARN of the KMS key of the data bucket
    public static List<Right> steps(DayMoveDefinition steps, Optional<String> key) {
        List<Right> rights = new ArrayList<>();
        rights.add(Right.of(List.of("lambda:InvokeFunction"), steps.function()));
        steps.view().ifPresent(view -> rights.addAll(view.rights(key)));
        return rights;
    }

    /// What its log and its traces need.
    public static Right observed() {
        return Right.of(List.of("logs:CreateLogDelivery", "logs:DeleteLogDelivery", "logs:DescribeLogGroups",
                "logs:DescribeResourcePolicies", "logs:GetLogDelivery", "logs:ListLogDeliveries",
                "logs:PutResourcePolicy", "logs:UpdateLogDelivery", "xray:GetSamplingRules",
                "xray:GetSamplingTargets", "xray:PutTelemetryRecords", "xray:PutTraceSegments"), "*");
    }

    /// Those on its own child executions, a day each; for a policy of their own, since the machine waits for that of
    /// its role.
    public List<Right> itself() {
        var executions = "arn:" + DeployedName.PARTITION + ":states:" + DeployedName.REGION + ":"
                + DeployedName.ACCOUNT_ID + ":execution:" + name;
        return List.of(Right.of(List.of("states:StartExecution"), machine),
                Right.of(List.of("states:DescribeExecution", "states:StopExecution"), executions + ":*"),
                Right.of(List.of("states:RedriveExecution"), executions + "/*:*"));
    }
}
