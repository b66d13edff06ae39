package io.sluice.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sluice.compaction.Join;
import io.sluice.compaction.Round;
import java.util.ArrayList;
import java.util.List;

/// Some joins of a round, one after another: what one invocation begins with.
///
/// @param round their round's number
/// @param from  the first, from 0
/// @param to    the one after the last
record RoundPart(int round, int from, int to) {
    /// A part has at least so many joins, unless they are large.
    private static final int JOINS_MIN = 100;
    /// A part has at least so many stored bytes, unless it has enough joins.
    private static final long BYTES_MIN = 1L << 30;
    /// The state of an execution has room for what became of each.
    private static final int PARTS_MAX = 400;

    /// The parts of a round, in order; together all of it.
    static List<RoundPart> of(Round round) {
        List<Join> joins = round.joins();
        int joinsMin = Math.max(JOINS_MIN, joins.size() / PARTS_MAX + 1);
        long bytesMin = Math.max(BYTES_MIN, joins.stream().mapToLong(Join::bytes).sum() / PARTS_MAX + 1);
        List<RoundPart> parts = new ArrayList<>();
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < joins.size(); i++) {
            bytes += joins.get(i).bytes();
            boolean full = i + 1 - from >= joinsMin || bytes >= bytesMin;
            if (full || i + 1 == joins.size()) {
                parts.add(new RoundPart(round.number(), from, i + 1));
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
