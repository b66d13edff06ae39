package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `aws scheduler`. An update replaces a schedule whole: what it does not say is as if it had never been.
final class SchedulerCommands implements Service {
    private static final Set<String> MEMBERS = Set.of("Name", "Description", "ScheduleExpression", "FlexibleTimeWindow",
            "Target", "State");
    private static final List<String> REQUIRED = List.of("Name", "ScheduleExpression", "FlexibleTimeWindow", "Target");
    private static final String FILE = "file://";

    private final Map<String, ObjectNode> schedules;

    SchedulerCommands(Map<String, ObjectNode> schedules) {
        this.schedules = schedules;
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) throws IOException {
        return switch (operation) {
            case "get-schedule" -> get(arguments);
            case "update-schedule" -> update(arguments, folder);
            default -> throw new Unknown("aws scheduler " + operation);
        };
    }

    private String get(Arguments arguments) {
        String name = arguments.required("--name");
        String query = arguments.required("--query");
        if (!arguments.required("--output").equals("json")) {
            throw new Unknown("what is no JSON cannot be read again: " + arguments);
        }
        arguments.end();
        ObjectNode schedule = schedule(name).deepCopy();
        schedule.put("Arn", "arn").put("CreationDate", "2026").put("LastModificationDate", "2026")
                .put("GroupName", "default").put("ScheduleExpressionTimezone", "UTC");
        return MemberQuery.of(query).apply(schedule).toPrettyString() + "\n";
    }

    private String update(Arguments arguments, Path folder) throws IOException {
        String input = arguments.required("--cli-input-json");
        String state = arguments.required("--state");
        arguments.end();
        if (!input.startsWith(FILE) || !Set.of("ENABLED", "DISABLED").contains(state)) {
            throw new Unknown(arguments.toString());
        }
        var schedule = (ObjectNode) Synthesis.JSON
                .readTree(Files.readString(folder.resolve(input.substring(FILE.length()))));
        schedule.properties().forEach(member -> {
            if (!MEMBERS.contains(member.getKey()) || member.getValue().isNull()) {
                throw new Refused("Parameter validation failed: " + member);
            }
        });
        REQUIRED.stream().filter(each -> !schedule.has(each)).findFirst().ifPresent(each -> {
            throw new Refused("the following arguments are required: " + each);
        });
        schedule(schedule.path("Name").asText());
        schedules.put(schedule.path("Name").asText(), schedule.put("State", state));
        return "{\n    \"ScheduleArn\": \"arn\"\n}\n";
    }

    private ObjectNode schedule(String name) {
        ObjectNode schedule = schedules.get(name);
        if (schedule == null) {
            throw new Refused("An error occurred (ResourceNotFoundException): Schedule " + name + " does not exist.");
        }
        return schedule;
    }
}
