package io.sluice.aws;

import io.sluice.recover.RecoveryMark;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// The mark of a stream's recovery: the item `<stream>#state` / `recovery`, whose `p` says how far it got. It is put and never deleted,
/// which takes no permission besides a flush run's. Safe for concurrent use.
public final class DynamoDbRecoveryMark implements RecoveryMark {
    private static final String PROGRESS = "p";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final Map<String, AttributeValue> key;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;

    public DynamoDbRecoveryMark(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.key = Map.of(DynamoDbIndex.PARTITION_KEY, AttributeValue.fromS(stream + "#state"), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS("recovery"));
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
    }

    @Override
    public Progress read() {
        var response = failures.reading("GetItem (recovery)", () -> dynamoDb.getItem(request -> request.tableName(table)
                .key(key).consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.readUnits(response.consumedCapacity() == null ? 0 : response.consumedCapacity().capacityUnits());
        AttributeValue progress = response.hasItem() ? response.item().get(PROGRESS) : null;
        return progress == null || progress.s() == null ? Progress.NONE : Progress.valueOf(progress.s());
    }

    @Override
    public void write(Progress progress) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.put(PROGRESS, AttributeValue.fromS(progress.name()));
        var response = failures.writing("PutItem (recovery)", () -> dynamoDb.putItem(request -> request.tableName(table)
                .item(item).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.writeUnits(response.consumedCapacity() == null ? 0 : response.consumedCapacity().capacityUnits());
    }
}
