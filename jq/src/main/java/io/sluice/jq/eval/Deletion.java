package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Slice;
import java.util.ArrayList;
import java.util.List;

/// Deletes elements of one array or object, all named by their keys in it before the deletion.
final class Deletion {
    private Deletion() {}

    static JqValue of(Machine machine, JqValue container, List<JqValue> keys) {
        if (keys.isEmpty() || container == JqNull.NULL) {
            return container;
        }
        return switch (container) {
            case JqArray array -> fromArray(machine, array, keys);
            case JqObject object -> fromObject(machine, object, keys);
            default -> throw new JqError("Cannot delete fields from " + container.typeName());
        };
    }

    private static JqValue fromArray(Machine machine, JqArray array, List<JqValue> keys) {
        boolean[] deleted = new boolean[array.size()];
        for (JqValue key : keys) {
            switch (key) {
                case JqNumber(double at) -> {
                    int index = JqNumber.toInt(at);
                    index = at < 0 ? index + array.size() : index;
                    if (index >= 0 && index < deleted.length) {
                        deleted[index] = true;
                    }
                }
                case JqObject range -> {
                    Slice slice = Slice.of(range, array.size());
                    if (slice == null) {
                        throw new JqError("Start and end indices of an array slice must be numbers");
                    }
                    java.util.Arrays.fill(deleted, slice.start(), slice.end(), true);
                }
                default -> throw new JqError("Cannot delete " + key.typeName() + " element of array");
            }
        }
        machine.allocateSlots(array.size());
        List<JqValue> rest = new ArrayList<>();
        for (int i = 0; i < deleted.length; i++) {
            if (!deleted[i]) {
                rest.add(array.at(i));
            }
        }
        return JqArray.of(rest);
    }

    private static JqValue fromObject(Machine machine, JqObject object, List<JqValue> keys) {
        JqObject rest = object;
        for (JqValue key : keys) {
            if (!(key instanceof JqString(String name))) {
                throw new JqError("Cannot delete " + key.typeName() + " field of object");
            }
            machine.allocateSlots(2L * rest.size());
            rest = rest.without(name);
        }
        return rest;
    }
}
