package io.sluice.local.smoke;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// Tables by AWS's SDK.
record SdkTables(DynamoDbClient dynamoDb) implements CloudTables {
    @Override
    public int clear(String table) {
        int items = 0;
        for (Map<String, AttributeValue> item : dynamoDb.scanPaginator(request -> request.tableName(table)
                .projectionExpression("pk,sk").consistentRead(true)).items()) {
            dynamoDb.deleteItem(request -> request.tableName(table).key(item));
            items++;
        }
        return items;
    }

    @Override
    public void remove(String table) {
        try {
            dynamoDb.updateTable(request -> request.tableName(table).deletionProtectionEnabled(false));
            dynamoDb.waiter().waitUntilTableExists(request -> request.tableName(table));
            dynamoDb.deleteTable(request -> request.tableName(table));
            dynamoDb.waiter().waitUntilTableNotExists(request -> request.tableName(table));
        } catch (ResourceNotFoundException e) {
            // It is gone, as it is to be.
        }
    }
}
