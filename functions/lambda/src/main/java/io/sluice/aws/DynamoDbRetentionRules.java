package io.sluice.aws;

import io.sluice.objects.StoreException;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RetentionException;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/// One stream's retention rules in its index table: an item `<stream>#retention` / `<key>=<value>` each, with the
/// number of days as `d`. Safe for concurrent use.
public final class DynamoDbRetentionRules implements RetentionRules {
    private static final String DAYS = "d";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final String stream;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;

    private DynamoDbRetentionRules(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.stream = stream;
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
    }

    /// Gives the port, so that its caller is verified without loading it.
    public static RetentionRules create(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        return new DynamoDbRetentionRules(dynamoDb, table, stream, counts);
    }

    @Override
    public List<RetentionRule> all() {
        List<RetentionRule> rules = new ArrayList<>();
        Map<String, AttributeValue> after = Map.of();
        do {
            Map<String, AttributeValue> start = after;
            QueryResponse page = failures.reading("Query (retention)", () -> dynamoDb.query(request -> {
                request.tableName(table).consistentRead(true).keyConditionExpression("pk = :pk")
                        .expressionAttributeValues(Map.of(":pk", partitionKey()))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
                if (!start.isEmpty()) {
                    request.exclusiveStartKey(start);
                }
            }));
            counts.readUnits(units(page.consumedCapacity()));
            page.items().forEach(item -> rules.add(rule(item)));
            after = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!after.isEmpty());
        return rules;
    }

    @Override
    public void set(RetentionRule rule) {
        Map<String, AttributeValue> item = Map.of(DynamoDbIndex.PARTITION_KEY, partitionKey(), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS(rule.of().toString()), DAYS,
                AttributeValue.fromN(Integer.toString(rule.days())));
        counts.writeUnits(units(failures.writing("PutItem (retention)", () -> dynamoDb.putItem(request -> request
                .tableName(table).item(item).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)))
                .consumedCapacity()));
    }

    @Override
    public boolean remove(KeyValue of) {
        Map<String, AttributeValue> key = Map.of(DynamoDbIndex.PARTITION_KEY, partitionKey(), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS(of.toString()));
        DeleteItemResponse response = failures.writing("DeleteItem (retention)",
                () -> dynamoDb.deleteItem(request -> request.tableName(table).key(key)
                        .returnValues(ReturnValue.ALL_OLD).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.writeUnits(units(response.consumedCapacity()));
        return response.hasAttributes() && !response.attributes().isEmpty();
    }

    /// @throws StoreException when the item is not one of ours: somebody changed it by hand
    private RetentionRule rule(Map<String, AttributeValue> item) {
        AttributeValue key = item.getOrDefault(DynamoDbIndex.SORT_KEY, AttributeValue.fromS(""));
        AttributeValue days = item.getOrDefault(DAYS, AttributeValue.fromN("0"));
        try {
            return new RetentionRule(KeyValue.parse(key.s()), Integer.parseInt(days.n()));
        } catch (RetentionException | NumberFormatException e) {
            throw new StoreException(StoreException.Kind.REFUSED, "the item " + stream + "#retention / " + key.s()
                    + " of table " + table + " is no retention rule (" + e.getMessage() + "); delete or repair it", e);
        }
    }

    private AttributeValue partitionKey() {
        return AttributeValue.fromS(stream + "#retention");
    }

    private static double units(ConsumedCapacity capacity) {
        return capacity == null ? 0 : capacity.capacityUnits();
    }
}
