package io.sluice.aws;

import io.sluice.objects.StoreException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/// Says what a DynamoDB request's failure means for the caller.
final class DynamoDbFailures {
    private final String table;

    DynamoDbFailures(String table) {
        this.table = table;
    }

    /// Runs a request that changes nothing.
    <T> T reading(String operation, Supplier<T> request) {
        return run(operation, StoreException.Kind.UNAVAILABLE, request);
    }

    /// Runs a request that changes something: any failure that is not a clear refusal leaves the outcome unknown, since
    /// an earlier attempt of the SDK's may have been applied. So do a transaction that met another one, and a token
    /// that DynamoDB takes for another transaction's.
    <T> T writing(String operation, Supplier<T> request) {
        return run(operation, StoreException.Kind.UNKNOWN, request);
    }

    /// The same for a request whose answer says nothing.
    void write(String operation, Runnable request) {
        run(operation, StoreException.Kind.UNKNOWN, () -> {
            request.run();
            return operation;
        });
    }

    private <T> T run(String operation, StoreException.Kind otherwise, Supplier<T> request) {
        try {
            return request.get();
        } catch (ProvisionedThroughputExceededException | ThrottlingException | RequestLimitExceededException
                | InternalServerErrorException | TransactionCanceledException | TransactionInProgressException
                | IdempotentParameterMismatchException e) {
            throw new StoreException(otherwise, operation + " on table " + table + ": " + e.getMessage(), e);
        } catch (DynamoDbException e) {
            StoreException.Kind kind = e.statusCode() >= 500 ? otherwise : StoreException.Kind.REFUSED;
            throw new StoreException(kind, operation + " on table " + table + ": " + e.getMessage()
                    + (kind == StoreException.Kind.REFUSED ? "; check the table's name and the function's policy" : ""),
                    e);
        } catch (SdkException e) {
            throw new StoreException(otherwise, operation + " on table " + table + ": " + e.getMessage(), e);
        }
    }
}
