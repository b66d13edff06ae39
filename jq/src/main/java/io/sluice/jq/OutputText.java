package io.sluice.jq;

import io.sluice.jq.Arguments.Option;
import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Writes outputs as the options ask for it.
final class OutputText {
    private final Arguments arguments;
    private final boolean raw;
    private final boolean ascii;

    OutputText(Arguments arguments) {
        this.arguments = arguments;
        this.raw = arguments.has(Option.RAW_OUTPUT) || arguments.has(Option.JOIN_OUTPUT);
        this.ascii = arguments.has(Option.ASCII_OUTPUT);
    }

    /// One output, with its line end when it has one.
    ///
    /// @param compact the output as `jq -c` writes it
    String of(String compact) {
        return text(compact) + (arguments.has(Option.JOIN_OUTPUT) ? "" : "\n");
    }

    private String text(String compact) {
        if (raw && !ascii && compact.startsWith("\"") && JsonText.parseOne(compact) instanceof JqString(String text)) {
            return text;
        }
        String sorted = arguments.has(Option.SORT_KEYS) && compact.indexOf('{') >= 0
                ? JsonWriter.text(sorted(JsonText.parseOne(compact)))
                : compact;
        return IndentedJson.of(ascii ? escaped(sorted) : sorted, arguments.indent());
    }

    /// jq sorts keys by their bytes, which is by code points.
    private static JqValue sorted(JqValue value) {
        return switch (value) {
            case JqArray array -> {
                List<JqValue> elements = new ArrayList<>();
                for (int i = 0; i < array.size(); i++) {
                    elements.add(sorted(array.at(i)));
                }
                yield JqArray.of(elements);
            }
            case JqObject object -> {
                JqObject.Builder builder = JqObject.builder();
                IntStream.range(0, object.size()).boxed()
                        .sorted(Comparator.comparing(object::key, OutputText::byCodePoints))
                        .forEach(i -> builder.put(object.key(i), sorted(object.value(i))));
                yield builder.build();
            }
            case JqString _,JqNumber _,JqBoolean _,JqNull _ -> value;
        };
    }

    private static int byCodePoints(String a, String b) {
        return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }

    /// Escapes what is not ASCII, which stands in strings alone.
    private static String escaped(String compact) {
        StringBuilder text = new StringBuilder(compact.length());
        for (int i = 0; i < compact.length(); i++) {
            char c = compact.charAt(i);
            if (c < 0x80) {
                text.append(c);
            } else {
                text.append("\\u%04x".formatted((int) c));
            }
        }
        return text.toString();
    }
}
