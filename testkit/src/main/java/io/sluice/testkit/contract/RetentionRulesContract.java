package io.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.retention.KeyValue;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The contract of every [RetentionRules]. Each test has rules of its own.
public abstract class RetentionRulesContract {
    /// Rules of a stream that has none yet.
    protected abstract RetentionRules rules();

    @Test
    void aStreamHasNoRulesUntilOneIsSet() {
        assertEquals(List.of(), rules().all());
    }

    @Test
    void rulesAreOrderedByKeyAndValue() {
        RetentionRules rules = rules();
        for (String text : List.of("net=us", "customer_id=123", "net=ak", "customer_id=12")) {
            rules.set(new RetentionRule(KeyValue.parse(text), 30));
        }
        assertEquals(List.of("customer_id=12", "customer_id=123", "net=ak", "net=us"),
                rules.all().stream().map(rule -> rule.of().toString()).toList());
    }

    @Test
    void aSecondRuleForAKeyValueTakesTheFirstsPlace() {
        RetentionRules rules = rules();
        KeyValue of = new KeyValue("net", "a=b ü/\"");
        rules.set(new RetentionRule(of, 30));
        rules.set(new RetentionRule(of, 2));
        assertEquals(List.of(new RetentionRule(of, 2)), rules.all());
    }

    @Test
    void aRuleIsForgottenOnce() {
        RetentionRules rules = rules();
        KeyValue of = new KeyValue("net", "ak");
        rules.set(new RetentionRule(of, 2));
        rules.set(new RetentionRule(new KeyValue("net", "a"), 3));
        assertTrue(rules.remove(of));
        assertFalse(rules.remove(of));
        assertEquals(List.of(new RetentionRule(new KeyValue("net", "a"), 3)), rules.all());
    }

    @Test
    void thousandsOfRulesAreAllThere() {
        RetentionRules rules = rules();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            names.add("customer_id=" + "x".repeat(800) + "%04d".formatted(i));
            rules.set(new RetentionRule(KeyValue.parse(names.getLast()), 30));
        }
        assertEquals(names, rules.all().stream().map(rule -> rule.of().toString()).toList());
    }
}
