package io.sluice.jq.record;

import io.sluice.jq.compile.Compiler;
import io.sluice.jq.eval.Node;
import io.sluice.jq.json.MemberTexts;
import io.sluice.jq.syntax.Syntax;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A query that looks at nothing of a record but the values at some paths, like `{a: .x.y, b: (.z | length)}`, compiled
/// to run on those values alone: `.x.y` becomes the first of them, `.z` the second. Everything else is the same
/// program. Immutable.
public final class RecordQuery {
    private final RecordPaths paths;
    private final int slots;
    private final Node root;

    private RecordQuery(RecordPaths paths, int slots, Node root) {
        this.paths = paths;
        this.slots = slots;
        this.root = root;
    }

    /// The query of `program`; empty when it may look at the whole record.
    ///
    /// @param syntax the program's
    public static Optional<RecordQuery> of(String program, Syntax syntax) {
        Set<List<String>> needed = new LinkedHashSet<>();
        if (RecordAccess.rewrite(syntax, path -> {
            needed.add(path);
            return new Syntax.Slot(0);
        }) == null) {
            return Optional.empty();
        }
        List<List<String>> outermost = outermost(needed);
        RecordPaths tree = RecordPaths.of(outermost);
        Syntax onSlots = RecordAccess.rewrite(syntax, path -> access(path, outermost));
        return tree == null || onSlots == null
                ? Optional.empty()
                : Optional.of(new RecordQuery(tree, outermost.size(), new Compiler(program).compile(onSlots)));
    }

    /// The paths that do not lead on from another one.
    private static List<List<String>> outermost(Collection<List<String>> paths) {
        List<List<String>> outermost = new ArrayList<>(paths);
        outermost.removeIf(path -> paths.stream().anyMatch(
                other -> other.size() < path.size() && path.subList(0, other.size()).equals(other)));
        return outermost;
    }

    /// The slot that `path` leads to, or through.
    private static Syntax access(List<String> path, List<List<String>> slots) {
        int slot = 0;
        while (slots.get(slot).size() > path.size()
                || !path.subList(0, slots.get(slot).size()).equals(slots.get(slot))) {
            slot++;
        }
        Syntax access = new Syntax.Slot(slot);
        for (String name : path.subList(slots.get(slot).size(), path.size())) {
            access = new Syntax.Index(access, new Syntax.Constant(new JqString(name)), false);
        }
        return access;
    }

    /// The program to run on what [#read] gives.
    public Node root() {
        return root;
    }

    /// The values of the record `data[start, end)` that the program needs; null when its text must be parsed as a
    /// whole.
    @Nullable
    public JqArray read(byte[] data, int start, int end) {
        JqValue[] values = new JqValue[slots];
        Arrays.fill(values, JqNull.NULL);
        return PathValueReader.read(data, start, end, paths, MemberTexts.ofThread(), values)
                ? JqArray.of(values)
                : null;
    }
}
