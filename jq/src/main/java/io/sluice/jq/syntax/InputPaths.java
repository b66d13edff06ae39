package io.sluice.jq.syntax;

import io.sluice.jq.value.JqString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Paths of names from a program's input, as `.a.b`.
public final class InputPaths {
    private InputPaths() {}

    /// The names, when `syntax` is nothing but names after one another from the input; a `?` among them makes no
    /// difference.
    public static Optional<List<String>> path(Syntax syntax) {
        List<String> names = new ArrayList<>();
        return isPath(syntax, names) ? Optional.of(List.copyOf(names)) : Optional.empty();
    }

    private static boolean isPath(Syntax syntax, List<String> names) {
        if (syntax instanceof Syntax.Identity) {
            return true;
        }
        if (syntax instanceof Syntax.Index(Syntax target, Syntax.Constant(JqString(String name)), boolean _)
                && isPath(target, names)) {
            names.add(name);
            return true;
        }
        return false;
    }

    /// The path of each constant key of an object constructor whose value is one, in order; of a key that stands there
    /// twice, the last.
    public static Map<String, List<String>> members(Syntax syntax) {
        if (!(syntax instanceof Syntax.ObjectOf(List<Syntax.Member> members))) {
            return Map.of();
        }
        Map<String, List<String>> paths = new LinkedHashMap<>();
        for (Syntax.Member member : members) {
            if (member.key() instanceof Syntax.Constant(JqString(String key))) {
                paths.remove(key);
                Optional.ofNullable(member.value()).map(InputPaths::path).orElse(Optional.of(List.of(key)))
                        .filter(path -> !path.isEmpty()).ifPresent(path -> paths.put(key, path));
            }
        }
        return paths;
    }
}
