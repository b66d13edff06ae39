package io.sluice.infra.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import io.sluice.infra.runbook.DeployedStream.Invoked;
import io.sluice.infra.runbook.DeployedStream.Throttled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/// `aws lambda`.
final class LambdaCommands implements Service {
    /// How long the command line waits for an answer, unless told; then it invokes the function once more.
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);
    /// The name of the only event source mapping.
    static final String MAPPING = "a-mapping";
    private static final String RAW = "raw-in-base64-out";

    private final DeployedStream stream;

    LambdaCommands(DeployedStream stream) {
        this.stream = stream;
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) throws IOException {
        return switch (operation) {
            case "invoke" -> invoke(arguments, folder);
            case "put-function-concurrency" -> {
                String function = function(arguments.required("--function-name"));
                int executions = Integer.parseInt(arguments.required("--reserved-concurrent-executions"));
                arguments.end();
                if (executions != 0) {
                    throw new Unknown("executions other than none: " + arguments);
                }
                stream.stopped.add(function);
                yield "{\n    \"ReservedConcurrentExecutions\": 0\n}\n";
            }
            case "delete-function-concurrency" -> {
                String function = function(arguments.required("--function-name"));
                arguments.end();
                stream.stopped.remove(function);
                yield "";
            }
            case "list-event-source-mappings" -> {
                String[] qualified = arguments.required("--function-name").split(":", 2);
                arguments.end();
                function(qualified[0]);
                var answer = Synthesis.JSON.createObjectNode();
                answer.putArray("EventSourceMappings").addObject().put("UUID", MAPPING).put("State",
                        stream.stopped.contains(MAPPING) ? "Disabled" : "Enabled");
                yield answer.toPrettyString() + "\n";
            }
            case "update-event-source-mapping" -> {
                boolean known = arguments.required("--uuid").equals(MAPPING);
                boolean disabled = arguments.flag("--no-enabled");
                boolean enabled = arguments.flag("--enabled");
                arguments.end();
                if (!known || disabled == enabled) {
                    throw new Unknown(arguments.toString());
                }
                if (disabled) {
                    stream.stopped.add(MAPPING);
                } else {
                    stream.stopped.remove(MAPPING);
                }
                yield "{}\n";
            }
            default -> throw new Unknown("aws lambda " + operation);
        };
    }

    private String function(String name) {
        if (stream.output(name + "Name").isEmpty()) {
            throw new Refused("An error occurred (ResourceNotFoundException): Function not found: " + name);
        }
        return name;
    }

    private String invoke(Arguments arguments, Path folder) throws IOException {
        String[] qualified = arguments.required("--function-name").split(":", 2);
        String function = function(qualified[0]);
        if (qualified.length < 2 || !qualified[1].equals(stream.deployment.alias(function))) {
            throw new Unknown("a version that the schedule does not invoke: " + arguments);
        }
        boolean raw = arguments.value("--cli-binary-format").map(LambdaCommands::isRaw).orElse(false);
        Optional<String> payload = arguments.value("--payload");
        requirePatience(function, arguments.value("--cli-read-timeout").map(Long::parseLong).map(Duration::ofSeconds)
                .orElse(READ_TIMEOUT));
        String file = arguments.next();
        arguments.end();
        Invoked invoked;
        try {
            invoked = stream.invoke(function, payload.map(each -> raw ? each : decoded(each)).orElse(""));
        } catch (Throttled e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
        String status = "{\n    \"StatusCode\": 200,\n" + (invoked.failed()
                ? "    \"FunctionError\": \"Unhandled\",\n"
                : "") + "    \"ExecutedVersion\": \"1\"\n}\n";
        if (file.equals("/dev/stdout")) {
            return invoked.body() + status;
        }
        Files.writeString(folder.resolve(file), invoked.body());
        return status;
    }

    private static boolean isRaw(String format) {
        if (!format.equals(RAW)) {
            throw new Unknown("--cli-binary-format " + format);
        }
        return true;
    }

    private static String decoded(String payload) {
        try {
            return new String(Base64.getDecoder().decode(payload), UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Refused("Invalid base64: \"" + payload + "\"");
        }
    }

    /// Zero is for ever.
    private void requirePatience(String function, Duration wait) {
        Duration longest = stream.deployment.timeout(function);
        if (!wait.isZero() && wait.compareTo(longest) < 0) {
            throw new Unknown("an invocation of " + function + " may take " + longest + ": after " + wait
                    + " the command line invokes it once more, unless --cli-read-timeout says otherwise");
        }
    }
}
