package io.sluice.testkit.memory;

import io.sluice.retention.RetentionRules;
import io.sluice.testkit.contract.RetentionRulesContract;

final class MemoryRetentionRulesTest extends RetentionRulesContract {
    @Override
    protected RetentionRules rules() {
        return new MemoryRetentionRules();
    }
}
