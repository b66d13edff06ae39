package io.sluice.local.server;

import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbLanes;
import io.sluice.aws.RequestCounts;
import io.sluice.lane.LaneLog;
import io.sluice.testkit.contract.LaneLogContract;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The contract of histories of lanes on the DynamoDB adapter, against the embedded DynamoDB. Each is of a stream of
/// its own in one table.
final class DynamoDbLanesTest extends LaneLogContract {
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
    protected LaneLog log() {
        return new DynamoDbLanes(client, "contract", "stream-" + UUID.randomUUID(), new RequestCounts());
    }
}
