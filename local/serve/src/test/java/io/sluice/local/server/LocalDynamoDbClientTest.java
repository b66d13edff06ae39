package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.index.Receipts;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.segment.SegmentId;
import io.sluice.segment.StagedSegment;
import io.sluice.testkit.contract.BufferIndexContract;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The index's contract on the DynamoDB adapter without a server. Each index is a stream of its own in one table.
final class LocalDynamoDbClientTest extends BufferIndexContract {
    private static final String SEGMENT = "0123456789abcdef".repeat(2) + "-" + "fedcba9876543210".repeat(2);

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

    private void putReceipt(RecordName name, String attribute, AttributeValue segment) {
        client.putItem(request -> request.tableName("contract").item(Map.of("pk",
                AttributeValue.fromS(stream + "#record#" + name), "sk", AttributeValue.fromS("receipt"), attribute,
                segment, "ttl", AttributeValue.fromN("1893456000"))));
    }

    private Map<String, AttributeValue> receipt(RecordName name) {
        return client.getItem(request -> request.tableName("contract").key(Map.of("pk",
                AttributeValue.fromS(stream + "#record#" + name), "sk", AttributeValue.fromS("receipt")))).item();
    }

    /// A version that knows no lanes of calls finds no `s`, and refuses the receipt.
    @Test
    void aReceiptNamesASegmentOfTheFirstLaneAsEverAndOneOfAnotherLaneElsewhere() {
        RecordName name = new RecordName(1, 2);
        SegmentId segment = SegmentId.parse("s", new ObjectKey("segments/s/" + SEGMENT));
        index().put(new Receipts(new StagedSegment(stream, segment), List.of(name), Instant.EPOCH));
        assertEquals(Map.of("s", AttributeValue.fromS(SEGMENT)), withoutKeys(receipt(name)));
        index().put(new Receipts(new StagedSegment(stream + "!lane!7", segment), List.of(name), Instant.EPOCH));
        assertEquals(Map.of("l", AttributeValue.fromS("7/" + SEGMENT)), withoutKeys(receipt(name)));
        putReceipt(name, "s", AttributeValue.fromS(SEGMENT));
        assertEquals(Map.of(name, new StagedSegment(stream, segment)), index().receipts(List.of(name)));
    }

    private static Map<String, AttributeValue> withoutKeys(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> rest = new HashMap<>(item);
        rest.keySet().removeAll(List.of("pk", "sk", "ttl"));
        return rest;
    }

    @Test
    void aReceiptThatNamesNoSegmentOfAnyLaneIsRefusedByName() {
        RecordName name = new RecordName(3, 4);
        for (String damaged : List.of("", "7", "7/", "/" + SEGMENT, "64/" + SEGMENT, "-1/" + SEGMENT, "x/" + SEGMENT,
                SEGMENT, "7/" + SEGMENT.substring(1))) {
            putReceipt(name, "l", AttributeValue.fromS(damaged));
            StoreException e = assertThrows(StoreException.class, () -> index().receipts(List.of(name)), damaged);
            assertTrue(String.valueOf(e.getMessage()).contains(stream + "#record#" + name), e.getMessage());
        }
        putReceipt(name, "l", AttributeValue.fromN("7"));
        assertThrows(StoreException.class, () -> index().receipts(List.of(name)));
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
