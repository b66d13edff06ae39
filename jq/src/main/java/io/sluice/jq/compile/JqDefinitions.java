package io.sluice.jq.compile;

import io.sluice.jq.syntax.Parser;
import io.sluice.jq.syntax.Syntax;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The builtins that are defined in jq, from the resource `builtins.jq`. The resource is split when first needed, a
/// definition parsed when first used.
final class JqDefinitions {
    private static final String RESOURCE = "builtins.jq";
    private static final Map<String, String> TEXTS = load();
    private static final Map<String, Syntax.Function> PARSED = new ConcurrentHashMap<>();

    private JqDefinitions() {}

    /// The function of a signature like `map/1`, or null.
    static Syntax.@Nullable Function find(String signature) {
        String text = TEXTS.get(signature);
        return text == null ? null : PARSED.computeIfAbsent(signature, _ -> parse(text));
    }

    private static Syntax.Function parse(String text) {
        if (Parser.parse(text) instanceof Syntax.Definition(Syntax.Function function, Syntax _)) {
            return function;
        }
        throw new IllegalStateException("not a definition: " + text);
    }

    /// Definitions start in the first column, what they continue with does not.
    private static Map<String, String> load() {
        Map<String, String> texts = new HashMap<>();
        for (String text : read(RESOURCE).split("\n(?=def )", -1)) {
            if (text.startsWith("def ")) {
                texts.put(signature(text), text);
            }
        }
        return texts;
    }

    private static String signature(String text) {
        int colon = text.indexOf(':');
        int parenthesis = text.indexOf('(');
        if (parenthesis < 0 || parenthesis > colon) {
            return text.substring(4, colon).strip() + "/0";
        }
        long parameters = 1
                + text.substring(parenthesis, text.indexOf(')', parenthesis)).chars().filter(c -> c == ';').count();
        return text.substring(4, parenthesis).strip() + "/" + parameters;
    }

    /// The result of jq's `builtins`: the signatures of all builtins of jq 1.6, in its order.
    static JqArray names() {
        return JqArray.of(read("builtins.txt").lines().<JqValue>map(JqString::new).toList());
    }

    private static String read(String resource) {
        try (InputStream in = JqDefinitions.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }
}
