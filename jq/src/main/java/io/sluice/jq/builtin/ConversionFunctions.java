package io.sluice.jq.builtin;

import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Native;
import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import org.jspecify.annotations.Nullable;

/// Builtins that tell or change the kind of a value, errors, and what reaches outside of the program.
final class ConversionFunctions {
    private ConversionFunctions() {}

    /// The function of a signature like `length/0`, or null. Each is linked when it is first asked for.
    static @Nullable Native find(String signature) {
        return switch (signature) {
            case "type/0" -> (machine, in, v) -> JqString.of(in.typeName());
            case "tojson/0" -> (machine, in, v) -> json(machine, in);
            case "fromjson/0" -> (machine, in, v) -> fromJson(machine, in);
            case "tonumber/0" -> (machine, in, v) -> toNumber(in);
            case "tostring/0" -> (machine, in, v) -> text(machine, in);
            case "error/1" -> (machine, in, v) -> error(v[0]);
            case "isnan/0" -> (machine, in, v) -> JqBoolean.of(in instanceof JqNumber(double x) && Double.isNaN(x));
            case "isinfinite/0" ->
                (machine, in, v) -> JqBoolean.of(in instanceof JqNumber(double x) && Double.isInfinite(x));
            case "isnormal/0" -> (machine, in, v) -> JqBoolean.of(in instanceof JqNumber(double x) && isNormal(x));
            case "infinite/0" -> (machine, in, v) -> JqNumber.of(Double.POSITIVE_INFINITY);
            case "nan/0" -> (machine, in, v) -> JqNumber.of(Double.NaN);
            case "env/0" -> (machine, in, v) -> JqObject.EMPTY;
            case "debug/0" -> (machine, in, v) -> in;
            case "stderr/0" -> (machine, in, v) -> in;
            case "_input/0" -> (machine, in, v) -> input(machine);
            case "input_filename/0" -> (machine, in, v) -> new JqString("<stdin>");
            case "input_line_number/0" -> (machine, in, v) -> JqNumber.of(machine.inputs().line());
            default -> null;
        };
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
