package io.sluice.retention;

import java.util.List;

/// One stream's rules for single key values, at most one for each. Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException]; a write that throws with kind `UNKNOWN` may have been
/// applied, and may be repeated.
public interface RetentionRules {
    /// All rules, read consistently, ordered by key and value.
    List<RetentionRule> all();

    /// Keeps the rule, in place of the key value's earlier one.
    void set(RetentionRule rule);

    /// Forgets the rule of a key value.
    ///
    /// @return whether there was one
    boolean remove(KeyValue of);
}
