package io.sluice.infra.iam;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// DynamoDB's calls (service authorization reference, "Actions, resources, and condition keys for Amazon DynamoDB"; for
/// transactions the developer guide, "Using IAM with DynamoDB transactions": they need the actions of their parts).
/// Conditions of a write need nothing beside the write.
final class DynamoDbNeeds {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LEADING_KEYS = "dynamodb:LeadingKeys";
    private static final String PARTITION_KEY = "pk";
    private static final Map<String, String> PARTS = Map.of("Put", "dynamodb:PutItem", "Update",
            "dynamodb:UpdateItem", "Delete", "dynamodb:DeleteItem", "ConditionCheck", "dynamodb:ConditionCheckItem",
            "Get", "dynamodb:GetItem");

    private DynamoDbNeeds() {}

    static List<Permission> of(Call call, Names names) {
        String target = call.header("x-amz-target").orElseThrow();
        String operation = target.substring(target.indexOf('.') + 1);
        JsonNode body = body(call);
        return switch (operation) {
            case "PutItem" -> item(operation, body, "Item", names);
            case "GetItem", "DeleteItem" -> item(operation, body, "Key", names);
            case "Query" -> query(body, names);
            case "BatchWriteItem" -> batch(body, names);
            case "BatchGetItem" -> reads(body, names);
            case "TransactWriteItems", "TransactGetItems" -> transaction(body, names);
            default -> throw new AssertionError("no one knows yet what DynamoDB's " + operation + " needs");
        };
    }

    private static JsonNode body(Call call) {
        try {
            return JSON.readTree(call.body());
        } catch (IOException e) {
            throw new UncheckedIOException(call.toString(), e);
        }
    }

    private static List<Permission> item(String operation, JsonNode body, String member, Names names) {
        return needs("dynamodb:" + operation, body.path("TableName").asText(),
                Set.of(partition(body.path(member))), names);
    }

    /// Sluice's queries name the partition key's value `:pk`.
    private static List<Permission> query(JsonNode body, Names names) {
        if (!body.path("KeyConditionExpression").asText().equals("pk = :pk")) {
            throw new AssertionError("a query by other keys: " + body);
        }
        return needs("dynamodb:Query", body.path("TableName").asText(),
                Set.of(body.at("/ExpressionAttributeValues/:pk/S").asText()), names);
    }

    private static List<Permission> batch(JsonNode body, Names names) {
        List<Permission> all = new ArrayList<>();
        body.path("RequestItems").properties().forEach(table -> {
            Set<String> keys = new TreeSet<>();
            table.getValue().forEach(request -> keys.add(partition(request.has("PutRequest")
                    ? request.at("/PutRequest/Item")
                    : request.at("/DeleteRequest/Key"))));
            all.addAll(needs("dynamodb:BatchWriteItem", table.getKey(), keys, names));
        });
        return all;
    }

    private static List<Permission> reads(JsonNode body, Names names) {
        List<Permission> all = new ArrayList<>();
        body.path("RequestItems").properties().forEach(table -> {
            Set<String> keys = new TreeSet<>();
            table.getValue().path("Keys").forEach(key -> keys.add(partition(key)));
            all.addAll(needs("dynamodb:BatchGetItem", table.getKey(), keys, names));
        });
        return all;
    }

    private static List<Permission> transaction(JsonNode body, Names names) {
        List<Permission> all = new ArrayList<>();
        body.path("TransactItems").forEach(each -> each.properties().forEach(part -> {
            String action = PARTS.getOrDefault(part.getKey(), "");
            if (action.isEmpty()) {
                throw new AssertionError("no one knows yet what a transaction's " + part.getKey() + " needs");
            }
            all.addAll(needs(action, part.getValue().path("TableName").asText(),
                    Set.of(partition(part.getValue().has("Item")
                            ? part.getValue().path("Item")
                            : part.getValue().path("Key"))),
                    names));
        }));
        return all;
    }

    private static String partition(JsonNode item) {
        String value = item.path(PARTITION_KEY).path("S").asText();
        if (value.isEmpty()) {
            throw new AssertionError("an item without its partition key: " + item);
        }
        return value;
    }

    /// A table with a key of the user's: DynamoDB decrypts the table's own key for whoever asks.
    private static List<Permission> needs(String action, String table, Set<String> partitions, Names names) {
        List<Permission> needs = new ArrayList<>();
        needs.add(Permission.of(action, names.tableArn(table)).with(LEADING_KEYS, partitions));
        names.key(table).ifPresent(key -> needs.add(KeyNeeds.of("kms:Decrypt", key, "dynamodb")));
        return needs;
    }
}
