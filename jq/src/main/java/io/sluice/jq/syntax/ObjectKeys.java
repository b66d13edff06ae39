package io.sluice.jq.syntax;

import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The constant keys of a program that is one object constructor.
public final class ObjectKeys {
    private ObjectKeys() {}

    public static Optional<List<String>> of(Syntax syntax) {
        return switch (syntax) {
            case Syntax.ObjectOf(List<Syntax.Member> members) -> keys(members);
            case Syntax.Constant(JqObject object) -> Optional.of(List.of(keys(object)));
            default -> Optional.empty();
        };
    }

    private static Optional<List<String>> keys(List<Syntax.Member> members) {
        List<String> keys = new ArrayList<>();
        for (Syntax.Member member : members) {
            if (!(member.key() instanceof Syntax.Constant(JqString(String key)))) {
                return Optional.empty();
            }
            keys.add(key);
        }
        return Optional.of(List.copyOf(keys));
    }

    private static String[] keys(JqObject object) {
        String[] keys = new String[object.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = object.key(i);
        }
        return keys;
    }
}
