package io.sluice.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;

/// Some units of a plan, one after another: what one invocation begins with.
///
/// @param plan the number of their plan
/// @param from the first, from 0
/// @param to   the one after the last
record PlanPart(int plan, int from, int to) {
    /// A part has at least so many units, unless they are large.
    private static final int UNITS_MIN = 100;
    /// A part has at least so many stored bytes, unless it has enough units.
    private static final long BYTES_MIN = 1L << 30;
    /// The state of an execution has room for what became of each.
    private static final int PARTS_MAX = 400;

    /// The parts of a plan, in order; together all of it.
    ///
    /// @param units the stored bytes of each
    static List<PlanPart> of(int plan, List<Long> units) {
        int unitsMin = Math.max(UNITS_MIN, units.size() / PARTS_MAX + 1);
        long bytesMin = Math.max(BYTES_MIN, units.stream().mapToLong(Long::longValue).sum() / PARTS_MAX + 1);
        List<PlanPart> parts = new ArrayList<>();
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < units.size(); i++) {
            bytes += units.get(i);
            boolean full = i + 1 - from >= unitsMin || bytes >= bytesMin;
            if (full || i + 1 == units.size()) {
                parts.add(new PlanPart(plan, from, i + 1));
                from = i + 1;
                bytes = 0;
            }
        }
        return parts;
    }

    /// Adds it to an answer.
    void write(ArrayNode parts) {
        parts.addObject().put("from", from).put("to", to);
    }
}
