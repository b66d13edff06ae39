package io.sluice.jq.syntax;

import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqString;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the members of an object constructor that give times, and how they are written: those that end in `strftime`,
/// and slices of a text that is taken for a time of ISO 8601, since its first ten characters are one of them, or its
/// year and its month are two.
public final class TimeFormats {
    /// The formats of the parts of an ISO time, by the characters that they are.
    private static final Map<Part, String> OF_ISO = Map.of(new Part(0, 4), "%Y", new Part(0, 7), "%Y-%m",
            new Part(0, 10), "%Y-%m-%d", new Part(5, 7), "%m", new Part(8, 10), "%d", new Part(11, 13), "%H");
    private static final Part DAY = new Part(0, 10);
    private static final Set<Part> YEAR_AND_MONTH = Set.of(new Part(0, 4), new Part(5, 7));

    private TimeFormats() {}

    /// The characters that a slice takes, the last one excluded.
    private record Part(double from, double to) {}

    private record Cut(Syntax text, Part part) {}

    public static Map<String, String> of(Syntax syntax) {
        if (!(syntax instanceof Syntax.ObjectOf(List<Syntax.Member> members))) {
            return Map.of();
        }
        Map<String, String> formats = new HashMap<>();
        Map<Syntax, Set<Part>> parts = new HashMap<>();
        Map<String, Cut> cuts = new HashMap<>();
        for (Syntax.Member member : members) {
            if (!(member.key() instanceof Syntax.Constant(JqString(String key))) || member.value() == null) {
                continue;
            }
            if (last(member.value()) instanceof Syntax.Call(String name, List<Syntax> arguments, int _)
                    && name.equals("strftime")
                    && arguments.getFirst() instanceof Syntax.Constant(JqString(String format))) {
                formats.put(key, format);
            }
            cut(member.value()).ifPresent(cut -> {
                cuts.put(key, cut);
                parts.computeIfAbsent(cut.text, _ -> new HashSet<>()).add(cut.part);
            });
        }
        cuts.forEach((key, cut) -> {
            Set<Part> known = parts.getOrDefault(cut.text, Set.of());
            if (OF_ISO.containsKey(cut.part) && (known.contains(DAY) || known.containsAll(YEAR_AND_MONTH))) {
                formats.put(key, OF_ISO.get(cut.part));
            }
        });
        return Map.copyOf(formats);
    }

    /// `.path[0:10]`, or `.path|.[0:10]`.
    private static Optional<Cut> cut(Syntax syntax) {
        if (syntax instanceof Syntax.Pipe(Syntax text, Syntax.Slice cut) && cut.target() instanceof Syntax.Identity) {
            return part(cut.from(), cut.to()).map(part -> new Cut(text, part));
        }
        return syntax instanceof Syntax.Slice(Syntax text, Syntax from, Syntax to, boolean _)
                ? part(from, to).map(part -> new Cut(text, part))
                : Optional.empty();
    }

    private static Optional<Part> part(Syntax from, Syntax to) {
        if (!(to instanceof Syntax.Constant(JqNumber(double end)))) {
            return Optional.empty();
        }
        return switch (from) {
            case Syntax.Constant(JqNumber(double begin)) -> Optional.of(new Part(begin, end));
            case Syntax.Constant(JqNull _) -> Optional.of(new Part(0, end));
            default -> Optional.empty();
        };
    }

    private static Syntax last(Syntax syntax) {
        Syntax last = syntax;
        while (last instanceof Syntax.Pipe(Syntax left, Syntax right)) {
            last = right;
        }
        return last;
    }
}
