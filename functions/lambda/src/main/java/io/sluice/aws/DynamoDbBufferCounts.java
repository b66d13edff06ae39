package io.sluice.aws;

import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferCountLog;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.StoreException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// The history of a stream's buffers: the item `<stream>#state` / `lanes`, whose `l` is the history as text. Safe for
/// concurrent use.
public final class DynamoDbBufferCounts implements BufferCountLog {
    private static final String HISTORY = "l";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final Map<String, AttributeValue> key;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;

    public DynamoDbBufferCounts(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.key = Map.of(DynamoDbIndex.PARTITION_KEY, AttributeValue.fromS(stream + "#state"), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS("lanes"));
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
    }

    /// @throws StoreException when the item is no history: somebody changed it by hand
    @Override
    public Optional<BufferCountHistory> bufferCounts() {
        var response = failures.reading("GetItem (lanes)", () -> dynamoDb.getItem(request -> request.tableName(table)
                .key(key).consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.readUnits(response.consumedCapacity() == null ? 0 : response.consumedCapacity().capacityUnits());
        return response.hasItem() ? Optional.of(decode(response.item())) : Optional.empty();
    }

    private BufferCountHistory decode(Map<String, AttributeValue> item) {
        AttributeValue history = item.get(HISTORY);
        try {
            return BufferCountHistory.decode(history == null || history.s() == null ? "" : history.s());
        } catch (MalformedEncodingException e) {
            throw new StoreException(StoreException.Kind.REFUSED,
                    "the item " + key + " in table " + table + ": " + e.getMessage(), e);
        }
    }

    @Override
    public boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.put(HISTORY, AttributeValue.fromS(next.encode()));
        PutItemRequest.Builder request = PutItemRequest.builder().tableName(table).item(item)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
        if (expected.isPresent()) {
            request.conditionExpression("l = :l")
                    .expressionAttributeValues(Map.of(":l", AttributeValue.fromS(expected.get().encode())));
        } else {
            request.conditionExpression("attribute_not_exists(pk)");
        }
        return failures.writing("PutItem (lanes)", () -> {
            try {
                ConsumedCapacity capacity = dynamoDb.putItem(request.build()).consumedCapacity();
                counts.writeUnits(capacity == null ? 0 : capacity.capacityUnits());
                return true;
            } catch (ConditionalCheckFailedException _) {
                return false;
            }
        });
    }
}
