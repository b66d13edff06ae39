package io.sluice.infra.iam;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/// The functions of a deployment, with what they are told and what they may.
///
/// @param functions by what they are: `transform`, `flush`, `retention`, `repartition`, `compaction`, `iceberg`
/// @param readsKinesis whether Lambda reads a Kinesis stream, or topics, for the transform function: records have
///     positions
/// @param namesRecords whether it reads a queue, or a table's stream, for it: records have receipts
public record Deployment(Map<String, Function> functions, boolean readsKinesis, boolean namesRecords) {
    private static final Pattern HANDLER = Pattern
            .compile("io\\.sluice\\.(?:lambda|registrar)\\.(\\w+)Handler::handleRequest");

    private static final Pattern KEY = Pattern.compile("\"AWSKMSKeyARN\":\"([^\"]+)\"");

    /// A function.
    ///
    /// @param alias     ARN by which it is invoked
    /// @param variables of its environment
    /// @param keys      bucket or table → ARN of the user's KMS key
    public record Function(String what, String alias, Map<String, String> variables, Role role,
            Map<String, String> keys) {}

    public static Deployment of(Stacks stacks) {
        Map<String, Function> functions = new TreeMap<>();
        boolean kinesis = false;
        boolean named = false;
        Map<String, String> keys = keys(stacks);
        List<Statement> ofBuckets = statements(stacks, "AWS::S3::BucketPolicy", _ -> true);
        for (var template : stacks.templates().entrySet()) {
            for (var resource : template.getValue().path("Resources").properties()) {
                JsonNode properties = resource.getValue().path("Properties");
                switch (resource.getValue().path("Type").asText()) {
                    case "AWS::Lambda::Function" -> what(resource.getKey(), properties).ifPresent(what -> functions.put(
                            what,
                            function(stacks, template.getKey(), resource.getKey(), what, properties, ofBuckets, keys)));
                    case "AWS::Lambda::EventSourceMapping" -> {
                        kinesis |= isNumbered(properties);
                        named |= isOfTransform(properties) && !isNumbered(properties);
                    }
                    default -> {
                    }
                }
            }
        }
        return new Deployment(functions, kinesis, named);
    }

    private static boolean isNumbered(JsonNode mapping) {
        return mapping.has("StartingPosition") && !mapping.path("EventSourceArn").asText().contains(":dynamodb:");
    }

    /// The mapping of the queue of ticks is the flusher's.
    private static boolean isOfTransform(JsonNode mapping) {
        return mapping.path("FunctionName").toString().contains("Transform");
    }

    /// Empty for a function that is none of Sluice's, as CDK makes some.
    /// Days are moved by one handler: its functions are told apart by their names.
    private static Optional<String> what(String id, JsonNode properties) {
        if (properties.path("Handler").asText().contains("DayMoveHandler")) {
            return Optional.of(id.contains("Compaction") ? "compaction" : "repartition");
        }
        var named = HANDLER.matcher(properties.path("Handler").asText());
        return named.matches() ? Optional.of(named.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    private static Function function(Stacks stacks, String stack, String id, String what, JsonNode properties,
            List<Statement> ofBuckets, Map<String, String> keys) {
        Map<String, String> variables = new TreeMap<>();
        properties.at("/Environment/Variables").properties()
                .forEach(each -> variables.put(each.getKey(), stacks.text(stack, each.getValue())));
        String role = properties.at("/Role/Fn::GetAtt/0").asText();
        requireNoManagedPolicies(stacks, stack, role);
        List<Statement> own = statements(stacks, "AWS::IAM::Policy",
                policy -> StreamSupport.stream(policy.path("Roles").spliterator(), false)
                        .anyMatch(each -> each.path("Ref").asText().equals(role)));
        return new Function(what, alias(stacks, stack, id), variables, new Role(own, ofBuckets),
                withKeyOfObjects(keys, variables));
    }

    /// Objects are written with the configuration's key, whoever's the bucket is.
    private static Map<String, String> withKeyOfObjects(Map<String, String> keys, Map<String, String> variables) {
        Map<String, String> all = new TreeMap<>(keys);
        KEY.matcher(variables.getOrDefault("SLUICE_CONFIG", "")).results().forEach(
                key -> all.put(variables.getOrDefault("SLUICE_DATA_BUCKET", ""), key.group(1)));
        return all;
    }

    private static void requireNoManagedPolicies(Stacks stacks, String stack, String role) {
        JsonNode properties = stacks.templates().getOrDefault(stack, MissingNode
                .getInstance()).path("Resources").path(role).path("Properties");
        if (properties.isMissingNode() || properties.has("ManagedPolicyArns") || properties.has("Policies")) {
            throw new AssertionError("the role " + role + " of " + stack + " has policies that no one judges yet");
        }
    }

    private static String alias(Stacks stacks, String stack, String function) {
        return stacks.templates().getOrDefault(stack, MissingNode.getInstance())
                .path("Resources").properties().stream()
                .filter(each -> each.getValue().path("Type").asText().equals("AWS::Lambda::Alias"))
                .filter(each -> each.getValue().at("/Properties/FunctionName/Ref").asText().equals(function))
                .map(each -> stacks.text(stack, JsonNodeFactory.instance
                        .objectNode().put("Ref", each.getKey())))
                .findFirst().orElseThrow(() -> new AssertionError(function + " has no alias"));
    }

    private static List<Statement> statements(Stacks stacks, String type,
            Predicate<JsonNode> wanted) {
        List<Statement> statements = new ArrayList<>();
        stacks.templates().forEach((stack, template) -> template.path("Resources").forEach(resource -> {
            JsonNode properties = resource.path("Properties");
            if (resource.path("Type").asText().equals(type) && wanted.test(properties)) {
                stacks.resolved(stack, properties.at("/PolicyDocument/Statement"))
                        .forEach(each -> statements.add(Statement.of(each)));
            }
        }));
        return statements;
    }

    /// What is encrypted with a key of the user's: the buckets and tables of the templates.
    private static Map<String, String> keys(Stacks stacks) {
        Map<String, String> keys = new TreeMap<>();
        stacks.templates().forEach((stack, template) -> template.path("Resources").properties().forEach(each -> {
            JsonNode properties = each.getValue().path("Properties");
            JsonNode key = switch (each.getValue().path("Type").asText()) {
                case "AWS::S3::Bucket" -> properties.at("/BucketEncryption/ServerSideEncryptionConfiguration/0"
                        + "/ServerSideEncryptionByDefault/KMSMasterKeyID");
                case "AWS::DynamoDB::Table" -> properties.at("/SSESpecification/KMSMasterKeyId");
                default -> MissingNode.getInstance();
            };
            if (!key.isMissingNode()) {
                keys.put(stacks.text(stack, JsonNodeFactory.instance.objectNode()
                        .put("Ref", each.getKey())), stacks.text(stack, key));
            }
        }));
        return keys;
    }
}
