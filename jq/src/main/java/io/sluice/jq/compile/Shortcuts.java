package io.sluice.jq.compile;

import io.sluice.jq.builtin.Arithmetic;
import io.sluice.jq.builtin.Regex;
import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Native;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import org.jspecify.annotations.Nullable;

/// Shortcuts for builtins that are defined in jq, for the inputs that they are made for. Each gives what the definition
/// gives, or null to leave the input to it.
final class Shortcuts {
    private Shortcuts() {}

    static @Nullable Native find(String signature) {
        return switch (signature) {
            case "ascii_downcase/0" -> (machine, in, v) -> asciiCase(machine, in, 'A', 'Z', 32);
            case "ascii_upcase/0" -> (machine, in, v) -> asciiCase(machine, in, 'a', 'z', -32);
            case "add/0" -> (machine, in, v) -> in instanceof JqArray array ? add(machine, array) : null;
            case "join/1" -> (machine, in, v) -> join(machine, in, v[0]);
            case "test/1" -> (machine, in, v) -> test(machine, in, v[0], JqNull.NULL);
            case "test/2" -> (machine, in, v) -> test(machine, in, v[0], v[1]);
            case "sub/2" -> (machine, in, v) -> replace(machine, in, v[0], v[1], "");
            case "gsub/2" -> (machine, in, v) -> replace(machine, in, v[0], v[1], "g");
            default -> null;
        };
    }

    private static @Nullable JqValue asciiCase(Machine machine, JqValue in, char from, char to, int shift) {
        if (!(in instanceof JqString(String text))) {
            return null;
        }
        machine.allocate(2L * text.length());
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] >= from && chars[i] <= to) {
                chars[i] = (char) (chars[i] + shift);
            }
        }
        return new JqString(new String(chars));
    }

    private static JqValue add(Machine machine, JqArray array) {
        JqValue sum = JqNull.NULL;
        for (int i = 0; i < array.size(); i++) {
            machine.step();
            sum = Arithmetic.plus(machine, sum, array.at(i));
        }
        return sum;
    }

    private static @Nullable JqValue join(Machine machine, JqValue in, JqValue separator) {
        if (!(in instanceof JqArray array) || !(separator instanceof JqString(String between))) {
            return null;
        }
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < array.size(); i++) {
            machine.step();
            int before = joined.length();
            joined.append(i > 0 ? between : "");
            switch (array.at(i)) {
                case JqNull _ -> {
                }
                case JqString(String text) -> joined.append(text);
                case JqNumber _,JqBoolean _ -> joined.append(JsonWriter.text(array.at(i)));
                case JqArray _,JqObject _ -> {
                    return null;
                }
            }
            machine.allocate(4L * (joined.length() - before));
        }
        return JqString.of(joined.toString());
    }

    private static @Nullable JqValue test(Machine machine, JqValue in, JqValue pattern, JqValue flags) {
        return pattern instanceof JqString
                ? Regex.match(machine, in, new JqValue[]{pattern, flags, JqBoolean.TRUE})
                : null;
    }

    private static @Nullable JqValue replace(Machine machine, JqValue in, JqValue pattern, JqValue replacement,
            String flags) {
        return in instanceof JqString(String text) && pattern instanceof JqString(String expression)
                && replacement instanceof JqString(String by)
                        ? Regex.replace(machine, text, expression, by, flags)
                        : null;
    }
}
