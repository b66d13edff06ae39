package io.sluice.local.server;

import io.sluice.aws.DynamoDbLanes;
import io.sluice.aws.RequestCounts;
import io.sluice.lane.LaneLog;
import io.sluice.testkit.contract.LaneLogContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// The contract of histories of lanes on the DynamoDB adapter, against the embedded DynamoDB. Each is of a stream of
/// its own in one table.
final class DynamoDbLanesTest extends LaneLogContract {
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
    protected LaneLog log() {
        return new DynamoDbLanes(table.client(), ContractTable.NAME, "stream-" + UUID.randomUUID(),
                new RequestCounts());
    }
}
