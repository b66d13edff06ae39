package io.sluice.jq.syntax;

import io.sluice.jq.value.JqString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the members of an object constructor that give times, and how they are written.
public final class TimeFormats {
    private TimeFormats() {}

    public static Map<String, String> of(Syntax syntax) {
        if (!(syntax instanceof Syntax.ObjectOf(List<Syntax.Member> members))) {
            return Map.of();
        }
        Map<String, String> formats = new HashMap<>();
        for (Syntax.Member member : members) {
            if (member.key() instanceof Syntax.Constant(JqString(String key)) && member.value() != null
                    && last(member.value()) instanceof Syntax.Call(String name, List<Syntax> arguments, int position)
                    && name.equals("strftime")
                    && arguments.getFirst() instanceof Syntax.Constant(JqString(String format))) {
                formats.put(key, format);
            }
        }
        return Map.copyOf(formats);
    }

    private static Syntax last(Syntax syntax) {
        Syntax last = syntax;
        while (last instanceof Syntax.Pipe(Syntax left, Syntax right)) {
            last = right;
        }
        return last;
    }
}
