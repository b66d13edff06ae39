package io.sluice.layout;

import io.sluice.layout.ColumnPart.Text;
import io.sluice.layout.ColumnPart.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A prefix's folders as a table sees them: text and partition columns. Immutable.
public final class PathColumns {
    /// From the bucket's root to the objects' folder; in each, adjacent texts are joined. A value may go on over
    /// several of the prefix's levels.
    private final List<List<ColumnPart>> folders;

    private PathColumns(List<List<ColumnPart>> folders) {
        this.folders = folders;
    }

    /// Reads the folders of `prefix`; what keeps them from being a table's goes to `remarks`.
    public static PathColumns of(PrefixExpression prefix, ColumnRemarks remarks) {
        boolean plain = prefix.parts().stream()
                .allMatch(part -> !(part instanceof PrefixPart.Timestamp(TimestampPattern pattern))
                        || pattern.isPlain());
        if (!plain) {
            remarks.refusal("a timestamp pattern has optional sections, padding or"
                    + " reserved characters, which no table can express; use plain fields, as yyyy/MM/dd");
            return new PathColumns(List.of());
        }
        return new PathColumns(new ColumnFinder(remarks).find(LevelCutter.cut(prefix)));
    }

    /// The partition columns, in order of first use.
    public Map<String, ColumnValue> columns() {
        Map<String, ColumnValue> columns = new LinkedHashMap<>();
        folders.forEach(folder -> folder.forEach(part -> {
            if (part instanceof Value(String name, ColumnValue value)) {
                columns.putIfAbsent(name, value);
            }
        }));
        return columns;
    }

    /// The folder, below the bucket, that all objects lie in; empty or ending in a slash.
    public String head() {
        return path(folders.stream().takeWhile(folder -> folder.stream().allMatch(Text.class::isInstance)).toList());
    }

    /// The path with `${column}` for each value.
    public String template() {
        return path(folders);
    }

    /// The values that an object's key has of the [#columns], in their order.
    ///
    /// @param key      of an object that was written under the prefix; no value has a slash, and no folder two values
    ///     ([#shared])
    /// @param encoding of key values
    /// @return empty when it is no such key
    public Optional<List<String>> values(String key, KeyEncoding encoding) {
        Matcher places = pattern().matcher(key);
        if (!places.matches()) {
            return Optional.empty();
        }
        List<String> values = new ArrayList<>();
        for (ColumnValue value : columns().values()) {
            String text = places.group("c" + values.size());
            try {
                values.add(value instanceof ColumnValue.Key ? encoding.decode(text) : text);
            } catch (IllegalArgumentException _) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    /// Columns that have a folder together; what one of them has of it is known by what its values look like alone.
    public Set<String> shared() {
        Set<String> shared = new LinkedHashSet<>();
        folders.forEach(folder -> {
            List<String> names = folder.stream()
                    .flatMap(part -> part instanceof Value(String name, ColumnValue _) ? Stream.of(name) : Stream.of())
                    .toList();
            if (names.size() > 1) {
                shared.addAll(names);
            }
        });
        return shared;
    }

    private int place(String column) {
        return List.copyOf(columns().keySet()).indexOf(column);
    }

    private Pattern pattern() {
        StringBuilder pattern = new StringBuilder();
        Set<String> named = new HashSet<>();
        for (List<ColumnPart> folder : folders) {
            for (ColumnPart part : folder) {
                pattern.append(switch (part) {
                    case Text(String text) -> Pattern.quote(text);
                    case Value(String name, ColumnValue _) when !named.add(name) -> "\\k<c" + place(name) + ">";
                    case Value(String name, ColumnValue value) -> "(?<c" + place(name) + ">" + form(value) + ")";
                });
            }
            pattern.append('/');
        }
        return Pattern.compile(pattern + "[^/]*");
    }

    /// A time that was found over several folders has their slashes.
    private static String form(ColumnValue value) {
        int slashes = value instanceof ColumnValue.Arrival(TimeRun run)
                ? (int) run.format().chars().filter(c -> c == '/').count()
                : 0;
        return "[^/]+" + "/[^/]+".repeat(slashes);
    }

    private static String path(List<List<ColumnPart>> folders) {
        return folders.stream().map(folder -> folder.stream().map(part -> switch (part) {
            case Text(String text) -> text;
            case Value(String name, ColumnValue _) -> "${" + name + "}";
        }).collect(Collectors.joining("", "", "/"))).collect(Collectors.joining());
    }

    /// Columns of one folder that cannot be told apart; empty when all can: two partitions whose values differ must not
    /// share a folder, or a query for one would give the other's records, too.
    ///
    /// @param texts what the values of each column look like
    public Set<String> undecided(Map<String, ColumnText> texts) {
        for (List<ColumnPart> folder : folders) {
            Set<String> columns = new LinkedHashSet<>();
            for (ColumnPart part : SideBySide.undecided(folder, (each, neighbour) -> ends(each, neighbour, texts))) {
                if (part instanceof Value(String name, ColumnValue _)) {
                    columns.add(name);
                }
            }
            if (columns.size() > 1) {
                return columns;
            }
        }
        return Set.of();
    }

    private static boolean ends(ColumnPart part, ColumnPart neighbour, Map<String, ColumnText> texts) {
        if (!(part instanceof Value(String name, ColumnValue _))) {
            return true;
        }
        ColumnText text = Optional.ofNullable(texts.get(name)).orElse(ColumnText.ANY);
        return text.fixedWidth() || (neighbour instanceof Text(String between) && text.neverHasOneOf(between));
    }
}
