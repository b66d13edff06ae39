package io.sluice.local.verify;

import io.sluice.local.verify.Finding.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Counts findings, and keeps the first of each kind. Not safe for concurrent use.
final class Findings {
    private final int shown;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final Map<Kind, List<Finding>> first = new EnumMap<>(Kind.class);

    /// @param shown how many of each kind are kept
    Findings(int shown) {
        this.shown = shown;
    }

    /// Counts without naming.
    void count(Kind kind, long more) {
        if (more > 0) {
            counts.merge(kind, more, Long::sum);
        }
    }

    /// Names one that is counted already, if there is room.
    void name(Kind kind, String text) {
        if (wants(kind)) {
            first.computeIfAbsent(kind, _ -> new ArrayList<>()).add(new Finding(kind, text));
        }
    }

    void add(Kind kind, String text) {
        count(kind, 1);
        name(kind, text);
    }

    /// Tests whether another one of that kind would be kept.
    boolean wants(Kind kind) {
        List<Finding> kept = first.get(kind);
        return (kept == null ? 0 : kept.size()) < Math.min(shown, count(kind));
    }

    long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    Map<Kind, Long> counts() {
        return counts;
    }

    List<Finding> all() {
        return first.values().stream().flatMap(List::stream).toList();
    }
}
