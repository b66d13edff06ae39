package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqOrder;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Slice;
import org.jspecify.annotations.Nullable;

/// Reading, setting and asking for one element of a value, by any kind of key that jq takes.
public final class Access {
    private static final int SHORT_KEY_BYTES = 30;

    private Access() {}

    /// `container[key]`; what is not there is null.
    static JqValue index(JqValue container, JqValue key) {
        return switch (container) {
            case JqObject object when key instanceof JqString(String name) -> orNull(object.find(name));
            case JqArray array when key instanceof JqNumber(double at) -> element(array, at);
            case JqArray array when key instanceof JqObject range -> slice(array, range);
            case JqArray array when key instanceof JqArray part -> positions(array, part);
            case JqString string when key instanceof JqObject range -> slice(string, range);
            case JqNull _ when key instanceof JqString || key instanceof JqNumber || key instanceof JqObject ->
                JqNull.NULL;
            default -> throw cannotIndex(container, key);
        };
    }

    private static JqValue orNull(@Nullable JqValue value) {
        return value == null ? JqNull.NULL : value;
    }

    private static JqError cannotIndex(JqValue container, JqValue key) {
        if (key instanceof JqString(String name) && JqString.utf8Length(name) < SHORT_KEY_BYTES) {
            return new JqError(
                    "Cannot index " + container.typeName() + " with string \"" + JqString.upToNul(name) + "\"");
        }
        return new JqError("Cannot index " + container.typeName() + " with " + key.typeName());
    }

    private static JqValue element(JqArray array, double at) {
        if (at != Math.rint(at) || Math.abs(at) > Integer.MAX_VALUE) {
            return JqNull.NULL;
        }
        int index = at < 0 ? (int) at + array.size() : (int) at;
        return index >= 0 && index < array.size() ? array.at(index) : JqNull.NULL;
    }

    private static JqValue slice(JqArray array, JqObject range) {
        Slice slice = Slice.of(range, array.size());
        if (slice == null) {
            throw new JqError("Start and end indices of an array slice must be numbers");
        }
        return array.slice(slice.start(), slice.end());
    }

    private static JqValue slice(JqString string, JqObject range) {
        Slice slice = Slice.of(range, string.length());
        if (slice == null) {
            throw new JqError("Start and end indices of an string slice must be numbers");
        }
        String text = string.value();
        int start = text.offsetByCodePoints(0, slice.start());
        int end = text.offsetByCodePoints(start, slice.end() - slice.start());
        return new JqString(text.substring(start, end));
    }

    /// The indices at which `part` begins in `array`.
    private static JqArray positions(JqArray array, JqArray part) {
        JqArray found = JqArray.EMPTY;
        for (int i = 0; i < array.size(); i++) {
            if (part.size() > 0 && startsAt(array, part, i)) {
                found = found.append(JqNumber.of(i));
            }
        }
        return found;
    }

    /// Tests whether `part` begins at `at`. jq looks at all elements but lets a later match of a later element undo
    /// nothing: an element that differs anywhere rules the position out.
    private static boolean startsAt(JqArray array, JqArray part, int at) {
        for (int i = 0; i < part.size(); i++) {
            if (at + i >= array.size() || !JqOrder.equal(array.at(at + i), part.at(i))) {
                return false;
            }
        }
        return true;
    }

    /// `container` with `value` at `key`.
    static JqValue set(Machine machine, JqValue container, JqValue key, JqValue value) {
        boolean isNull = container == JqNull.NULL;
        if (key instanceof JqString(String name) && (isNull || container instanceof JqObject)) {
            JqObject object = isNull ? JqObject.EMPTY : (JqObject) container;
            machine.allocateSlots(object.slotsToSet(name));
            return object.with(name, value);
        }
        if (key instanceof JqNumber(double at) && (isNull || container instanceof JqArray)) {
            return setElement(machine, isNull ? JqArray.EMPTY : (JqArray) container, JqNumber.toInt(at), value);
        }
        if (key instanceof JqObject range && (isNull || container instanceof JqArray)) {
            return setSlice(machine, isNull ? JqArray.EMPTY : (JqArray) container, range, value);
        }
        throw new JqError("Cannot update field at " + key.typeName() + " index of " + container.typeName());
    }

    private static JqValue setElement(Machine machine, JqArray array, int at, JqValue value) {
        int index = at < 0 ? at + array.size() : at;
        if (index < 0) {
            throw new JqError("Out of bounds negative array index");
        }
        machine.allocateSlots(index == array.size() ? 1 : Math.max(array.size(), index + 1L));
        return array.with(index, value);
    }

    private static JqValue setSlice(Machine machine, JqArray array, JqObject range, JqValue value) {
        Slice slice = Slice.of(range, array.size());
        if (slice == null) {
            throw new JqError("Start and end indices of an array slice must be numbers");
        }
        if (!(value instanceof JqArray replacement)) {
            throw new JqError("A slice of an array can only be assigned another array");
        }
        machine.allocateSlots((long) array.size() + replacement.size());
        return array.slice(0, slice.start()).concat(replacement).concat(array.slice(slice.end(), array.size()));
    }

    /// jq's `has`.
    public static boolean has(JqValue container, JqValue key) {
        if (container == JqNull.NULL) {
            return false;
        }
        if (container instanceof JqObject object && key instanceof JqString(String name)) {
            return object.find(name) != null;
        }
        if (container instanceof JqArray array && key instanceof JqNumber(double at)) {
            int index = JqNumber.toInt(at);
            return index >= 0 && index < array.size();
        }
        throw new JqError(
                "Cannot check whether " + container.typeName() + " has a " + key.typeName() + " key");
    }
}
