package io.sluice.jq.record;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The paths of a record that a query needs, as a tree of member names: what ends at a leaf is read into the slot of
/// that number, all else is only gone over. Immutable once [RecordQuery] has built it.
public final class RecordPaths {
    /// Nodes that [PathValueReader] can keep apart.
    public static final int NODES_MAX = Long.SIZE;

    private static final int NO_SLOT = -1;

    private final byte[] name;
    /// Numbers the tree's nodes from 0.
    private final int number;
    private final int slot;
    private RecordPaths[] members = {};

    private RecordPaths(byte[] name, int number, int slot) {
        this.name = name;
        this.number = number;
        this.slot = slot;
    }

    /// The tree of `paths`, none of which is the beginning of another; the path at index `i` has slot `i`. Null where
    /// names cannot be compared byte by byte, or are too many.
    static @Nullable RecordPaths of(List<List<String>> paths) {
        RecordPaths root = new RecordPaths(new byte[0], 0, NO_SLOT);
        int nodes = 1;
        for (int slot = 0; slot < paths.size(); slot++) {
            RecordPaths at = root;
            List<String> path = paths.get(slot);
            for (int i = 0; i < path.size(); i++) {
                byte[] name = path.get(i).getBytes(StandardCharsets.UTF_8);
                RecordPaths next = at.member(name, 0, name.length);
                if (next == null) {
                    next = new RecordPaths(name, nodes++, i == path.size() - 1 ? slot : NO_SLOT);
                    at.add(next);
                }
                at = next;
            }
        }
        return nodes <= NODES_MAX && paths.stream().allMatch(RecordPaths::isComparable) ? root : null;
    }

    /// Tests whether only these very bytes are these names: what is ill-formed in UTF-8 becomes U+FFFD.
    private static boolean isComparable(List<String> path) {
        return path.stream().allMatch(name -> name.indexOf('\uFFFD') < 0
                && name.equals(new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)));
    }

    private void add(RecordPaths member) {
        List<RecordPaths> all = new ArrayList<>(Arrays.asList(members));
        all.add(member);
        members = all.toArray(RecordPaths[]::new);
    }

    /// The member called `text[from, to)`, or null.
    @Nullable
    RecordPaths member(byte[] text, int from, int to) {
        for (RecordPaths member : members) {
            byte[] other = member.name;
            if (other.length == to - from && Arrays.equals(other, 0, other.length, text, from, to)) {
                return member;
            }
        }
        return null;
    }

    /// A bit of its own for each node.
    long bit() {
        return 1L << number;
    }

    /// Tests whether the member's value is read, not some of its own members.
    boolean isSlot() {
        return slot >= 0;
    }

    int slot() {
        return slot;
    }
}
