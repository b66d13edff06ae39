package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import io.sluice.infra.runbook.Programs.Ended;
import io.sluice.infra.runbook.Programs.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;

/// Stands in for `npx cdk`: what is asked of CloudFormation, in its order; what a deployment does to the functions is
/// done by the rehearsal. Stacks go, protected ones and those in use do not.
final class CdkCommandLine implements Program {
    private static final String STORAGE = "SluiceStorage-" + DeployedStream.NAME;
    private static final String PIPELINE = "SluicePipeline-" + DeployedStream.NAME;

    private static final Map<String, String> IDENTIFIERS = Map.of("AWS::S3::Bucket", "BucketName",
            "AWS::S3::BucketPolicy", "Bucket", "AWS::DynamoDB::Table", "TableName");

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
    public Ended run(Arguments arguments, Path folder) throws IOException {
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
                case "import" -> {
                    var mapping = folder.resolve(arguments.required("--resource-mapping"));
                    yield adopt(known(arguments.next()), Synthesis.JSON.readTree(mapping.toFile()));
                }
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

    /// What is there becomes the new stack's. The real command line passes over what it has no line for, and warns of a
    /// line that it has no resource for.
    private String adopt(String stack, JsonNode mapping) {
        if (stacks.contains(stack)) {
            throw new Refused("No new resources compared to the currently deployed stack " + stack);
        }
        var resources = stream.deployment.storage();
        if (!resources.keySet().equals(mapping.properties().stream().map(Map.Entry::getKey)
                .collect(Collectors.toSet()))) {
            throw new Unknown("to import some of " + resources.keySet() + ", or others: " + mapping);
        }
        resources.forEach((id, resource) -> {
            if (!resource.path("DeletionPolicy").asText().equals("Retain")) {
                throw new Refused(id + " must have the DeletionPolicy attribute set to Retain to be imported");
            }
            requireThere(resource.path("Type").asText(), mapping.path(id));
        });
        stacks.add(stack);
        return "import " + stack;
    }

    /// @param identifier the property that CloudFormation knows resources of the type by, and its value
    private void requireThere(String type, JsonNode identifier) {
        String name = identifier.path(IDENTIFIERS.getOrDefault(type, "")).asText();
        if (name.isEmpty() || identifier.size() != 1) {
            throw new Refused("Invalid resource identifiers of " + type + ": " + identifier);
        }
        try {
            if (type.equals("AWS::DynamoDB::Table")) {
                stream.dynamoDb.describeTable(table -> table.tableName(name));
            } else {
                stream.s3.headBucket(bucket -> bucket.bucket(name));
            }
        } catch (ResourceNotFoundException | NoSuchBucketException e) {
            throw new Refused(type + " " + name + " was not found");
        }
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
