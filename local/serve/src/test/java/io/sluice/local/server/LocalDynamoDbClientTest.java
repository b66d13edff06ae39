package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.objects.StoreException;
import io.sluice.testkit.contract.BufferIndexContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The index's contract on the DynamoDB adapter without a server. Each index is a stream of its own in one table.
final class LocalDynamoDbClientTest extends BufferIndexContract {
    private static DynamoDbLocal.Database database;
    private static DynamoDbClient client;

    private final String stream = "stream-" + UUID.randomUUID();

    @BeforeAll
    static void open() throws ReflectiveOperationException {
        database = DynamoDbLocal.open(null);
        client = new LocalDynamoDbClient(database);
        IndexTable.create(client, "contract");
    }

    @AfterAll
    static void shutDown() throws ReflectiveOperationException {
        database.shutdown();
    }

    @Override
    protected BufferIndex index() {
        return new DynamoDbIndex(client, "contract", stream, new RequestCounts());
    }

    @Override
    protected String stream() {
        return stream;
    }

    @Override
    protected BufferIndex another(BufferIndex index, String buffer) {
        return new DynamoDbIndex(client, "contract", buffer, stream, new RequestCounts());
    }

    @Test
    void aTableThatIsThereStays() {
        BufferIndex index = index();
        index.useShards(7);
        IndexTable.create(client, "contract");
        assertEquals(7, index.shardsUsed());
    }

    @Test
    void aTableThatIsNotThereIsRefusedAsTheServiceDoes() {
        var index = new DynamoDbIndex(client, "none", "stream", new RequestCounts());
        StoreException e = assertThrows(StoreException.class, index::state);
        assertEquals(StoreException.Kind.REFUSED, e.kind(), e.getMessage());
        assertTrue(e.getMessage().contains("none"), e.getMessage());
    }

    @Test
    void whatIsAskedOfADatabaseThatIsShutDownFailsAndSaysSo() throws ReflectiveOperationException {
        DynamoDbLocal.Database closed = DynamoDbLocal.open(null);
        DynamoDbClient over = new LocalDynamoDbClient(closed);
        IndexTable.create(over, "contract");
        closed.shutdown();
        var index = new DynamoDbIndex(over, "contract", "stream", new RequestCounts());
        assertThrows(StoreException.class, index::state);
    }
}
