package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.aws.DynamoDbSweepMark;
import io.sluice.aws.RequestCounts;
import io.sluice.flush.SweepMark;
import io.sluice.testkit.contract.SweepMarkContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The contract of marks of sweeps on the DynamoDB adapter, against the embedded DynamoDB. Each is of a stream of its
/// own in one table.
final class DynamoDbSweepMarkTest extends SweepMarkContract {
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
    protected SweepMark mark() {
        return mark("stream-" + UUID.randomUUID());
    }

    private static SweepMark mark(String stream) {
        return new DynamoDbSweepMark(table.client(), ContractTable.NAME, stream, new RequestCounts());
    }

    /// A sweep that could not read its mark would never remove anything again.
    @Test
    void anItemThatMakesNoSenseSaysNothing() {
        String stream = "stream-" + UUID.randomUUID();
        for (AttributeValue begun : List.of(AttributeValue.fromS("noon"), AttributeValue.fromN("-1"),
                AttributeValue.fromN("1.5"), AttributeValue.fromN("1234567890123456789"))) {
            table.client().putItem(put -> put.tableName(ContractTable.NAME).item(Map.of("pk",
                    AttributeValue.fromS(stream + "#state"), "sk", AttributeValue.fromS("sweep"), "b", begun)));
            assertEquals(Optional.empty(), mark(stream).pass(), begun::toString);
        }
    }
}
