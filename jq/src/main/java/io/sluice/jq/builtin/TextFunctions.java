package io.sluice.jq.builtin;

import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Native;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builtins on strings, but for regular expressions and formats.
final class TextFunctions {
    private static final int REPLACEMENT = 0xFFFD;

    private TextFunctions() {}

    /// The function of a signature like `length/0`, or null. Each is linked when it is first asked for.
    static @Nullable Native find(String signature) {
        return switch (signature) {
            case "startswith/1" -> (machine, in, v) -> JqBoolean.of(startsWith(in, v[0]));
            case "endswith/1" -> (machine, in, v) -> JqBoolean.of(endsWith(in, v[0]));
            case "ltrimstr/1" -> (machine, in, v) -> trimStart(in, v[0]);
            case "rtrimstr/1" -> (machine, in, v) -> trimEnd(in, v[0]);
            case "split/1" -> (machine, in, v) -> split(machine, in, v[0]);
            case "explode/0" -> (machine, in, v) -> explode(machine, in);
            case "implode/0" -> (machine, in, v) -> implode(machine, in);
            case "_strindices/1" -> (machine, in, v) -> indices(machine, in, v[0]);
            case "utf8bytelength/0" -> (machine, in, v) -> utf8Length(in);
            default -> null;
        };
    }

    private static boolean startsWith(JqValue in, JqValue prefix) {
        if (in instanceof JqString(String text) && prefix instanceof JqString(String start)) {
            return text.startsWith(start);
        }
        throw new JqError("startswith() requires string inputs");
    }

    private static boolean endsWith(JqValue in, JqValue suffix) {
        if (in instanceof JqString(String text) && suffix instanceof JqString(String end)) {
            return text.endsWith(end);
        }
        throw new JqError("endswith() requires string inputs");
    }

    private static JqValue trimStart(JqValue in, JqValue prefix) {
        return in instanceof JqString(String text) && prefix instanceof JqString(String start) && text.startsWith(start)
                ? new JqString(text.substring(start.length()))
                : in;
    }

    private static JqValue trimEnd(JqValue in, JqValue suffix) {
        return in instanceof JqString(String text) && suffix instanceof JqString(String end) && text.endsWith(end)
                ? new JqString(text.substring(0, text.length() - end.length()))
                : in;
    }

    private static JqValue split(Machine machine, JqValue in, JqValue separator) {
        if (in instanceof JqString(String text) && separator instanceof JqString(String by)) {
            return split(machine, text, by);
        }
        throw new JqError("split input and separator must be strings");
    }

    static JqArray split(Machine machine, String text, String separator) {
        machine.allocate(2L * text.length());
        List<JqValue> parts = new ArrayList<>();
        if (separator.isEmpty()) {
            machine.allocateSlots(text.length());
            text.codePoints().forEach(c -> parts.add(new JqString(Character.toString(c))));
            return JqArray.of(parts);
        }
        int start = 0;
        while (start < text.length()) {
            machine.allocateSlots(1);
            int end = text.indexOf(separator, start);
            parts.add(new JqString(text.substring(start, end < 0 ? text.length() : end)));
            if (end < 0) {
                break;
            }
            start = end + separator.length();
            if (start == text.length()) {
                parts.add(JqString.of(""));
            }
        }
        return JqArray.of(parts);
    }

    private static JqValue explode(Machine machine, JqValue in) {
        if (!(in instanceof JqString(String text))) {
            throw new JqError("explode input must be a string");
        }
        machine.allocateSlots(text.length());
        return JqArray.of(text.codePoints().<JqValue>mapToObj(JqNumber::of).toList());
    }

    private static JqValue implode(Machine machine, JqValue in) {
        if (!(in instanceof JqArray array)) {
            throw new JqError("implode input must be an array");
        }
        machine.allocate(4L * array.size());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < array.size(); i++) {
            if (!(array.at(i) instanceof JqNumber(double number))) {
                throw JqStop.unsupported("implode input must be an array of numbers; jq 1.6 aborts here");
            }
            int codePoint = JqNumber.toInt(number);
            if (codePoint < 0) {
                throw JqStop.unsupported("implode input must not be negative; jq 1.6 aborts here");
            }
            text.appendCodePoint(codePoint > Character.MAX_CODE_POINT ? REPLACEMENT : codePoint);
        }
        return JqString.of(text.toString());
    }

    /// Returns the positions of `part` in `in`, one occurrence after the other, in bytes of UTF-8 as jq 1.6 counts
    /// here.
    private static JqValue indices(Machine machine, JqValue in, JqValue part) {
        if (!(in instanceof JqString(String text)) || !(part instanceof JqString(String what))) {
            throw new JqError("_strindices requires string inputs");
        }
        if (what.isEmpty()) {
            throw JqStop.limit("forever: jq 1.6 does not end looking for the empty string");
        }
        List<JqValue> found = new ArrayList<>();
        int bytes = 0;
        int from = 0;
        for (int at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length())) {
            machine.allocateSlots(1);
            bytes += JqString.utf8Length(text.substring(from, at));
            from = at;
            found.add(JqNumber.of(bytes));
        }
        return JqArray.of(found);
    }

    private static JqValue utf8Length(JqValue in) {
        if (in instanceof JqString(String text)) {
            return JqNumber.of(JqString.utf8Length(text));
        }
        throw JqError.type(in, "only strings have UTF-8 byte length");
    }
}
