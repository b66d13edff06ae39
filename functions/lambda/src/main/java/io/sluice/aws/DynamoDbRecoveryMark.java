package io.sluice.aws;

import io.sluice.index.RecoveryProgress;
import io.sluice.objects.ObjectKey;
import io.sluice.recover.RecoveryMark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// The mark of a stream's recovery: the item `<stream>#state` / `recovery`, whose `p` says how far it got and `u`
/// which segments it could not read or decide on, and `c` up to which it has gone through them. It is put and never
/// deleted, which takes no permission besides a flush run's. Safe for concurrent use.
public final class DynamoDbRecoveryMark implements RecoveryMark {
    private static final String PROGRESS = "p";
    private static final String UNREADABLE = "u";
    private static final String CURSOR = "c";
    private static final String NOT_FURTHER = "attribute_not_exists(p) OR p = :a OR p = :b OR p = :c";

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
    public Standing read() {
        var response = failures.reading("GetItem (recovery)", () -> dynamoDb.getItem(request -> request.tableName(table)
                .key(key).consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.readUnits(response.consumedCapacity() == null ? 0 : response.consumedCapacity().capacityUnits());
        AttributeValue progress = response.hasItem() ? response.item().get(PROGRESS) : null;
        if (progress == null || progress.s() == null) {
            return Standing.NONE;
        }
        AttributeValue unreadable = response.item().get(UNREADABLE);
        Set<ObjectKey> keys = unreadable == null
                ? Set.of()
                : unreadable.ss().stream().map(ObjectKey::new).collect(Collectors.toSet());
        AttributeValue cursor = response.item().get(CURSOR);
        return new Standing(RecoveryProgress.valueOf(progress.s()), keys, cursor == null ? "" : cursor.s());
    }

    @Override
    public void write(Standing standing) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.put(PROGRESS, AttributeValue.fromS(standing.progress().name()));
        if (!standing.unreadable().isEmpty()) {
            item.put(UNREADABLE,
                    AttributeValue.fromSs(standing.unreadable().stream().map(ObjectKey::value).sorted().toList()));
        }
        if (!standing.cursor().isEmpty()) {
            item.put(CURSOR, AttributeValue.fromS(standing.cursor()));
        }
        var capacity = failures.writing("PutItem (recovery)", () -> {
            try {
                return Optional.ofNullable(dynamoDb.putItem(request -> request.tableName(table).item(item)
                        .conditionExpression(NOT_FURTHER).expressionAttributeValues(notFurther(standing.progress()))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)).consumedCapacity());
            } catch (ConditionalCheckFailedException _) {
                return Optional.<ConsumedCapacity>empty();
            }
        });
        counts.writeUnits(capacity.map(ConsumedCapacity::capacityUnits).orElse(0.0));
    }

    /// The values that the mark may have for it to be moved to `progress`.
    private static Map<String, AttributeValue> notFurther(RecoveryProgress progress) {
        List<RecoveryProgress> may = switch (progress) {
            case NONE, BEGUN -> List.of(RecoveryProgress.BEGUN, RecoveryProgress.BEGUN, RecoveryProgress.BEGUN);
            case OPEN -> List.of(RecoveryProgress.BEGUN, RecoveryProgress.OPEN, RecoveryProgress.OPEN);
            case ENDED -> List.of(RecoveryProgress.BEGUN, RecoveryProgress.OPEN, RecoveryProgress.ENDED);
        };
        return Map.of(":a", AttributeValue.fromS(may.get(0).name()), ":b", AttributeValue.fromS(may.get(1).name()),
                ":c",
                AttributeValue.fromS(may.get(2).name()));
    }
}
