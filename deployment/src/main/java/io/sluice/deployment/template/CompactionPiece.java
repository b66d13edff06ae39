package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.CompactionSection;
import io.sluice.deployment.CompactionSteps;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.FunctionRights;
import io.sluice.deployment.StreamSchedules;

/// The state machine of a daily compaction, and what starts it.
record CompactionPiece(Stack stack, FunctionPiece functions) {
    private static final String MACHINE = "CompactionMachine";

    /// Tells the names of what it adds, before anything refers to them.
    static void name(Stack stack) {
        stack.name(DeployedName.COMPACTION_MACHINE_ARN, "${" + MACHINE + "}");
        stack.name(DeployedName.COMPACTION_MACHINE_NAME, "${" + MACHINE + ".Name}");
    }

    /// Adds it.
    void add(CompactionSection compaction, StreamSchedules schedules) {
        functions.logs(MACHINE + "Logs", "/aws/vendedlogs/states/", "compaction", functions.choices().logDays());
        stack.role(MACHINE + "Role", "compaction-steps", "Steps of the daily compaction", "states",
                FunctionRights.machine());
        ObjectNode machine = stack.resource(MACHINE, "AWS::StepFunctions::StateMachine");
        machine.set("StateMachineName", stack.physical("compaction"));
        machine.set("RoleArn", Stack.attribute(MACHINE + "Role", "Arn"));
        machine.set("DefinitionString", stack.text(CompactionSteps.of(compaction)));
        machine.putObject("TracingConfiguration").put("Enabled", true);
        ObjectNode logging = machine.putObject("LoggingConfiguration").put("Level", "ALL");
        logging.putArray("Destinations").addObject().putObject("CloudWatchLogsLogGroup").set("LogGroupArn",
                Stack.attribute(MACHINE + "Logs", "Arn"));
        stack.dependsOn(MACHINE, MACHINE + "RolePolicy");
        stack.keep(MACHINE, "Delete", "Delete");
        stack.policy(MACHINE + "Itself", MACHINE + "Role", FunctionRights.machineItself());
        SchedulePiece.of(stack, "CompactionScheduleRole", schedules.compactionRole()).add(schedules.compaction());
        stack.output("CompactionStateMachine", "Compacts what is due: start an execution, with {}",
                Stack.ref(MACHINE));
    }
}
