package io.sluice.local.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The columns that a prefix's folders are in a table, as `docs/how-to/tables.md` names them, and what an object's key
/// says of each. Immutable.
final class FolderColumns {
    private static final Pattern NAMED = Pattern.compile("([^=]+)=.*", Pattern.DOTALL);
    private static final String OPEN = "!{";
    private static final String TIMESTAMP = "timestamp:";
    private static final int NAME_CHARS_MAX = 255;

    private final List<List<Part>> folders = new ArrayList<>();
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private final Pattern keys;

    private sealed interface Part {
        record Text(String text) implements Part {}

        record Key(String column) implements Part {}

        /// @param named by its folder, and not by its fields
        record Time(String column, TimeText time, boolean named) implements Part {}
    }

    private FolderColumns(List<List<Part>> levels) {
        levels.forEach(this::folder);
        this.keys = pattern();
    }

    /// @param prefix in effect, without a fault
    static FolderColumns parse(String prefix) {
        List<List<Part>> levels = new ArrayList<>();
        levels.add(new ArrayList<>());
        int at = 0;
        for (int open = prefix.indexOf(OPEN); open >= 0; open = prefix.indexOf(OPEN, at)) {
            text(levels, prefix.substring(at, open));
            int close = closing(prefix, open + OPEN.length());
            String expression = prefix.substring(open + OPEN.length(), close);
            if (expression.startsWith(TIMESTAMP)) {
                time(levels, expression.substring(TIMESTAMP.length()));
            } else {
                levels.getLast().add(new Part.Key(name(expression.substring(expression.indexOf(':') + 1))));
            }
            at = close + 1;
        }
        text(levels, prefix.substring(at));
        // The last is part of objects' names.
        return new FolderColumns(levels.subList(0, levels.size() - 1));
    }

    private static int closing(String text, int from) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '\'' && text.startsWith(TIMESTAMP, from);
            if (text.charAt(i) == '}' && !quoted) {
                return i;
            }
        }
        throw new IllegalArgumentException("an expression of the prefix is not closed: " + text.substring(from));
    }

    private static void text(List<List<Part>> levels, String text) {
        String[] names = text.split("/", -1);
        for (int i = 0; i < names.length; i++) {
            if (i > 0) {
                levels.add(new ArrayList<>());
            }
            add(levels.getLast(), names[i]);
        }
    }

    private static void time(List<List<Part>> levels, String pattern) {
        List<TimeText.Piece> pieces = TimeText.pieces(pattern);
        for (TimeText.Piece piece : pieces) {
            switch (piece) {
                case TimeText.Piece.Fixed(String text) -> text(levels, text);
                case TimeText.Piece.Field field -> add(levels.getLast(), TimeText.of(field));
            }
        }
    }

    private static void add(List<Part> folder, String text) {
        if (folder.isEmpty() || !(folder.getLast() instanceof Part.Text(String before))) {
            if (!text.isEmpty()) {
                folder.add(new Part.Text(text));
            }
        } else {
            folder.set(folder.size() - 1, new Part.Text(before + text));
        }
    }

    /// Fields of one folder are one value, with what is between them.
    private static void add(List<Part> folder, TimeText time) {
        TimeText whole = time;
        String between = !folder.isEmpty() && folder.getLast() instanceof Part.Text(String text) ? text : "";
        int last = folder.size() - (between.isEmpty() ? 1 : 2);
        if (last >= 0 && folder.get(last) instanceof Part.Time before) {
            folder.subList(last, folder.size()).clear();
            whole = before.time().then(between, time);
        }
        folder.add(new Part.Time(whole.column(), whole, false));
    }

    private void folder(List<Part> level) {
        boolean oneValue = level.stream().filter(part -> !(part instanceof Part.Text)).count() == 1;
        Matcher named = NAMED.matcher(oneValue && level.getFirst() instanceof Part.Text(String text) ? text : "");
        Optional<String> name = Optional.of(named).filter(Matcher::matches).map(found -> name(found.group(1)));
        if (name.isEmpty() && oneValue && goesOn(level)) {
            return;
        }
        folders.add(new ArrayList<>(level.stream().map(part -> switch (part) {
            case Part.Text text -> text;
            case Part.Key(String own) -> new Part.Key(name.orElse(own));
            case Part.Time(String own, TimeText time, boolean _) ->
                new Part.Time(name.orElse(own), time, !name.orElse(own).equals(own));
        }).toList()));
    }

    /// Takes a folder of a time into that before it, where both together are a date.
    private boolean goesOn(List<Part> level) {
        List<Part> before = folders.isEmpty() ? List.of() : folders.getLast();
        String tail = !before.isEmpty() && before.getLast() instanceof Part.Text(String text) ? text : "";
        String lead = level.getFirst() instanceof Part.Text(String text) ? text : "";
        int last = before.size() - (tail.isEmpty() ? 1 : 2);
        if (last < 0 || !(before.get(last) instanceof Part.Time first)
                || !(level.get(lead.isEmpty() ? 0 : 1) instanceof Part.Time next)) {
            return false;
        }
        TimeText joined = first.time().then(tail + "/" + lead, next.time());
        if (!joined.isDate()) {
            return false;
        }
        before.subList(last, before.size()).clear();
        before.add(new Part.Time(first.named() ? first.column() : joined.column(), joined, first.named()));
        before.addAll(level.subList(lead.isEmpty() ? 1 : 2, level.size()));
        return true;
    }

    private static String name(String text) {
        String name = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        return name.substring(0, Math.min(name.length(), NAME_CHARS_MAX));
    }

    private Pattern pattern() {
        StringBuilder shape = new StringBuilder();
        for (List<Part> folder : folders) {
            for (Part part : folder) {
                switch (part) {
                    case Part.Text(String text) -> shape.append(Pattern.quote(text));
                    case Part.Key(String column) -> value(column, "[^/]+", shape);
                    case Part.Time(String column, TimeText time, boolean _) -> value(column, time.shape(), shape);
                }
            }
            shape.append('/');
        }
        return Pattern.compile(shape + "[^/]*");
    }

    private void value(String column, String form, StringBuilder shape) {
        Integer known = columns.putIfAbsent(column, columns.size() + 1);
        shape.append(known == null ? "(" + form + ")" : "\\" + known + "(?:)");
    }

    /// Tests whether the texts of a column are key values, in the key encoding.
    boolean isOfKey(String column) {
        return folders.stream().flatMap(List::stream)
                .anyMatch(part -> part instanceof Part.Key(String name) && name.equals(column));
    }

    /// In the order of the path.
    List<String> names() {
        return List.copyOf(columns.keySet());
    }

    /// The texts that a key of the stream has for the columns, as they stand there; empty when it is no such key.
    Optional<List<String>> texts(String key) {
        Matcher found = keys.matcher(key);
        if (!found.matches()) {
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        for (int i = 1; i <= columns.size(); i++) {
            texts.add(found.group(i));
        }
        return Optional.of(texts);
    }
}
