package io.sluice.prefix;

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
    private List<PathPiece> level = new ArrayList<>();
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
                    add(new PathPiece.Random());
                    random = true;
                }
                case PrefixPart.ErrorOutputType() ->
                    throw new PrefixException(PrefixMessages.ERROR_TYPE_IN_PREFIX);
            }
        }
        add(new PathPiece.Name());
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
                add(new PathPiece.Text(between[i]));
            }
        }
    }

    private void key(String key) {
        if (random) {
            throw new PrefixException("the prefix has !{firehose:random-string} above the key " + key
                    + ": every object is in a folder of its own, and to find a key's would be to list the whole stream");
        }
        add(new PathPiece.Key(key, Optional.ofNullable(datePatterns.get(key)).map(LayoutBuilder::date)));
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
                add(new PathPiece.Time(TimestampPattern.of(between.get(i))));
            }
        }
    }

    /// Two timestamps side by side read like one; of other neighbours it cannot be told where one ends.
    private void add(PathPiece piece) {
        PathPiece last = level.isEmpty() ? new PathPiece.Text("") : level.getLast();
        if (last instanceof PathPiece.Time(TimestampPattern first)
                && piece instanceof PathPiece.Time(TimestampPattern second)) {
            level.set(level.size() - 1, new PathPiece.Time(TimestampPattern.of(first.text() + second.text())));
            return;
        }
        boolean open = last instanceof PathPiece.Key || last instanceof PathPiece.Time;
        boolean fits = piece instanceof PathPiece.Text || piece instanceof PathPiece.Name;
        if (open && !fits) {
            throw new PrefixException("the prefix has nothing between " + describe(last) + " and " + describe(piece)
                    + ", so a path does not tell where one ends; put a / or other text between them");
        }
        level.add(piece);
    }

    private static String describe(PathPiece piece) {
        return switch (piece) {
            case PathPiece.Key(String name, var _) -> "the key " + name;
            case PathPiece.Time(TimestampPattern pattern) -> "!{timestamp:" + pattern + "}";
            case PathPiece.Random() -> "!{firehose:random-string}";
            case PathPiece.Text(String text) -> "'" + text + "'";
            case PathPiece.Name() -> "the object's name";
        };
    }
}
