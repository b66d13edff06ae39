package io.sluice.local.server;

import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.testkit.contract.BufferIndexContract;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The index's contract on the DynamoDB adapter, as the functions use it, against the embedded DynamoDB. Each index is
/// a stream of its own in one table.
final class DynamoDbIndexTest extends BufferIndexContract {
    private static EmbeddedDynamoDb server;
    private static SdkHttpClient http;
    private static DynamoDbClient client;

    @BeforeAll
    static void start() {
        server = EmbeddedDynamoDb.inMemory(AccessKey.random());
        http = UrlConnectionHttpClient.create();
        client = AwsClients.dynamoDb(http, Optional.of(server.endpoint()));
        IndexTable.create(client, "contract");
    }

    @AfterAll
    static void stop() {
        client.close();
        http.close();
        server.close();
    }

    @Override
    protected BufferIndex index() {
        return new DynamoDbIndex(client, "contract", "stream-" + UUID.randomUUID(), new RequestCounts());
    }
}
