package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.DeployedSchedule.Reports;
import io.sluice.deployment.DeployedSchedule;
import io.sluice.deployment.KeyRights;
import io.sluice.deployment.Right;
import io.sluice.deployment.StreamSchedules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Schedules of EventBridge Scheduler that one role starts, with that role.
record SchedulePiece(Stack stack, String role) {
    /// Adds the role.
    ///
    /// @param key ARN of the KMS key of the queue that takes what could not be started
    static SchedulePiece of(Stack stack, String id, StreamSchedules.Role wanted, Optional<String> key) {
        List<Right> rights = new ArrayList<>(wanted.rights());
        key.map(KeyRights::messages).ifPresent(rights::add);
        stack.role(id, wanted.name(), wanted.description(), "scheduler", rights);
        return new SchedulePiece(stack, id);
    }

    /// Adds a schedule, under the name that operators know it by, and puts out its own: they disable and enable it.
    void add(DeployedSchedule wanted) {
        ObjectNode schedule = stack.resource(wanted.name(), "AWS::Scheduler::Schedule")
                .put("Description", wanted.description()).put("ScheduleExpression", wanted.expression());
        schedule.putObject("FlexibleTimeWindow").put("Mode", "OFF");
        ObjectNode target = schedule.putObject("Target");
        target.set("Arn", stack.text(wanted.target()));
        target.set("RoleArn", Stack.attribute(role, "Arn"));
        target.set("Input", stack.text(wanted.input()));
        wanted.ageMax().ifPresent(age -> target.putObject("RetryPolicy").put("MaximumRetryAttempts", 0)
                .put("MaximumEventAgeInSeconds", age.toSeconds()));
        if (wanted.reports() == Reports.TO_QUEUE) {
            target.putObject("DeadLetterConfig").set("Arn", stack.text(DeployedName.FLUSHER_FAILURES_ARN));
        }
        stack.dependsOn(wanted.name(), role + "Policy");
        stack.output(wanted.name() + "Name", "Schedule that operators disable and enable", Stack.ref(wanted.name()));
    }
}
