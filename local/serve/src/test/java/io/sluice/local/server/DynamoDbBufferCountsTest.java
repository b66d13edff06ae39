package io.sluice.local.server;

import io.sluice.aws.DynamoDbBufferCounts;
import io.sluice.aws.RequestCounts;
import io.sluice.buffers.BufferCountLog;
import io.sluice.testkit.contract.BufferCountLogContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// The contract of histories of buffers on the DynamoDB adapter, against the embedded DynamoDB. Each is of a stream of
/// its own in one table.
final class DynamoDbBufferCountsTest extends BufferCountLogContract {
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
    protected BufferCountLog log() {
        return new DynamoDbBufferCounts(table.client(), ContractTable.NAME, "stream-" + UUID.randomUUID(),
                new RequestCounts());
    }
}
