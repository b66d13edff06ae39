package io.sluice.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Templates in a form in which that of CDK and that of `./sluice template` are compared: references as text under one
/// name for each resource, policies as single rights. Told apart are not (at most ten things, each with its reason):
///
/// 1. logical ids, and one stack in place of two: CDK derives ids from paths of constructs
/// 2. `Metadata`: of cdk-nag and of CDK
/// 3. `Code` of functions: assets there, with plug-ins in them; a release's jars here, with plug-ins in a layer
/// 4. `Description` of functions: here with the release, so that Lambda publishes a version for it
/// 5. `Description` of versions and what becomes of replaced ones: here it makes the version; CDK has an id for each
/// 6. names that the parameter `NamePrefix` gives: there an option of the app, which the variants leave out
/// 7. actions that the parameter `AlarmTopic` gives: as above
/// 8. `PolicyName`, which CDK makes up, and its grant of a queue's key to who sends there, which is more than Sluice's
/// 9. `DependsOn`: CDK waits for a role beside its policy
/// 10. `Description` of the state machine's role: CDK makes that one itself, without
final class PlainTemplate {
    /// Names of CDK's without their hashes, in this order, → the template's.
    private static final Map<Pattern, String> IDS = ids();
    private static final Set<String> ABSENT = Set.of("Named", "Told");
    private static final Set<String> QUEUE_KEY_GRANT = Set.of("kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(!?)([A-Za-z0-9:_]+)(\\.[A-Za-z]+)?}");
    /// What CDK takes out of an ARN, and the template names.
    private static final Map<String, String> OUT_OF_ARNS = Map.of(
            "select(6, :, ${TransformLive}):live", "${TransformLive}",
            "select(6, :, ${FlushLive}):live", "${FlushLive}",
            "select(7, :, ${TransformLive})", "live", "select(7, :, ${FlushLive})", "live",
            "select(7, :, ${RetentionLive})", "live",
            "select(1, /, ${Source.Arn})", "${Source}", "select(5, :, ${SourceQueue.Arn})",
            "${SourceQueue.QueueName}");

    private final Map<String, JsonNode> exports = new TreeMap<>();
    private final Map<String, ObjectNode> resources = new TreeMap<>();

    private PlainTemplate() {}

    /// The resources of templates that belong together, by id, in the form described.
    static Map<String, ObjectNode> of(Collection<JsonNode> templates) {
        var plain = new PlainTemplate();
        templates.forEach(each -> each.path("Outputs").properties().forEach(output -> {
            plain.exports.put(output.getKey(), output.getValue().path("Value"));
            plain.exports.put(output.getValue().at("/Export/Name").asText(), output.getValue().path("Value"));
        }));
        templates.forEach(each -> each.path("Resources").properties().stream()
                .filter(resource -> !resource.getValue().path("Type").asText().equals("AWS::Lambda::LayerVersion"))
                .forEach(resource -> plain.resources.put(id(resource.getKey()), plain.resource(resource.getValue()))));
        return plain.resources;
    }

    /// Each thing in which a template is unlike those that CDK synthesised.
    static List<String> differences(Collection<JsonNode> synthesised, JsonNode template) {
        var cdk = of(synthesised);
        var plain = of(List.of(template));
        List<String> differences = new ArrayList<>();
        var ids = new TreeSet<>(cdk.keySet());
        ids.addAll(plain.keySet());
        for (String id : ids) {
            if (!plain.containsKey(id)) {
                differences.add(id + ": only CDK has it");
            } else if (!cdk.containsKey(id)) {
                differences.add(id + ": only the template has it");
            } else {
                differences(id, cdk.get(id), plain.get(id), differences);
            }
        }
        return differences;
    }

