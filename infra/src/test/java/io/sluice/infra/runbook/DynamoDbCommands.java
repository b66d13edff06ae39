package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/// `aws dynamodb`. Tables are the embedded server's; whether they are protected is kept here, since that server does
/// not.
final class DynamoDbCommands implements Service {
    private static final Pattern ATTRIBUTE = Pattern.compile("AttributeName=(\\w+),AttributeType=(\\w)");
    private static final Pattern EXPIRY = Pattern.compile("Enabled=(true|false),AttributeName=(\\w+)");
    private static final Pattern KEY = Pattern.compile("AttributeName=(\\w+),KeyType=(HASH|RANGE)");

    private final DynamoDbClient dynamoDb;
    /// Tables that cannot be deleted; the deployed one can't.
    final Set<String> protectedTables = new HashSet<>();

    DynamoDbCommands(DeployedStream stream) {
        this.dynamoDb = stream.dynamoDb;
        stream.output("IndexTableName").ifPresent(protectedTables::add);
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) throws IOException {
        try {
            return switch (operation) {
                case "update-table" -> unprotect(arguments);
                case "delete-table" -> delete(arguments);
                case "create-table" -> create(arguments);
                case "wait" -> await(arguments);
                case "update-time-to-live" -> expire(arguments);
                case "query" -> query(arguments);
                case "delete-item" -> deleteItem(arguments);
                default -> throw new Unknown("aws dynamodb " + operation);
            };
        } catch (DynamoDbException e) {
            throw new Refused("An error occurred: " + e.getMessage());
        }
    }

    private String unprotect(Arguments arguments) {
        String table = arguments.required("--table-name");
        if (!arguments.flag("--no-deletion-protection-enabled")) {
            throw new Unknown(arguments.toString());
        }
        arguments.end();
        dynamoDb.describeTable(describe -> describe.tableName(table));
        protectedTables.remove(table);
        return "{}\n";
    }

    private String delete(Arguments arguments) {
        String table = arguments.required("--table-name");
        arguments.end();
        if (protectedTables.contains(table)) {
            throw new Refused("An error occurred (ValidationException): Resource cannot be deleted as it is currently"
                    + " protected against deletion. Disable deletion protection first.");
        }
        dynamoDb.deleteTable(delete -> delete.tableName(table));
        return "{}\n";
    }

    private String create(Arguments arguments) {
        String table = arguments.required("--table-name");
        var attributes = arguments.values("--attribute-definitions").stream().map(each -> {
            var attribute = matched(ATTRIBUTE, each);
            return AttributeDefinition.builder().attributeName(attribute.get(0)).attributeType(attribute.get(1))
                    .build();
        }).toList();
        var keys = arguments.values("--key-schema").stream().map(each -> {
            var key = matched(KEY, each);
            return KeySchemaElement.builder().attributeName(key.get(0)).keyType(key.get(1)).build();
        }).toList();
        String billing = arguments.required("--billing-mode");
        boolean isProtected = arguments.flag("--deletion-protection-enabled");
        arguments.end();
        dynamoDb.createTable(create -> create.tableName(table).attributeDefinitions(attributes).keySchema(keys)
                .billingMode(billing));
        if (isProtected) {
            protectedTables.add(table);
        }
        return "{}\n";
    }

    private static List<String> matched(Pattern pattern, String text) {
        var matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new Unknown(text);
        }
        return List.of(matcher.group(1), matcher.group(2));
    }

    private String await(Arguments arguments) {
        String what = arguments.next();
        String table = arguments.required("--table-name");
        arguments.end();
        boolean isThere = dynamoDb.listTables().tableNames().contains(table);
        boolean awaited = switch (what) {
            case "table-exists" -> isThere;
            case "table-not-exists" -> !isThere;
            default -> throw new Unknown("aws dynamodb wait " + what);
        };
        if (!awaited) {
            throw new Refused("Waiter " + what + " failed: Max attempts exceeded");
        }
        return "";
    }

    private String expire(Arguments arguments) {
        String table = arguments.required("--table-name");
        var specification = matched(EXPIRY, arguments.required("--time-to-live-specification"));
        arguments.end();
        dynamoDb.updateTimeToLive(update -> update.tableName(table).timeToLiveSpecification(
                expiry -> expiry.enabled(Boolean.valueOf(specification.get(0))).attributeName(specification.get(1))));
        return "{}\n";
    }

    private String query(Arguments arguments) throws IOException {
        String table = arguments.required("--table-name");
        String condition = arguments.required("--key-condition-expression");
        var values = values(arguments.required("--expression-attribute-values"));
        arguments.end();
        var items = Synthesis.JSON.createArrayNode();
        dynamoDb.queryPaginator(query -> query.tableName(table).keyConditionExpression(condition)
                .expressionAttributeValues(values)).items().forEach(item -> {
                    ObjectNode shown = items.addObject();
                    item.forEach((name, value) -> shown.putObject(name).put(
                            value.type() == AttributeValue.Type.S ? "S" : "?",
                            value.type() == AttributeValue.Type.S ? value.s() : value.toString()));
                });
        return Synthesis.JSON.createObjectNode().set("Items", items).toPrettyString() + "\n";
    }

    private String deleteItem(Arguments arguments) throws IOException {
        String table = arguments.required("--table-name");
        var key = values(arguments.required("--key"));
        arguments.end();
        dynamoDb.deleteItem(delete -> delete.tableName(table).key(key));
        return "";
    }

    /// Texts in DynamoDB's JSON.
    private static Map<String, AttributeValue> values(String json) throws IOException {
        var values = new HashMap<String, AttributeValue>();
        for (Map.Entry<String, JsonNode> each : Synthesis.JSON.readTree(json).properties()) {
            if (!each.getValue().path("S").isTextual() || each.getValue().size() != 1) {
                throw new Unknown(json);
            }
            values.put(each.getKey(), AttributeValue.fromS(each.getValue().path("S").asText()));
        }
        return values;
    }
}
