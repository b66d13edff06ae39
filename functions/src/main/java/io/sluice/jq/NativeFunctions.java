package io.sluice.jq;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The builtins written in Java, by signature (`ltrimstr/1`).
final class NativeFunctions {
    private static final Map<String, Native> FUNCTIONS = new HashMap<>();

    static {
        Arithmetic.register(FUNCTIONS);
        TextFunctions.register(FUNCTIONS);
        CollectionFunctions.register(FUNCTIONS);
        ConversionFunctions.register(FUNCTIONS);
        MathFunctions.register(FUNCTIONS);
        DateFunctions.register(FUNCTIONS);
        FUNCTIONS.put("_match_impl/3", Regex::match);
        FUNCTIONS.put("format/1", (machine, in, values) -> Formats.format(machine, in, values[0]));
    }

    private NativeFunctions() {}

    static @Nullable Native find(String signature) {
        return FUNCTIONS.get(signature);
    }
}