    private static void differences(String at, JsonNode cdk, JsonNode template, List<String> differences) {
        if (cdk.isObject() && template.isObject()) {
            var names = new TreeSet<String>();
            cdk.fieldNames().forEachRemaining(names::add);
            template.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> differences(at + "." + name, cdk.path(name), template.path(name), differences));
        } else if (cdk.isArray() && template.isArray() && cdk.size() == template.size()) {
            for (int i = 0; i < cdk.size(); i++) {
                differences(at + "[" + i + "]", cdk.get(i), template.get(i), differences);
            }
        } else if (!cdk.asText(cdk.toString()).equals(template.asText(template.toString()))) {
            differences.add(at + ": CDK " + cdk + ", template " + template);
        }
    }

    private static Map<Pattern, String> ids() {
        var ids = new LinkedHashMap<String, String>();
        ids.put("Stream(?:KinesisEvents|DynamoDb|Logs|Objects)Failures", "SourceFailures");
        ids.put("Stream(?:KinesisEvents|DynamoDb|Sqs|Objects)Mapping", "SourceMapping");
        ids.put("StreamObjectsQueue", "SourceQueue");
        ids.put("StreamObjectsRule", "UploadsRule");
        ids.put("StreamLogs(May|Of)", "$1Logs");
        ids.put("StreamExistingInvokeRole", "FirehoseRole");
        ids.put("StreamFirehoseDeliveryLogs", "FirehoseLogStream");
        ids.put("StreamFirehoseStream", "Firehose");
        ids.put("StreamDailyCompactionMachineStatesDistributedMapPolicy", "CompactionMachineItself");
        ids.put("StreamDailyCompactionMachineStates", "CompactionMachine");
        ids.put("(?:StreamRepartition)?MachineStatesDistributedMapPolicy", "RepartitionMachineItself");
        ids.put("(?:StreamRepartition)?Machine(?:States)?", "RepartitionMachine");
        ids.put("StreamFlusherFlush", "Flush");
        ids.put("StreamFlusherInvokeSlices", "FlushItself");
        ids.put("StreamFlusherTicksSchedule0", "TicksSchedule");
        ids.put("StreamFlusherTicksSchedule1", "TicksSchedule2");
        ids.put("StreamFlusherTicks", "Ticks");
        ids.put("StreamFlusherSweep", "Sweep");
        ids.put("StreamFlusherSchedule", "FlushSchedule");
        ids.put("StreamFlusher", "Flusher");
        ids.put("StreamDaily", "");
        ids.put("StreamDashboardPage", "Dashboard");
        ids.put("StreamAlarms(.*)", "$1Alarm");
        ids.put("Tables(Records|Errors|Compacted)", "$1Table");
        ids.put("TablesDatabase", "Database");
        ids.put("BufferStaging", "StagingBucket");
        ids.put("BufferIndex", "IndexTable");
        ids.put("Data(?=Policy|$)", "DataBucket");
        ids.put("Stream", "");
        var patterns = new LinkedHashMap<Pattern, String>();
        ids.forEach((pattern, id) -> patterns.put(Pattern.compile("^" + pattern), id));
        return patterns;
    }

    private static String id(String logical) {
        String id = logical.replaceFirst("FunctionCurrentVersion[0-9A-F]{8}[0-9a-f]{32}$", "Version")
                .replaceFirst("[0-9A-F]{8}$", "")
                .replaceFirst("RoleDefaultPolicy$", "RolePolicy").replaceFirst("LiveEventInvokeConfig$",
                        "LiveInvocations")
                // Of SluiceStream, where Sluice's own app has stacks.
                .replaceFirst("^Stream(?:Storage|(?=Tables))", "").replaceFirst("^StreamPipeline", "Stream");
        for (var each : IDS.entrySet()) {
            Matcher matcher = each.getKey().matcher(id);
            if (matcher.find()) {
                return matcher.replaceFirst(each.getValue());
            }
        }
        return id;
    }

    private ObjectNode resource(JsonNode resource) {
        String type = resource.path("Type").asText();
        ObjectNode plain = JsonNodeFactory.instance.objectNode().put("Type", type);
        ObjectNode properties = (ObjectNode) plain(resource.path("Properties")).orElseThrow();
        switch (type) {
            case "AWS::Lambda::Function" -> properties.remove(List.of("Code", "Description", "Layers"));
            case "AWS::Lambda::Version" -> properties.remove("Description");
            case "AWS::IAM::Policy" -> properties.remove("PolicyName");
            case "AWS::IAM::Role" -> {
                if (properties.toString().contains("states.amazonaws.com")) {
                    properties.remove("Description");
                }
            }
            default -> {
                // All of it is compared.
            }
        }
        plain.set("Properties", properties);
        if (!type.equals("AWS::Lambda::Version")) {
            for (var policy : List.of("DeletionPolicy", "UpdateReplacePolicy")) {
                plain.put(policy, resource.path(policy).asText());
            }
        }
        return plain;
    }

    private Optional<JsonNode> plain(JsonNode node) {
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(each -> plain(each).ifPresent(copy::add));
            return Optional.of(copy);
        }
        if (!(node instanceof ObjectNode object)) {
            return Optional.of(node);
        }
        if (object.has("Fn::If")) {
            return ABSENT.contains(object.at("/Fn::If/0").asText())
                    ? Optional.empty()
                    : plain(object.at("/Fn::If/1"));
        }
        if (object.size() == 1 && (object.has("Ref") || object.fieldNames().next().startsWith("Fn::"))) {
            return Optional.of(JsonNodeFactory.instance.textNode(text(object)));
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(each -> plain(each.getValue())
                .ifPresent(value -> copy.set(each.getKey(), member(each.getKey(), value))));
        return Optional.of(copy);
    }

    private static JsonNode member(String name, JsonNode value) {
        return switch (name) {
            case "PolicyDocument", "AssumeRolePolicyDocument" -> rights(value.path("Statement"));
            case "DefinitionString", "DashboardBody" -> parsed(value.asText());
            default -> value;
        };
    }

    private static JsonNode parsed(String json) {
        try {
            return Synthesis.JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    /// One for each action, resource and the rest of a statement, sorted.
    private static ArrayNode rights(JsonNode statements) {
        var rights = new TreeSet<String>();
        for (JsonNode statement : statements) {
            for (String action : texts(statement.path("Action"))) {
                if (QUEUE_KEY_GRANT.contains(action) && statement.path("Condition").isMissingNode()) {
                    continue;
                }
                for (String resource : texts(statement.path("Resource"))) {
                    rights.add(String.join(" | ", statement.path("Effect").asText(), action, resource,
                            statement.path("Principal").toString(), statement.path("Condition").toString()));
                }
            }
        }
        ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
        rights.forEach(sorted::add);
        return sorted;
    }

    private static List<String> texts(JsonNode node) {
        if (node.isArray()) {
            var texts = new ArrayList<String>();
            node.forEach(each -> texts.add(each.asText()));
            return texts;
        }
        return List.of(node.asText());
    }

    /// What an expression comes to, with `${id}` and `${id.attribute}` for references.
    private String text(JsonNode node) {
        if (!node.isObject()) {
            return node.asText();
        }
        String function = node.fieldNames().next();
        JsonNode of = node.path(function);
        String text = switch (function) {
            case "Ref" -> "${" + id(of.asText()) + "}";
            case "Fn::GetAtt" -> "${" + id(of.get(0).asText()) + "." + of.get(1).asText() + "}";
            case "Fn::Join" -> joined(of.get(1), of.get(0).asText());
            case "Fn::Sub" -> substituted(of.asText(), PlainTemplate::id);
            case "Fn::ImportValue" -> text(exported(of.asText()));
            case "Fn::GetStackOutput" -> text(exported(of.path("OutputName").asText()));
            case "Fn::Select" -> selected(of);
            default -> throw new AssertionError("Unknown function " + function);
        };
        return OUT_OF_ARNS.getOrDefault(text, text);
    }

    private JsonNode exported(String name) {
        return Optional.ofNullable(exports.get(name)).orElseThrow(() -> new AssertionError("No stack exports " + name));
    }

    private static String substituted(String text, UnaryOperator<String> ids) {
        return REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(
                found.group(1).isEmpty()
                        ? "${" + ids.apply(found.group(2)) + Optional.ofNullable(found.group(3)).orElse("") + "}"
                        : "${" + found.group(2) + "}"));
    }

    private String joined(JsonNode parts, String delimiter) {
        var texts = new ArrayList<String>();
        parts.forEach(each -> texts.add(text(each)));
        return String.join(delimiter, texts);
    }

    /// CDK selects from a list of selections, too, each of which is its place in a list that was split.
    private String selected(JsonNode of) {
        JsonNode list = of.get(1);
        if (list.isArray()) {
            return text(list.get(of.get(0).asInt()));
        }
        JsonNode split = list.path("Fn::Split");
        String whole = text(split.get(1));
        return whole.contains("${")
                ? "select(" + of.get(0).asInt() + ", " + split.get(0).asText() + ", " + whole + ")"
                : List.of(whole.split(Pattern.quote(split.get(0).asText()), -1)).get(of.get(0).asInt());
    }
}
