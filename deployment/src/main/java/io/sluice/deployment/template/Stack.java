package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.Right;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A template under way: its resources and outputs, and the expressions that stand for its names.
final class Stack {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z0-9:]+)(?:\\.([A-Za-z]+))?}");
    private static final Pattern NAME = Pattern.compile("\\$\\{([a-z_]+)}");

    private final ObjectNode resources = JSON.createObjectNode();
    private final ObjectNode outputs = JSON.createObjectNode();
    private final Map<String, String> names = new TreeMap<>();
    private final String plainName;

    /// @param plainName the stream's, in names of resources
    Stack(String plainName) {
        this.plainName = plainName;
        name(DeployedName.PARTITION, "${AWS::Partition}");
        name(DeployedName.REGION, "${AWS::Region}");
        name(DeployedName.ACCOUNT_ID, "${AWS::AccountId}");
        name(DeployedName.URL_SUFFIX, "${AWS::URLSuffix}");
    }

    /// Tells what stands for a name, as `Fn::Sub` has it: `${DataBucket.Arn}`.
    void name(DeployedName name, String expression) {
        names.put(name.word(), expression);
    }

    /// What `text` is in the template, its [DeployedName]s and other words told before replaced.
    JsonNode text(String text) {
        String filled = DeployedName.fill(text, this::expression);
        Matcher whole = REFERENCE.matcher(filled);
        if (whole.matches()) {
            return whole.group(2) == null ? ref(whole.group(1)) : attribute(whole.group(1), whole.group(2));
        }
        return filled.contains("${") ? call("Fn::Sub", TextNode.valueOf(filled)) : TextNode.valueOf(filled);
    }

    private String expression(String word) {
        String expression = names.get(word);
        if (expression == null) {
            throw new IllegalStateException("Nobody told the name ${" + word + "}");
        }
        return expression;
    }

    JsonNode text(DeployedName name) {
        return text(name.toString());
    }

    /// A text of the user's, in which these names stand and any other `${…}` is what it is.
    JsonNode text(String text, DeployedName... of) {
        String filled = text;
        String escaped = text.replace("${", "${!");
        for (DeployedName name : of) {
            String expression = expression(name.word());
            filled = filled.replace(name.toString(), expression);
            escaped = escaped.replace("${!" + name.word() + "}", expression);
        }
        boolean referring = Stream.of(of).anyMatch(name -> expression(name.word()).contains("${"));
        return referring ? call("Fn::Sub", TextNode.valueOf(escaped)) : TextNode.valueOf(filled);
    }

    /// Tells what a word stands for that is no [DeployedName]: an alarm's.
    void name(String word, String expression) {
        names.put(word, expression);
    }

    /// A value of the user's as it is, but for texts that are one [DeployedName] and nothing else.
    JsonNode value(Object value) {
        return value(JSON.<JsonNode>valueToTree(value));
    }

    private JsonNode value(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JSON.createObjectNode();
            object.properties().forEach(each -> copy.set(each.getKey(), value(each.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JSON.createArrayNode();
            array.forEach(each -> copy.add(value(each)));
            return copy;
        }
        Matcher name = NAME.matcher(node.asText());
        return node.isTextual() && name.matches() && names.containsKey(name.group(1)) ? text(node.asText()) : node;
    }

    /// Texts in which [DeployedName]s stand among others.
    JsonNode filled(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JSON.createObjectNode();
            object.properties().forEach(each -> copy.set(each.getKey(), filled(each.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JSON.createArrayNode();
            array.forEach(each -> copy.add(filled(each)));
            return copy;
        }
        return node.isTextual() ? text(node.asText()) : node;
    }

    /// Adds a resource, whose properties the caller fills in.
    ObjectNode resource(String id, String type) {
        if (resources.has(id)) {
            throw new IllegalStateException("There are two resources " + id);
        }
        return resources.putObject(id).put("Type", type).putObject("Properties");
    }

    /// Has a resource wait for others.
    void dependsOn(String id, String... others) {
        ((ObjectNode) resources.path(id)).set("DependsOn", JSON.valueToTree(List.of(others)));
    }

    /// Sets what becomes of a resource that its stack no longer has, or that an update replaces.
    void keep(String id, String whenRemoved, String whenReplaced) {
        ((ObjectNode) resources.path(id)).put("DeletionPolicy", whenRemoved).put("UpdateReplacePolicy", whenReplaced);
    }

    ObjectNode output(String id, String description, JsonNode value) {
        ObjectNode output = outputs.putObject(id).put("Description", description);
        output.set("Value", value);
        return output;
    }

    /// Adds a role that `service` takes on for this account alone, with its policy `<id>Policy`.
    ///
    /// @param part what it is called after the stream
    void role(String id, String part, String description, String service, List<Right> rights) {
        ObjectNode role = resource(id, "AWS::IAM::Role");
        role.set("RoleName", physical(part));
        role.put("Description", description);
        ObjectNode trust = JSON.createObjectNode().put("Effect", "Allow").put("Action", "sts:AssumeRole");
        trust.putObject("Principal").put("Service", service + ".amazonaws.com");
        trust.putObject("Condition").putObject("StringEquals").set("aws:SourceAccount", ref("AWS::AccountId"));
        role.set("AssumeRolePolicyDocument", document(JSON.createArrayNode().add(trust)));
        policy(id + "Policy", id, rights);
    }

    /// Adds a policy of a role.
    void policy(String id, String role, List<Right> rights) {
        ObjectNode policy = resource(id, "AWS::IAM::Policy");
        policy.put("PolicyName", id);
        policy.putArray("Roles").add(ref(role));
        ArrayNode statements = JSON.createArrayNode();
        rights.forEach(right -> statements.add(statement(right)));
        policy.set("PolicyDocument", document(statements));
    }

    static ObjectNode document(ArrayNode statements) {
        ObjectNode document = JSON.createObjectNode().put("Version", "2012-10-17");
        document.set("Statement", statements);
        return document;
    }

    private ObjectNode statement(Right right) {
        ObjectNode statement = JSON.createObjectNode().put("Effect", "Allow");
        statement.set("Action", JSON.valueToTree(right.actions()));
        ArrayNode on = statement.putArray("Resource");
        right.resources().forEach(each -> on.add(text(each)));
        if (!right.conditions().isEmpty()) {
            statement.set("Condition", filled(JSON.valueToTree(right.conditions())));
        }
        return statement;
    }

    /// The name of the stream's `part`, where the stack's parameter asks for names.
    JsonNode physical(String part) {
        return physicalIn("", part);
    }

    /// The same in a folder of names.
    JsonNode physicalIn(String folder, String part) {
        return choice("Named", call("Fn::Sub",
                TextNode.valueOf(folder + "${NamePrefix}" + plainName + "-" + part)));
    }

    /// `value` on a condition, and nothing without it.
    static JsonNode choice(String condition, JsonNode value) {
        return call("Fn::If", JSON.createArrayNode().add(condition).add(value).add(ref("AWS::NoValue")));
    }

    static JsonNode ref(String id) {
        return call("Ref", TextNode.valueOf(id));
    }

    static JsonNode attribute(String id, String name) {
        return call("Fn::GetAtt", JSON.createArrayNode().add(id).add(name));
    }

    static JsonNode call(String function, JsonNode argument) {
        return JsonNodeFactory.instance.objectNode().set(function, argument);
    }

    ObjectNode resources() {
        return resources;
    }

    ObjectNode outputs() {
        return outputs;
    }
}
