package io.sluice.simulation.lake;

import io.sluice.retention.KeyValue;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionRules;
import io.sluice.simulation.Wire;
import java.util.List;

/// Retention rules as one actor reaches them.
record WiredRules(Wire wire, RetentionRules rules) implements RetentionRules {
    @Override
    public List<RetentionRule> all() {
        return wire.read(() -> "QUERY rules", rules::all);
    }

    @Override
    public void set(RetentionRule rule) {
        wire.write(() -> "PUT " + rule, () -> {
            rules.set(rule);
            return "done";
        });
    }

    @Override
    public boolean remove(KeyValue of) {
        return wire.write(() -> "DELETE rule for " + of, () -> rules.remove(of));
    }
}
