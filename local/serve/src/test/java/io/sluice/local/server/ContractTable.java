package io.sluice.local.server;

import io.sluice.aws.AwsClients;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// An index table in an embedded DynamoDB of its own, for contracts on adapters as the functions use them: each test
/// takes a stream of its own in it.
record ContractTable(EmbeddedDynamoDb server, SdkHttpClient http, DynamoDbClient client) implements AutoCloseable {
    static final String NAME = "contract";

    static ContractTable start() {
        EmbeddedDynamoDb server = EmbeddedDynamoDb.inMemory(AccessKey.random());
        SdkHttpClient http = UrlConnectionHttpClient.create();
        DynamoDbClient client = AwsClients.dynamoDb(http, Optional.of(server.endpoint()));
        IndexTable.create(client, NAME);
        return new ContractTable(server, http, client);
    }

    @Override
    public void close() {
        client.close();
        http.close();
        server.close();
    }
}
