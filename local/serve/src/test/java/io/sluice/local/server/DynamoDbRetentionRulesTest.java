package io.sluice.local.server;

import io.sluice.aws.DynamoDbRetentionRules;
import io.sluice.aws.RequestCounts;
import io.sluice.retention.RetentionRules;
import io.sluice.testkit.contract.RetentionRulesContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// The rules' contract on the DynamoDB adapter, as the functions use it, against the embedded DynamoDB. Each test's is
/// a stream of its own in one table.
final class DynamoDbRetentionRulesTest extends RetentionRulesContract {
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
    protected RetentionRules rules() {
        return DynamoDbRetentionRules.create(table.client(), ContractTable.NAME, "stream-" + UUID.randomUUID(),
                new RequestCounts());
    }
}
