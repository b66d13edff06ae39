package io.sluice.jq.builtin;

import io.sluice.jq.eval.Native;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The builtins written in Java, by signature (`ltrimstr/1`).
public final class NativeFunctions {
    private static final List<Function<String, @Nullable Native>> THEMES = List.of(Arithmetic::find,
            TextFunctions::find, CollectionFunctions::find, ConversionFunctions::find, DateFunctions::find,
            MathFunctions::find, NativeFunctions::other);

    private NativeFunctions() {}

    public static @Nullable Native find(String signature) {
        for (Function<String, @Nullable Native> theme : THEMES) {
            Native function = theme.apply(signature);
            if (function != null) {
                return function;
            }
        }
        return null;
    }

    private static @Nullable Native other(String signature) {
        return switch (signature) {
            case "_match_impl/3" -> Regex::match;
            case "format/1" -> (machine, in, v) -> Formats.format(machine, in, v[0]);
            default -> null;
        };
    }
}
