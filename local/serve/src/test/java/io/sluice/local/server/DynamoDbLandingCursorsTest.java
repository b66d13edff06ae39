package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.DynamoDbLandingCursors;
import io.sluice.aws.RequestCounts;
import io.sluice.landing.LandingCursors;
import io.sluice.objects.StoreException;
import io.sluice.testkit.contract.LandingCursorsContract;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The contract of cursors of landings on the DynamoDB adapter, against the embedded DynamoDB. Each is of a stream of
/// its own in one table.
final class DynamoDbLandingCursorsTest extends LandingCursorsContract {
    private static ContractTable table;

    @BeforeAll
    static void start() {
        table = ContractTable.start();
    }

    @AfterAll
    static void stop() {
        table.close();
    }

    @Override
    protected LandingCursors cursors() {
        return cursors("stream-" + UUID.randomUUID(), new RequestCounts());
    }

    private static LandingCursors cursors(String stream, RequestCounts counts) {
        return cursors(stream, LandingCursors.Reader.EVENTS, counts);
    }

    private static LandingCursors cursors(String stream, LandingCursors.Reader reader, RequestCounts counts) {
        return new DynamoDbLandingCursors(table.client(), ContractTable.NAME, stream, reader, counts);
    }

    @Test
    void theCursorsOfAStreamAreNotThoseOfAnotherWhoseNameBeginsLikeIt() {
        String stream = "stream-" + UUID.randomUUID();
        cursors(stream + "2", new RequestCounts()).advance("a", 1);
        assertEquals(Map.of(), cursors(stream, new RequestCounts()).read());
    }

    @Test
    void eachReaderOfAStreamHasItsOwn() {
        String stream = "stream-" + UUID.randomUUID();
        cursors(stream, LandingCursors.Reader.EVENTS, new RequestCounts()).advance("a", 1);
        LandingCursors table = cursors(stream, LandingCursors.Reader.TABLE, new RequestCounts());
        assertEquals(Map.of(), table.read());
        table.advance("a", 7);
        assertEquals(Map.of("a", 1L), cursors(stream, new RequestCounts()).read());
        assertEquals(Map.of("a", 7L), table.read());
    }

    @Test
    void allAreReadForOneUnit() {
        RequestCounts counts = new RequestCounts();
        LandingCursors cursors = cursors("stream-" + UUID.randomUUID(), counts);
        for (int buffer = 0; buffer < 32; buffer++) {
            cursors.advance("quakes!lane!" + buffer, 1);
        }
        cursors.read();
        assertEquals(1, counts.snapshot().readUnits());
        assertEquals(32, counts.snapshot().writeUnits());
    }

    @Test
    void anItemThatIsNoCursorIsNamed() {
        String stream = "stream-" + UUID.randomUUID();
        table.client().putItem(put -> put.tableName(ContractTable.NAME).item(Map.of("pk",
                AttributeValue.fromS(stream + "#events"), "sk", AttributeValue.fromS("a"), "v",
                AttributeValue.fromN("1.5"))));
        StoreException failure = assertThrows(StoreException.class, cursors(stream, new RequestCounts())::read);
        assertTrue(failure.getMessage().contains(stream + "#events / a"), failure::getMessage);
    }
}
