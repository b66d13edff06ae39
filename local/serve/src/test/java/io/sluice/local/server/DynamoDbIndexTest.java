package io.sluice.local.server;

import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.testkit.contract.BufferIndexContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// The index's contract on the DynamoDB adapter, as the functions use it, against the embedded DynamoDB. Each index is
/// a stream of its own in one table.
final class DynamoDbIndexTest extends BufferIndexContract {
    private static ContractTable table;

    private final String stream = "stream-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        table = ContractTable.start();
    }

    @AfterAll
    static void stop() {
        table.close();
    }

    @Override
    protected BufferIndex index() {
        return new DynamoDbIndex(table.client(), ContractTable.NAME, stream,
                new RequestCounts());
    }

    @Override
    protected String stream() {
        return stream;
    }

    @Override
    protected BufferIndex another(BufferIndex index, String buffer) {
        return new DynamoDbIndex(table.client(), ContractTable.NAME, buffer, stream, new RequestCounts());
    }
}
