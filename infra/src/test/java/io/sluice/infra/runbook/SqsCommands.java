package io.sluice.infra.runbook;

import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `aws sqs`, of one queue that is kept here.
final class SqsCommands implements Service {
    private final String url;
    private final List<String> messages = new ArrayList<>();

    SqsCommands(String url) {
        this.url = url;
    }

    void send(String body) {
        messages.add(body);
    }

    int size() {
        return messages.size();
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) {
        if (!arguments.required("--queue-url").equals(url)) {
            throw new Refused("An error occurred (AWS.SimpleQueueService.NonExistentQueue)");
        }
        return switch (operation) {
            case "receive-message" -> {
                long most = Long.parseLong(arguments.required("--max-number-of-messages"));
                arguments.end();
                var answer = Synthesis.JSON.createObjectNode();
                var received = answer.putArray("Messages");
                messages.stream().limit(most).forEach(body -> received.addObject().put("Body", body));
                yield answer.toPrettyString() + "\n";
            }
            case "purge-queue" -> {
                arguments.end();
                messages.clear();
                yield "";
            }
            default -> throw new Unknown("aws sqs " + operation);
        };
    }
}
