package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqOrder;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.List;

/// `getpath`, `setpath` and `delpaths`.
public final class Paths {
    private Paths() {}

    static JqValue get(JqValue root, JqValue path) {
        JqArray keys = keys(path);
        JqValue value = root;
        for (int i = 0; i < keys.size(); i++) {
            value = Access.index(value, keys.at(i));
        }
        return value;
    }

    public static JqValue set(Machine machine, JqValue root, JqValue path, JqValue value) {
        return set(machine, root, keys(path), 0, value);
    }

    private static JqArray keys(JqValue path) {
        if (path instanceof JqArray keys) {
            return keys;
        }
        throw new JqError("Path must be specified as an array");
    }

    private static JqValue set(Machine machine, JqValue root, JqArray keys, int at, JqValue value) {
        if (at == keys.size()) {
            return value;
        }
        JqValue key = keys.at(at);
        JqValue inner = set(machine, Access.index(root, key), keys, at + 1, value);
        return Access.set(machine, root, key, inner);
    }

    public static JqValue delete(Machine machine, JqValue root, JqValue paths) {
        if (!(paths instanceof JqArray all)) {
            throw new JqError("Paths must be specified as an array");
        }
        int[] order = JqOrder.sortedPositions(all);
        List<JqArray> sorted = new ArrayList<>();
        for (int position : order) {
            if (!(all.at(position) instanceof JqArray path)) {
                throw new JqError("Path must be specified as array, not " + all.at(position).typeName());
            }
            sorted.add(path);
        }
        if (sorted.isEmpty()) {
            return root;
        }
        return sorted.getFirst().size() == 0 ? JqNull.NULL : delete(machine, root, sorted, 0);
    }

    /// Deletes sorted paths that agree up to `at`: first inside of elements, then the elements themselves.
    private static JqValue delete(Machine machine, JqValue container, List<JqArray> paths, int at) {
        JqValue result = container;
        List<JqValue> whole = new ArrayList<>();
        int start = 0;
        while (start < paths.size()) {
            JqValue key = paths.get(start).at(at);
            int end = start;
            while (end < paths.size() && JqOrder.equal(key, paths.get(end).at(at))) {
                end++;
            }
            end = Math.max(end, start + 1); // NaN equals not even itself
            if (paths.get(start).size() == at + 1) {
                whole.add(key);
            } else {
                JqValue inner = Access.index(result, key);
                if (inner != JqNull.NULL) {
                    JqValue rest = delete(machine, inner, paths.subList(start, end), at + 1);
                    result = Access.set(machine, result, key, rest);
                }
            }
            start = end;
        }
        return Deletion.of(machine, result, whole);
    }
}
