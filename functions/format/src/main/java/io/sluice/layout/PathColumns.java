package io.sluice.layout;

import io.sluice.layout.ColumnPart.Text;
import io.sluice.layout.ColumnPart.Value;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
