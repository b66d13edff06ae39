package io.sluice.jq.builtin;

import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Native;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqOrder;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operators on two values: `+ - * / %` and comparisons.
public final class Arithmetic {
    private Arithmetic() {}

    /// The function of a signature like `length/0`, or null. Each is linked when it is first asked for.
    static @Nullable Native find(String signature) {
        return switch (signature) {
            case "_plus/2" -> (machine, in, v) -> plus(machine, v[0], v[1]);
            case "_minus/2" -> (machine, in, v) -> minus(machine, v[0], v[1]);
            case "_multiply/2" -> (machine, in, v) -> multiply(machine, v[0], v[1]);
            case "_divide/2" -> (machine, in, v) -> divide(machine, v[0], v[1]);
            case "_mod/2" -> (machine, in, v) -> modulo(v[0], v[1]);
            case "_negate/0" -> (machine, in, v) -> negate(in);
            case "_equal/2" -> (machine, in, v) -> JqBoolean.of(JqOrder.equal(v[0], v[1]));
            case "_notequal/2" -> (machine, in, v) -> JqBoolean.of(!JqOrder.equal(v[0], v[1]));
            case "_less/2" -> (machine, in, v) -> JqBoolean.of(JqOrder.compare(v[0], v[1]) < 0);
            case "_greater/2" -> (machine, in, v) -> JqBoolean.of(JqOrder.compare(v[0], v[1]) > 0);
            case "_lesseq/2" -> (machine, in, v) -> JqBoolean.of(JqOrder.compare(v[0], v[1]) <= 0);
            case "_greatereq/2" -> (machine, in, v) -> JqBoolean.of(JqOrder.compare(v[0], v[1]) >= 0);
            default -> null;
        };
    }

    public static JqValue plus(Machine machine, JqValue a, JqValue b) {
        if (a == JqNull.NULL) {
            return b;
        }
        if (b == JqNull.NULL) {
            return a;
        }
        return switch (a) {
            case JqNumber(double x) when b instanceof JqNumber(double y) -> JqNumber.of(x + y);
            case JqString(String x) when b instanceof JqString(String y) -> {
                machine.allocate(2L * (x.length() + y.length()));
                yield new JqString(x + y);
            }
            case JqArray x when b instanceof JqArray y -> {
                machine.allocateSlots(y.size() + 1L);
                yield x.concat(y);
            }
            case JqObject x when b instanceof JqObject y -> merge(machine, x, y);
            default -> throw JqError.types(a, b, "cannot be added");
        };
    }

    private static JqObject merge(Machine machine, JqObject a, JqObject b) {
        if (b.size() == 1) {
            machine.allocateSlots(a.slotsToSet(b.key(0)));
            return a.with(b.key(0), b.value(0));
        }
        machine.allocateSlots(2L * (a.size() + b.size()));
        JqObject.Builder merged = JqObject.builder();
        for (int i = 0; i < a.size(); i++) {
            merged.put(a.key(i), a.value(i));
        }
        for (int i = 0; i < b.size(); i++) {
            merged.put(b.key(i), b.value(i));
        }
        return merged.build();
    }

    private static JqValue minus(Machine machine, JqValue a, JqValue b) {
        if (a instanceof JqNumber(double x) && b instanceof JqNumber(double y)) {
            return JqNumber.of(x - y);
        }
        if (!(a instanceof JqArray from) || !(b instanceof JqArray without)) {
            throw JqError.types(a, b, "cannot be subtracted");
        }
        List<JqValue> rest = new ArrayList<>();
        for (int i = 0; i < from.size(); i++) {
            machine.steps(without.size());
            boolean keep = true;
            for (int j = 0; keep && j < without.size(); j++) {
                keep = !JqOrder.equal(from.at(i), without.at(j));
            }
            if (keep) {
                rest.add(from.at(i));
            }
        }
        return JqArray.of(rest);
    }

    private static JqValue multiply(Machine machine, JqValue a, JqValue b) {
        return switch (a) {
            case JqNumber(double x) when b instanceof JqNumber(double y) -> JqNumber.of(x * y);
            case JqString text when b instanceof JqNumber(double times) -> repeat(machine, text, times);
            case JqNumber(double times) when b instanceof JqString text -> repeat(machine, text, times);
            case JqObject x when b instanceof JqObject y -> mergeDeep(machine, x, y);
            default -> throw JqError.types(a, b, "cannot be multiplied");
        };
    }

    private static JqValue repeat(Machine machine, JqString text, double times) {
        int more = JqNumber.toInt(times - 1);
        if (more < 0) {
            return JqNull.NULL;
        }
        if (more == 0) {
            return text;
        }
        machine.allocate(2L * text.value().length() * (more + 1L));
        return new JqString(text.value().repeat(more + 1));
    }

    private static JqObject mergeDeep(Machine machine, JqObject a, JqObject b) {
        machine.allocateSlots(2L * (a.size() + b.size()));
        machine.enter();
        JqObject merged = a;
        for (int i = 0; i < b.size(); i++) {
            JqValue mine = merged.find(b.key(i));
            JqValue other = b.value(i);
            merged = merged.with(b.key(i),
                    mine instanceof JqObject x && other instanceof JqObject y ? mergeDeep(machine, x, y) : other);
        }
        machine.leave();
        return merged;
    }

    private static JqValue divide(Machine machine, JqValue a, JqValue b) {
        if (a instanceof JqNumber(double x) && b instanceof JqNumber(double y)) {
            if (y == 0) {
                throw JqError.types(a, b, "cannot be divided because the divisor is zero");
            }
            return JqNumber.of(x / y);
        }
        if (a instanceof JqString(String text) && b instanceof JqString(String separator)) {
            return TextFunctions.split(machine, text, separator);
        }
        throw JqError.types(a, b, "cannot be divided");
    }

    private static JqValue modulo(JqValue a, JqValue b) {
        if (!(a instanceof JqNumber(double x)) || !(b instanceof JqNumber(double y))) {
            throw JqError.types(a, b, "cannot be divided (remainder)");
        }
        long divisor = JqNumber.toLong(y);
        if (divisor == 0) {
            throw JqError.types(a, b, "cannot be divided (remainder) because the divisor is zero");
        }
        long dividend = JqNumber.toLong(x);
        if (dividend == Long.MIN_VALUE && divisor == -1) {
            throw JqStop.unsupported(
                    JqError.types(a, b, "cannot be divided (remainder); jq 1.6 crashes here").getMessage());
        }
        return JqNumber.of((double) (dividend % divisor));
    }

    private static JqValue negate(JqValue in) {
        if (in instanceof JqNumber(double x)) {
            return JqNumber.of(-x);
        }
        throw JqError.type(in, "cannot be negated");
    }
}
