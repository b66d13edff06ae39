package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.DailyCompactionRun;
import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import io.sluice.infra.runbook.DeployedStream.Invoked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/// `aws stepfunctions`. An execution is over when the command is, which then says nothing of how it ended; CloudWatch
/// counts one that failed.
final class StepFunctionsCommands implements Service {
    private final DeployedStream stream;
    private String ended = "";

    StepFunctionsCommands(DeployedStream stream) {
        this.stream = stream;
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) throws IOException {
        if (!operation.equals("start-execution")) {
            throw new Arguments.Unknown("aws stepfunctions " + operation);
        }
        String machine = arguments.required("--state-machine-arn");
        JsonNode input = Synthesis.JSON.readTree(arguments.required("--input"));
        arguments.end();
        if (stream.output("CompactionStateMachine").filter(machine::equals).isEmpty()) {
            throw new Refused("An error occurred (StateMachineDoesNotExist): " + machine);
        }
        execute(input);
        return "{\n    \"executionArn\": \"arn\",\n    \"startDate\": \"2026\"\n}\n";
    }

    /// What the schedule starts, too.
    void execute(JsonNode input) {
        ended = DailyCompactionRun.execute(this::step, this::wait, input);
        stream.watch.counted(stream.deployment.alarm("CompactionErrors"), stream.now, ended.isEmpty() ? 0 : 1);
    }

    /// What the last execution failed of; empty when it ended well.
    String ended() {
        return ended;
    }

    private JsonNode step(JsonNode event) {
        Invoked invoked = stream.invoke("CompactionFunction", event.toString());
        if (invoked.failed()) {
            throw new IllegalStateException(invoked.body());
        }
        try {
            return Synthesis.JSON.readTree(invoked.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void wait(Duration time) {
        stream.now = stream.now.plus(time);
    }
}
