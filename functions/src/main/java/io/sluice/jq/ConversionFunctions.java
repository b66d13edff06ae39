package io.sluice.jq;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builtins that tell or change the kind of a value, errors, and what reaches outside of the program.
final class ConversionFunctions {
    private ConversionFunctions() {}

    static void register(Map<String, Native> functions) {
        functions.put("type/0", (machine, in, v) -> JqString.of(in.typeName()));
        functions.put("tojson/0", (machine, in, v) -> json(machine, in));
        functions.put("fromjson/0", (machine, in, v) -> fromJson(machine, in));
        functions.put("tonumber/0", (machine, in, v) -> toNumber(in));
        functions.put("tostring/0", (machine, in, v) -> text(machine, in));
        functions.put("error/1", (machine, in, v) -> error(v[0]));
        functions.put("isnan/0", (machine, in, v) -> JqBoolean.of(in instanceof JqNumber(double x) && Double.isNaN(x)));
        functions.put("isinfinite/0",
                (machine, in, v) -> JqBoolean.of(in instanceof JqNumber(double x) && Double.isInfinite(x)));
        functions.put("isnormal/0", (machine, in, v) -> JqBoolean.of(in instanceof JqNumber(double x) && isNormal(x)));
        functions.put("infinite/0", (machine, in, v) -> JqNumber.of(Double.POSITIVE_INFINITY));
        functions.put("nan/0", (machine, in, v) -> JqNumber.of(Double.NaN));
        functions.put("env/0", (machine, in, v) -> JqObject.EMPTY);
        functions.put("debug/0", (machine, in, v) -> in);
        functions.put("stderr/0", (machine, in, v) -> in);
        functions.put("_input/0", (machine, in, v) -> input(machine));
        functions.put("input_filename/0", (machine, in, v) -> JqNull.NULL);
        functions.put("input_line_number/0", (machine, in, v) -> JqNumber.of(machine.inputs().line()));
    }

    private static boolean isNormal(double x) {
        return Math.abs(x) >= Double.MIN_NORMAL && !Double.isInfinite(x);
    }

    static JqString json(Machine machine, JqValue in) {
        String text = JsonWriter.text(in);
        machine.allocate(2L * text.length());
        return new JqString(text);
    }

    /// jq's `tostring`: strings as they are, all else as JSON.
    static JqString text(Machine machine, JqValue in) {
        return in instanceof JqString text ? text : json(machine, in);
    }

    private static JqValue fromJson(Machine machine, JqValue in) {
        if (in instanceof JqString(String text)) {
            machine.allocate(16L * text.length());
            return JsonText.parseOne(text);
        }
        throw JqError.type(in, "only strings can be parsed");
    }

    private static JqValue toNumber(JqValue in) {
        if (in instanceof JqNumber) {
            return in;
        }
        if (in instanceof JqString(String text)
                && JsonText.parseOne(JqString.upToNul(text)) instanceof JqNumber number) {
            return number;
        }
        throw JqError.type(in, "cannot be parsed as a number");
    }

    /// Raises `value`; `error(null)` ends without output.
    private static @Nullable JqValue error(JqValue value) {
        if (value == JqNull.NULL) {
            return null;
        }
        throw new JqError(value);
    }

    private static JqValue input(Machine machine) {
        JqValue next = machine.inputs().next();
        if (next == null) {
            throw new JqError("break");
        }
        return next;
    }
}
