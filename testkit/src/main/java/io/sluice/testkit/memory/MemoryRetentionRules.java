package io.sluice.testkit.memory;

import io.sluice.retention.KeyValue;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionRules;
import java.util.List;
import java.util.TreeMap;

/// Rules in memory that keep the [RetentionRules] contract.
public final class MemoryRetentionRules implements RetentionRules {
    private final TreeMap<String, RetentionRule> rules = new TreeMap<>();

    @Override
    public synchronized List<RetentionRule> all() {
        return List.copyOf(rules.values());
    }

    @Override
    public synchronized void set(RetentionRule rule) {
        rules.put(rule.of().toString(), rule);
    }

    @Override
    public synchronized boolean remove(KeyValue of) {
        return rules.remove(of.toString()) != null;
    }
}
