package io.sluice.retention;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The instants at or before which data must have ended to be removed, of everything or of single key values.
/// Immutable.
///
/// A rule for a key value takes the place of the default. Of several rules that fit one object (on different keys), the
/// one that keeps it longest decides: what is deleted by mistake does not come back.
final class Cutoffs {
    private final Optional<Instant> others;
    private final Map<String, Map<String, Instant>> byKey = new HashMap<>();

    private Cutoffs(Optional<Instant> others) {
        this.others = others;
    }

    /// @param days the stream's default; empty: what has no rule stays
    static Cutoffs of(Optional<Integer> days, Collection<RetentionRule> rules, Instant now) {
        Cutoffs cutoffs = new Cutoffs(days.map(number -> RetentionRule.cutoff(number, now)));
        rules.forEach(rule -> cutoffs.put(rule.of(), rule.cutoff(now)));
        return cutoffs;
    }

    /// Everything of one key value, of whatever time.
    static Cutoffs all(KeyValue of) {
        Cutoffs cutoffs = new Cutoffs(Optional.empty());
        cutoffs.put(of, Instant.MAX);
        return cutoffs;
    }

    private void put(KeyValue of, Instant cutoff) {
        byKey.computeIfAbsent(of.key(), _ -> new HashMap<>()).put(of.value(), cutoff);
    }

    /// Returns the instant that decides about an object with these key values; empty: it stays.
    Optional<Instant> of(Map<String, String> values) {
        return ruled(values).or(() -> others);
    }

    /// Returns the rules that can decide about objects below a folder.
    ///
    /// @param values of the keys above
    /// @param from   the time of none of its objects is over before
    Below below(Map<String, String> values, Instant from) {
        Optional<Instant> ruled = ruled(values);
        if (ruled.isPresent()) {
            return new Below(ruled.filter(from::isBefore), Map.of());
        }
        Map<String, Set<String>> rules = new HashMap<>();
        byKey.forEach((key, ofValues) -> {
            if (!values.containsKey(key)) {
                ofValues.forEach((value, cutoff) -> {
                    if (from.isBefore(cutoff)) {
                        rules.computeIfAbsent(key, _ -> new TreeSet<>()).add(value);
                    }
                });
            }
        });
        return new Below(others.filter(from::isBefore), rules);
    }

    /// The rules that can decide below a folder.
    ///
    /// @param all   of everything below, whatever further key values: the rule of one above, or else the default
    /// @param rules key → values of keys further below
    record Below(Optional<Instant> all, Map<String, Set<String>> rules) {
        /// Nothing below can go.
        boolean isNothing() {
            return all.isEmpty() && rules.isEmpty();
        }

        /// The values of a key that are of interest, when the others are not; empty: all of them are.
        Optional<Set<String>> only(String key) {
            return all.isEmpty() && rules.size() == 1 ? Optional.ofNullable(rules.get(key)) : Optional.empty();
        }
    }

    private Optional<Instant> ruled(Map<String, String> values) {
        return byKey.entrySet().stream()
                .flatMap(key -> Optional.ofNullable(values.get(key.getKey()))
                        .flatMap(value -> Optional.ofNullable(key.getValue().get(value))).stream())
                .min(Comparator.naturalOrder());
    }
}
