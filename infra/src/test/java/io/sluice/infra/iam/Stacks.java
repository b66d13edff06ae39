package io.sluice.infra.iam;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The templates of a deployment as CloudFormation resolves them: references, joins, exports and other stacks' outputs.
/// A resource without a name of its own is called after its logical id. What is not known is an error.
///
/// @param templates by stack
public record Stacks(Map<String, JsonNode> templates) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SUFFIX = ".template.json";

    /// Those of a synthesised app.
    public static Stacks read(Path folder) throws IOException {
        Map<String, JsonNode> templates = new TreeMap<>();
        try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                templates.put(file.getFileName().toString().replace(SUFFIX, ""), JSON.readTree(file.toFile()));
            }
        }
        return new Stacks(templates);
    }

    /// The node with every intrinsic function in it resolved.
    JsonNode resolved(String stack, JsonNode node) {
        if (node.isArray()) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            node.forEach(each -> all.add(resolved(stack, each)));
            return all;
        }
        if (!node.isObject()) {
            return node;
        }
        String only = node.size() == 1 ? node.fieldNames().next() : "";
        if (only.equals("Ref") || only.startsWith("Fn::")) {
            return JsonNodeFactory.instance.textNode(text(stack, node));
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(each -> object.set(each.getKey(), resolved(stack, each.getValue())));
        return object;
    }

    /// The text of a node.
    String text(String stack, JsonNode node) {
        if (node.isTextual()) {
            return node.asText();
        }
        String function = node.isObject() && node.size() == 1 ? node.fieldNames().next() : "";
        JsonNode of = node.path(function);
        return switch (function) {
            case "Ref" -> reference(stack, of.asText());
            case "Fn::GetAtt" -> attribute(stack, of.get(0).asText(), of.get(1).asText());
            case "Fn::Join" -> {
                var joined = new java.util.ArrayList<String>();
                of.get(1).forEach(part -> joined.add(text(stack, part)));
                yield String.join(of.get(0).asText(), joined);
            }
            case "Fn::ImportValue" -> exported(text(stack, of));
            case "Fn::GetStackOutput" -> output(of.path("StackName").asText(), of.path("OutputName").asText());
            default -> throw new AssertionError("in " + stack + " no one resolves " + node);
        };
    }

    private String reference(String stack, String id) {
        String pseudo = World.PSEUDO_PARAMETERS.get(id);
        return pseudo != null ? pseudo : reference(stack, id, resource(stack, id));
    }

    private String reference(String stack, String id, JsonNode resource) {
        return switch (resource.path("Type").asText()) {
            case "AWS::Lambda::Alias" -> arn(stack, id, resource);
            case "AWS::S3::Bucket", "AWS::DynamoDB::Table", "AWS::Lambda::Function", "AWS::SQS::Queue",
                    "AWS::Logs::LogGroup", "AWS::Kinesis::Stream", "AWS::IAM::Role" ->
                name(stack, id, resource);
            default -> throw new AssertionError("in " + stack + " no one refers to " + id + " yet: "
                    + resource.path("Type"));
        };
    }

    private String attribute(String stack, String id, String attribute) {
        if (!attribute.equals("Arn")) {
            throw new AssertionError("in " + stack + " no one knows " + attribute + " of " + id);
        }
        return arn(stack, id, resource(stack, id));
    }

    private String arn(String stack, String id, JsonNode resource) {
        String name = name(stack, id, resource);
        return switch (resource.path("Type").asText()) {
            case "AWS::S3::Bucket" -> "arn:aws:s3:::" + name;
            case "AWS::DynamoDB::Table" -> World.arn("dynamodb", "table/" + name);
            case "AWS::Kinesis::Stream" -> World.arn("kinesis", "stream/" + name);
            case "AWS::SQS::Queue" -> World.arn("sqs", name);
            case "AWS::Logs::LogGroup" -> World.arn("logs", "log-group:" + name + ":*");
            case "AWS::Lambda::Function" -> World.arn("lambda", "function:" + name);
            case "AWS::Lambda::Alias" -> World.arn("lambda", "function:"
                    + text(stack, resource.at("/Properties/FunctionName")) + ":"
                    + resource.at("/Properties/Name").asText());
            case "AWS::IAM::Role" -> "arn:aws:iam::" + World.ACCOUNT + ":role/" + name;
            default -> throw new AssertionError("in " + stack + " no one knows the ARN of " + id + ": "
                    + resource.path("Type"));
        };
    }

    private String name(String stack, String id, JsonNode resource) {
        String property = switch (resource.path("Type").asText()) {
            case "AWS::S3::Bucket" -> "BucketName";
            case "AWS::DynamoDB::Table" -> "TableName";
            case "AWS::Lambda::Function" -> "FunctionName";
            case "AWS::SQS::Queue" -> "QueueName";
            case "AWS::Logs::LogGroup" -> "LogGroupName";
            case "AWS::IAM::Role" -> "RoleName";
            default -> "Name";
        };
        JsonNode named = resource.path("Properties").path(property);
        return named.isMissingNode() ? id : text(stack, named);
    }

    private JsonNode resource(String stack, String id) {
        JsonNode found = templates.getOrDefault(stack, JsonNodeFactory.instance.objectNode()).path("Resources")
                .path(id);
        if (found.isMissingNode()) {
            throw new AssertionError(stack + " has no " + id);
        }
        return found;
    }

    private String exported(String name) {
        for (var template : templates.entrySet()) {
            for (JsonNode output : template.getValue().path("Outputs")) {
                if (output.at("/Export/Name").asText().equals(name)) {
                    return text(template.getKey(), output.path("Value"));
                }
            }
        }
        throw new AssertionError("no stack exports " + name);
    }

    private String output(String stack, String name) {
        JsonNode output = templates.getOrDefault(stack, JsonNodeFactory.instance.objectNode()).path("Outputs")
                .path(name);
        if (output.isMissingNode()) {
            throw new AssertionError(stack + " puts out no " + name);
        }
        return text(stack, output.path("Value"));
    }
}
