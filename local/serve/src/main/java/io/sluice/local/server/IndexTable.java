package io.sluice.local.server;

import io.sluice.aws.DynamoDbIndex;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// The index table, as the deployment makes it on AWS.
public final class IndexTable {
    private IndexTable() {}

    /// Creates the table `name` unless it is there.
    public static void create(DynamoDbClient client, String name) {
        try {
            client.createTable(table -> table.tableName(name).billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(text(DynamoDbIndex.PARTITION_KEY), text(DynamoDbIndex.SORT_KEY))
                    .keySchema(key(DynamoDbIndex.PARTITION_KEY, KeyType.HASH),
                            key(DynamoDbIndex.SORT_KEY, KeyType.RANGE)));
        } catch (ResourceInUseException e) {
            // It is there already, left by a run that is taken up again.
        }
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder().attributeName(name).attributeType(ScalarAttributeType.S).build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
