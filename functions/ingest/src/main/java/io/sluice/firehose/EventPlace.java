package io.sluice.firehose;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.ArrayDeque;
import java.util.Deque;

/// The place of a parser in an event, for messages: the byte, and the field as far as its name is short enough to be
/// read. Names of fields are told, values never: payloads do not belong into messages.
///
/// Asked of the parser, not of its exceptions: those that mean a bound of the parser's own (nesting, length of a name
/// or a number) know no place.
public record EventPlace(JsonParser parser) {
    private static final int NAME_CHARS_MAX = 64;
    private static final int LEVELS_MAX = 8;

    /// The place as `at byte 120, in /records/3/data`.
    public String describe() {
        return "at byte " + parser.currentLocation().getByteOffset() + ", in " + field();
    }

    /// The field as `/records/3/data`.
    public String field() {
        Deque<String> steps = new ArrayDeque<>();
        int levels = 0;
        for (JsonStreamContext at = parser.getParsingContext(); at != null && !at.inRoot(); at = at.getParent()) {
            steps.addFirst(step(at));
            levels++;
            if (steps.size() > LEVELS_MAX) {
                steps.removeLast();
            }
        }
        return "/" + String.join("/", steps) + (levels > LEVELS_MAX ? "/…, " + levels + " levels deep" : "");
    }

    private static String step(JsonStreamContext at) {
        if (at.inArray()) {
            return Integer.toString(Math.max(at.getCurrentIndex(), 0));
        }
        String name = at.getCurrentName();
        if (name == null) {
            return "";
        }
        return name.length() <= NAME_CHARS_MAX ? name : name.substring(0, NAME_CHARS_MAX) + "…";
    }
}
