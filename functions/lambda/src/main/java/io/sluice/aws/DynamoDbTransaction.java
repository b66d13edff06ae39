package io.sluice.aws;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// Writes of several items of one table, all or none. Safe for concurrent use.
final class DynamoDbTransaction {
    /// The condition of an item that is to be new.
    static final String ABSENT = "attribute_not_exists(pk)";
    private static final String CONDITION_FAILED = "ConditionalCheckFailed";

    private final DynamoDbClient dynamoDb;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;

    DynamoDbTransaction(DynamoDbClient dynamoDb, RequestCounts counts, DynamoDbFailures failures) {
        this.dynamoDb = dynamoDb;
        this.counts = counts;
        this.failures = failures;
    }

    /// The SDK gives each call a token of its own, so that the answer to its own retry of a transaction that was
    /// applied is that of the first; another call never shares it.
    ///
    /// @param what the request is called in messages
    /// @return false when one of the items' conditions does not hold, and nothing was written
    boolean write(String what, List<TransactWriteItem> items) {
        return failures.writing(what, () -> written(items));
    }

    private boolean written(List<TransactWriteItem> items) {
        try {
            dynamoDb.transactWriteItems(request -> request.transactItems(items)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)).consumedCapacity()
                    .forEach(capacity -> counts.writeUnits(units(capacity)));
            return true;
        } catch (TransactionCanceledException e) {
            if (e.cancellationReasons().stream().anyMatch(reason -> CONDITION_FAILED.equals(reason.code()))) {
                return false;
            }
            throw e;
        }
    }

    /// Of one table; 0 where it was not asked for.
    static double units(ConsumedCapacity capacity) {
        return capacity == null ? 0 : capacity.capacityUnits();
    }
}
