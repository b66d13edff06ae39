package io.sluice.layout;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Takes a prefix expression apart at its slashes. Serves one layout.
final class LayoutBuilder {
    private final KeyEncoding encoding;
    private final Map<String, String> datePatterns;
    private final Pattern name;
    private final List<PathLevel> levels = new ArrayList<>();
    private List<LevelPiece> level = new ArrayList<>();
    private boolean random;

    LayoutBuilder(String stream, KeyEncoding encoding, Map<String, String> datePatterns) {
        this.encoding = encoding;
        this.datePatterns = datePatterns;
        this.name = FirehoseObjectName.pattern(stream);
    }

    /// The levels; the last one ends in the object's name.
    List<PathLevel> build(List<PrefixPart> parts) {
        for (PrefixPart part : parts) {
            switch (part) {
                case PrefixPart.Literal(String text) -> text(text);
                case PrefixPart.QueryKey(String key) -> key(key);
                case PrefixPart.LambdaKey(String key) -> key(key);
                case PrefixPart.Timestamp(TimestampPattern pattern) -> timestamp(pattern);
                case PrefixPart.RandomString() -> {
                    add(new LevelPiece.Random());
                    random = true;
                }
                case PrefixPart.ErrorOutputType() ->
                    throw new PrefixException(PrefixMessages.ERROR_TYPE_IN_PREFIX);
            }
        }
        add(new LevelPiece.Name());
        endLevel();
        return levels;
    }

    private void endLevel() {
        levels.add(new PathLevel(level, encoding, name));
        level = new ArrayList<>();
    }

    private void text(String text) {
        String[] between = text.split("/", -1);
        for (int i = 0; i < between.length; i++) {
            if (i > 0) {
                endLevel();
            }
            if (!between[i].isEmpty()) {
                add(new LevelPiece.Text(between[i]));
            }
        }
    }

    private void key(String key) {
        if (random) {
            throw new PrefixException("the prefix has !{firehose:random-string} above the key " + key
                    + ": every object is in a folder of its own, and to find a key's would be to list the whole stream");
        }
        add(new LevelPiece.Key(key, Optional.ofNullable(datePatterns.get(key)).map(LayoutBuilder::date)));
    }

    private static TimestampPattern date(String pattern) {
        try {
            return TimestampPattern.of(pattern);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new PrefixException("'" + pattern + "' is no date pattern: " + e.getMessage());
        }
    }

    private void timestamp(TimestampPattern pattern) {
        List<String> between = pattern.betweenSlashes();
        for (int i = 0; i < between.size(); i++) {
            if (i > 0) {
                endLevel();
            }
            if (!between.get(i).isEmpty()) {
                add(new LevelPiece.Time(TimestampPattern.of(between.get(i))));
            }
        }
    }

    /// Two timestamps side by side read like one; of other neighbours it cannot be told where one ends.
    private void add(LevelPiece piece) {
        LevelPiece last = level.isEmpty() ? new LevelPiece.Text("") : level.getLast();
        if (last instanceof LevelPiece.Time(TimestampPattern first)
                && piece instanceof LevelPiece.Time(TimestampPattern second)) {
            level.set(level.size() - 1, new LevelPiece.Time(TimestampPattern.of(first.text() + second.text())));
            return;
        }
        boolean open = last instanceof LevelPiece.Key || last instanceof LevelPiece.Time;
        boolean fits = piece instanceof LevelPiece.Text || piece instanceof LevelPiece.Name;
        if (open && !fits) {
            throw new PrefixException("the prefix has nothing between " + describe(last) + " and " + describe(piece)
                    + ", so a path does not tell where one ends; put a / or other text between them");
        }
        level.add(piece);
    }

    private static String describe(LevelPiece piece) {
        return switch (piece) {
            case LevelPiece.Key(String name, var _) -> "the key " + name;
            case LevelPiece.Time(TimestampPattern pattern) -> "!{timestamp:" + pattern + "}";
            case LevelPiece.Random() -> "!{firehose:random-string}";
            case LevelPiece.Text(String text) -> "'" + text + "'";
            case LevelPiece.Name() -> "the object's name";
        };
    }
}
