package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DayMoveDefinition;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.MachineRights;
import io.sluice.deployment.Right;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The state machine of a compaction or a repartition.
///
/// @param part what it is called after the stream, as its function is
record DayMovePiece(Stack stack, FunctionPiece functions, String part) {
    static final String COMPACTION = "compaction";
    static final String REPARTITION = "repartition";

    /// Tells the names of what it adds, before anything refers to them.
    static void name(Stack stack) {
        name(stack, COMPACTION, MachineRights.COMPACTION);
        stack.name(DeployedName.COMPACTION_ARN, "${CompactionLive}");
        stack.name(DeployedName.COMPACTION_LOGS_ARN, "${CompactionLogs.Arn}");
        name(stack, REPARTITION, MachineRights.REPARTITION);
        stack.name(DeployedName.REPARTITION_ARN, "${RepartitionLive}");
        stack.name(DeployedName.REPARTITION_LOGS_ARN, "${RepartitionLogs.Arn}");
    }

    private static void name(Stack stack, String part, MachineRights names) {
        stack.name(names.machine(), "${" + id(part) + "}");
        stack.name(names.name(), "${" + id(part) + ".Name}");
    }

    private static String id(String part) {
        return FunctionPiece.id(part) + "Machine";
    }

    /// Adds it.
    ///
    /// @param key ARN of the KMS key of the data bucket
    void add(DayMoveDefinition steps, MachineRights itself, Optional<String> key, String outputDescription) {
        String id = id(part);
        functions.logs(id + "Logs", "/aws/vendedlogs/states/", part);
        List<Right> rights = new ArrayList<>(MachineRights.steps(steps, key));
        rights.add(MachineRights.observed());
        stack.role(id + "Role", part + "-steps", "Steps of the " + part, "states", rights);
        ObjectNode machine = stack.resource(id, "AWS::StepFunctions::StateMachine");
        machine.set("StateMachineName", stack.physical(part));
        machine.set("RoleArn", Stack.attribute(id + "Role", "Arn"));
        machine.set("DefinitionString", stack.text(steps.definition()));
        machine.putObject("TracingConfiguration").put("Enabled", true);
        ObjectNode logging = machine.putObject("LoggingConfiguration").put("Level", "ALL");
        logging.putArray("Destinations").addObject().putObject("CloudWatchLogsLogGroup").set("LogGroupArn",
                Stack.attribute(id + "Logs", "Arn"));
        stack.dependsOn(id, id + "RolePolicy");
        stack.keep(id, "Delete", "Delete");
        stack.policy(id + "Itself", id + "Role", itself.itself());
        stack.output(FunctionPiece.id(part) + "StateMachine", outputDescription, Stack.ref(id));
    }
}
