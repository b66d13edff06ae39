package io.sluice.retention;

final class MemoryRetentionRulesTest extends RetentionRulesContract {
    @Override
    protected RetentionRules rules() {
        return new MemoryRetentionRules();
    }
}
