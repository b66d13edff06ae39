package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import io.sluice.plugin.Transformed.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `scripted`: does what a record's text tells it to. Anything else than the words below is kept as it is.
public final class ScriptedTransformer implements RecordTransformer {
    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Transformed transform(byte[] record) {
        String text = new String(record, UTF_8);
        String argument = text.substring(text.indexOf(' ') + 1);
        return switch (text.split(" ", 2)[0]) {
            case "drop" -> new Transformed.Dropped();
            case "nothing" -> new Transformed.Kept(List.of());
            case "fail" -> new Transformed.Failed(argument);
            case "throw" -> throw new IllegalStateException(argument);
            case "overflow" -> overflow(record);
            case "split" -> split(argument);
            case "upper" -> Transformed.kept(argument.toUpperCase(Locale.ROOT).getBytes(UTF_8));
            case "key" -> new Transformed.Kept(List.of(new Output(record, Map.of("k", argument))));
            default -> Transformed.kept(record);
        };
    }

    /// One record for each word.
    private static Transformed split(String words) {
        List<Output> outputs = new ArrayList<>();
        for (String word : words.split(" ", -1)) {
            outputs.add(new Output(word.getBytes(UTF_8), Map.of("k", word.substring(0, 1))));
        }
        return new Transformed.Kept(outputs);
    }

    @SuppressWarnings("InfiniteRecursion")
    private static Transformed overflow(byte[] record) {
        return overflow(record.clone());
    }
}
