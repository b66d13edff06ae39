package io.sluice.aws;

import io.sluice.index.BufferIndex.Advance;
import io.sluice.objects.StoreException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/// The positions of one stream's numbered sources, in its index table: an item `<stream>#position` / the source's name
/// each, with the sequence number as `q`. Safe for concurrent use.
final class DynamoDbPositions {
    private static final String SEQUENCE = "q";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final String stream;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;
    private final DynamoDbTransaction transaction;

    DynamoDbPositions(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.stream = stream;
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
        this.transaction = new DynamoDbTransaction(dynamoDb, counts, failures);
    }

    /// Puts an item and moves a position, both or neither.
    Advance put(Map<String, AttributeValue> item, Optional<SequenceNumber> expected, Position next) {
        List<TransactWriteItem> both = List.of(
                TransactWriteItem.builder().put(put -> put.tableName(table).item(item)).build(), move(expected, next));
        return transaction.write("TransactWriteItems (position)", both) ? Advance.ADVANCED : Advance.CONFLICT;
    }

    private TransactWriteItem move(Optional<SequenceNumber> expected, Position next) {
        return TransactWriteItem.builder().put(put -> {
            put.tableName(table).item(item(next));
            if (expected.isPresent()) {
                put.conditionExpression("q = :q").expressionAttributeValues(Map.of(":q", text(expected.get())));
            } else {
                put.conditionExpression(DynamoDbTransaction.ABSENT);
            }
        }).build();
    }

    void putIfAbsent(Position position) {
        failures.write("PutItem (position)", () -> {
            try {
                counts.writeUnits(DynamoDbTransaction.units(dynamoDb
                        .putItem(request -> request.tableName(table).item(item(position))
                                .conditionExpression(DynamoDbTransaction.ABSENT)
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()));
            } catch (ConditionalCheckFailedException e) {
                // One is there, and stays.
            }
        });
    }

    private Map<String, AttributeValue> item(Position position) {
        return Map.of(DynamoDbIndex.PARTITION_KEY, partitionKey(), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS(position.source().name()), SEQUENCE, text(position.sequence()));
    }

    Optional<SequenceNumber> read(NumberedSource source) {
        Map<String, AttributeValue> key = Map.of(DynamoDbIndex.PARTITION_KEY, partitionKey(), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS(source.name()));
        var response = failures.reading("GetItem (position)", () -> dynamoDb.getItem(request -> request.tableName(table)
                .key(key).consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.readUnits(DynamoDbTransaction.units(response.consumedCapacity()));
        if (!response.hasItem() || response.item().isEmpty()) {
            return Optional.empty();
        }
        AttributeValue sequence = response.item().getOrDefault(SEQUENCE, AttributeValue.fromS(""));
        try {
            return Optional.of(new SequenceNumber(sequence.s() == null ? "" : sequence.s()));
        } catch (IllegalArgumentException e) {
            throw new StoreException(StoreException.Kind.REFUSED, "the item " + stream + "#position / " + source
                    + " of table " + table + " is no position (" + e.getMessage() + "); restore it from a copy", e);
        }
    }

    private AttributeValue partitionKey() {
        return AttributeValue.fromS(stream + "#position");
    }

    private static AttributeValue text(SequenceNumber sequence) {
        return AttributeValue.fromS(sequence.digits());
    }
}
