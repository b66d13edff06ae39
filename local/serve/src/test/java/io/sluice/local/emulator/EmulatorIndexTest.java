package io.sluice.local.emulator;

import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.index.BufferIndex;
import io.sluice.local.server.IndexTable;
import io.sluice.testkit.contract.BufferIndexContract;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The index's contract on the DynamoDB adapter against an emulator.
@Tag("emulator")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EmulatorIndexTest extends BufferIndexContract {
    private final String table = "contract-" + UUID.randomUUID();
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final DynamoDbClient client = AwsClients.dynamoDb(http,
            Optional.of(ServiceEndpoint.open(Endpoint.required())));
    private String stream = "";

    @BeforeAll
    void create() {
        IndexTable.create(client, table);
    }

    @AfterAll
    void close() {
        client.close();
        http.close();
    }

    @Override
    protected BufferIndex index() {
        stream = "stream-" + UUID.randomUUID();
        return new DynamoDbIndex(client, table, stream, new RequestCounts());
    }

    @Override
    protected String stream() {
        return stream;
    }

    @Override
    protected BufferIndex another(BufferIndex index, String buffer) {
        return new DynamoDbIndex(client, table, buffer, stream, new RequestCounts());
    }
}
