package io.sluice.local.smoke;

import java.util.Map;

/// A stack at one moment.
///
/// @param status  as `CREATE_IN_PROGRESS`
/// @param outputs by their names
record StackState(String status, Map<String, String> outputs) {
    StackState {
        outputs = Map.copyOf(outputs);
    }

    /// Tests whether CloudFormation is at work on it.
    boolean isMoving() {
        return status.endsWith("_IN_PROGRESS");
    }

    /// @throws SmokeException when there is no such output
    String output(String name) {
        String value = outputs.get(name);
        if (value == null) {
            throw new SmokeException(
                    "the stack has no output " + name + "; it has " + outputs.keySet().stream().sorted()
                            .toList());
        }
        return value;
    }
}
