package io.sluice.jq.builtin;

import io.sluice.jq.eval.Access;
import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Native;
import io.sluice.jq.eval.Paths;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqOrder;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builtins on arrays and objects.
final class CollectionFunctions {
    private CollectionFunctions() {}

    /// The function of a signature like `length/0`, or null. Each is linked when it is first asked for.
    static @Nullable Native find(String signature) {
        return switch (signature) {
            case "length/0" -> (machine, in, v) -> length(in);
            case "keys/0" -> (machine, in, v) -> keys(machine, in, true);
            case "keys_unsorted/0" -> (machine, in, v) -> keys(machine, in, false);
            case "has/1" -> (machine, in, v) -> JqBoolean.of(Access.has(in, v[0]));
            case "contains/1" -> (machine, in, v) -> JqBoolean.of(contains(in, v[0]));
            case "setpath/2" -> (machine, in, v) -> Paths.set(machine, in, v[0], v[1]);
            case "delpaths/1" -> (machine, in, v) -> Paths.delete(machine, in, v[0]);
            case "sort/0" -> (machine, in, v) -> sort(machine, in);
            case "_sort_by_impl/1" -> (machine, in, v) -> sortBy(machine, in, v[0]);
            case "_group_by_impl/1" -> (machine, in, v) -> groupBy(machine, in, v[0]);
            case "min/0" -> (machine, in, v) -> extreme(in, in, true);
            case "max/0" -> (machine, in, v) -> extreme(in, in, false);
            case "_min_by_impl/1" -> (machine, in, v) -> extreme(in, v[0], true);
            case "_max_by_impl/1" -> (machine, in, v) -> extreme(in, v[0], false);
            default -> null;
        };
    }

    private static JqValue length(JqValue in) {
        return switch (in) {
            case JqNull _ -> JqNumber.ZERO;
            case JqNumber(double number) -> JqNumber.of(Math.abs(number));
            case JqString text -> JqNumber.of(text.length());
            case JqArray array -> JqNumber.of(array.size());
            case JqObject object -> JqNumber.of(object.size());
            case JqBoolean _ -> throw JqError.type(in, "has no length");
        };
    }

    private static JqValue keys(Machine machine, JqValue in, boolean sorted) {
        List<JqValue> keys = new ArrayList<>();
        switch (in) {
            case JqArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    keys.add(JqNumber.of(i));
                }
            }
            case JqObject object when sorted -> {
                for (String key : object.sortedKeys()) {
                    keys.add(new JqString(key));
                }
            }
            case JqObject object -> {
                for (int i = 0; i < object.size(); i++) {
                    keys.add(new JqString(object.key(i)));
                }
            }
            default -> throw JqError.type(in, "has no keys");
        }
        machine.allocateSlots(keys.size());
        return JqArray.of(keys);
    }

    private static boolean contains(JqValue whole, JqValue part) {
        if (whole.rank() != part.rank()) {
            throw JqError.types(whole, part, "cannot have their containment checked");
        }
        return containsDeep(whole, part);
    }

    private static boolean containsDeep(JqValue whole, JqValue part) {
        return switch (whole) {
            case JqObject a when part instanceof JqObject b -> {
                boolean all = true;
                for (int i = 0; all && i < b.size(); i++) {
                    JqValue member = a.find(b.key(i));
                    all = member != null && containsDeep(member, b.value(i));
                }
                yield all;
            }
            case JqArray a when part instanceof JqArray b -> {
                boolean all = true;
                for (int i = 0; all && i < b.size(); i++) {
                    all = anyContains(a, b.at(i));
                }
                yield all;
            }
            case JqString(String a) when part instanceof JqString(String b) ->
                JqString.upToNul(a).contains(JqString.upToNul(b));
            default -> JqOrder.equal(whole, part);
        };
    }

    private static boolean anyContains(JqArray array, JqValue part) {
        for (int i = 0; i < array.size(); i++) {
            if (containsDeep(array.at(i), part)) {
                return true;
            }
        }
        return false;
    }

    private static JqValue sort(Machine machine, JqValue in) {
        if (in instanceof JqArray array) {
            return sorted(machine, array, array);
        }
        throw JqError.type(in, "cannot be sorted, as it is not an array");
    }

    private static JqValue sortBy(Machine machine, JqValue in, JqValue keys) {
        if (in instanceof JqArray array && keys instanceof JqArray by && array.size() == by.size()) {
            return sorted(machine, array, by);
        }
        throw JqError.types(in, keys, "cannot be sorted, as they are not both arrays");
    }

    private static JqArray sorted(Machine machine, JqArray array, JqArray keys) {
        machine.allocateSlots(2L * array.size());
        int[] positions = JqOrder.sortedPositions(keys);
        JqValue[] sorted = new JqValue[positions.length];
        for (int i = 0; i < positions.length; i++) {
            sorted[i] = array.at(positions[i]);
        }
        return JqArray.of(sorted);
    }

    private static JqValue groupBy(Machine machine, JqValue in, JqValue keys) {
        if (!(in instanceof JqArray array) || !(keys instanceof JqArray by) || array.size() != by.size()) {
            throw JqError.types(in, keys, "cannot be sorted, as they are not both arrays");
        }
        machine.allocateSlots(3L * array.size());
        List<JqValue> groups = new ArrayList<>();
        List<JqValue> group = new ArrayList<>();
        JqValue groupKey = JqNull.NULL;
        for (int position : JqOrder.sortedPositions(by)) {
            JqValue key = by.at(position);
            if (!group.isEmpty() && !JqOrder.equal(groupKey, key)) {
                groups.add(JqArray.of(group));
                group = new ArrayList<>();
            }
            if (group.isEmpty()) {
                groupKey = key;
            }
            group.add(array.at(position));
        }
        if (!group.isEmpty()) {
            groups.add(JqArray.of(group));
        }
        return JqArray.of(groups);
    }

    /// The value with the least key (the first of several) or the greatest (the last of several).
    private static JqValue extreme(JqValue in, JqValue keys, boolean least) {
        if (!(in instanceof JqArray array) || !(keys instanceof JqArray by)) {
            throw JqError.types(in, keys, "cannot be iterated over");
        }
        if (array.size() != by.size()) {
            throw JqError.types(in, keys, "have wrong length");
        }
        if (array.size() == 0) {
            return JqNull.NULL;
        }
        int best = 0;
        for (int i = 1; i < array.size(); i++) {
            if (JqOrder.compare(by.at(i), by.at(best)) < 0 == least) {
                best = i;
            }
        }
        return array.at(best);
    }
}
