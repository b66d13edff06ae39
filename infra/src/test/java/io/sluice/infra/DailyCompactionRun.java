package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.infra.StateMachineRun.ExecutionFailed;
import io.sluice.infra.job.DailyCompactionTest;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/// The machine that compacts, as it is deployed.
public final class DailyCompactionRun {
    private DailyCompactionRun() {}

    /// Executes it.
    ///
    /// @param function takes its steps
    /// @param waiting  is told how long it waits
    /// @return what it failed of; empty when it ended well
    public static String execute(Function<JsonNode, JsonNode> function, Consumer<Duration> waiting, JsonNode input) {
        try {
            new StateMachineRun(function, _ -> MissingNode.getInstance(), waiting)
                    .execute(DailyCompactionTest.machine(), input);
            return "";
        } catch (ExecutionFailed e) {
            return String.valueOf(e.getMessage());
        }
    }
}
