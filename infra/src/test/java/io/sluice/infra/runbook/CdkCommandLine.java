package io.sluice.infra.runbook;

import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import io.sluice.infra.runbook.Programs.Ended;
import io.sluice.infra.runbook.Programs.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Stands in for `npx cdk`: what is asked of CloudFormation, in its order; what a deployment does to the functions is
/// done by the rehearsal. Stacks go, protected ones and those in use do not.
final class CdkCommandLine implements Program {
    private static final String STORAGE = "SluiceStorage-" + DeployedStream.NAME;
    private static final String PIPELINE = "SluicePipeline-" + DeployedStream.NAME;

    private final DeployedStream stream;
    private final Set<String> stacks = new HashSet<>(List.of(STORAGE, PIPELINE));
    private final Set<String> protectedStacks = new HashSet<>(List.of(STORAGE));
    private final List<String> asked = new ArrayList<>();

    CdkCommandLine(DeployedStream stream) {
        this.stream = stream;
    }

    /// What was deployed and destroyed.
    List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public Ended run(Arguments arguments, Path folder) {
        if (!arguments.next().equals("cdk")) {
            throw new Unknown("npx " + arguments);
        }
        String what = arguments.next();
        if (!arguments.value("-c").orElse("").startsWith("config=")) {
            throw new Unknown("without -c config=FILE it looks for the example's stacks: " + arguments);
        }
        try {
            String done = switch (what) {
                case "diff" -> "diff";
                case "deploy" -> {
                    var named = arguments.flag("--all")
                            ? List.of("--all")
                            : List.of(known(arguments.required("--exclusively")));
                    stacks.addAll(List.of(STORAGE, PIPELINE));
                    yield "deploy " + named.getFirst();
                }
                case "destroy" -> destroy(known(arguments.next()));
                default -> throw new Unknown("npx cdk " + what);
            };
            arguments.end();
            asked.add(done);
            return Ended.well("");
        } catch (Refused e) {
            return Ended.badly(1, String.valueOf(e.getMessage()));
        }
    }

    /// Of an unknown one the real command line says "No stacks match", and ends well.
    private static String known(String stack) {
        if (!stack.equals(STORAGE) && !stack.equals(PIPELINE)) {
            throw new Unknown("No stacks match the name(s) " + stack);
        }
        return stack;
    }

    private String destroy(String stack) {
        if (stack.equals(STORAGE) && stacks.contains(PIPELINE)) {
            throw new Refused("Export SluiceStorage-… cannot be deleted as it is in use by " + PIPELINE);
        }
        if (protectedStacks.contains(stack)) {
            throw new Refused("Stack [" + stack + "] cannot be deleted while TerminationProtection is enabled");
        }
        stacks.remove(stack);
        if (stack.equals(PIPELINE)) {
            stream.schedules.clear();
            stream.stopped.addAll(List.of("TransformFunction", "FlushFunction", "RetentionFunction"));
        }
        return "destroy " + stack;
    }

    /// `aws cloudformation`.
    Service protection() {
        return (operation, arguments, _) -> {
            if (!operation.equals("update-termination-protection")
                    || !arguments.flag("--no-enable-termination-protection")) {
                throw new Unknown("aws cloudformation " + arguments);
            }
            protectedStacks.remove(known(arguments.required("--stack-name")));
            arguments.end();
            return "{}\n";
        };
    }
}
