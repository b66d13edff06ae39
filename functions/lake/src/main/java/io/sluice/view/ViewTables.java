package io.sluice.view;

import io.sluice.columns.ColumnNames;
import io.sluice.config.StreamConfiguration;
import io.sluice.jq.JqProgram;
import io.sluice.layout.DayOfKey;
import io.sluice.layout.PathDay;
import io.sluice.layout.PrefixSample;
import io.sluice.tables.TableSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds out what the view over a stream and its source reads: the tables' names, where the day stands in each, and
/// which columns both can give. Out of the stream's configuration and one key of the source.
public final class ViewTables {
    /// The day of a row whose path has no names: out of the object's key.
    private static final String DAY_OF_PATH = "replace(regexp_extract(\"$path\", '\\d{4}[-/]\\d{2}[-/]\\d{2}'), '/', "
            + "'-')";
    private static final String DAY_COLUMN = "day";
    private static final Pattern FIRST_FOLDER = Pattern.compile("[^/=]+(?=/)");

    private final StreamConfiguration stream;
    private final TableSettings settings;
    private final PrefixSample sample;

    private ViewTables(StreamConfiguration stream) {
        this.stream = stream;
        this.settings = stream.sluice().table().orElse(TableSettings.NONE);
        this.sample = new PrefixSample(stream.prefix(), stream.timeZone());
    }

    /// @param from        the source prefix
    /// @param sourceKey   the key of an object of the source; empty when there is none
    /// @param sourceTable the name of the table over the source; empty: after the first folder of `from`
    /// @throws DayMoveException when the stream's prefix has no date, or none that can be told from its other keys
    public static ViewDefinition of(StreamConfiguration stream, String from, Optional<String> sourceKey,
            Optional<String> sourceTable) {
        return new ViewTables(stream).definition(from, sourceKey, sourceTable);
    }

    /// The view over a stream's own objects and what they are compacted to, in the same folders.
    ///
    /// @throws DayMoveException when the stream's prefix has no date, or none that can be told from its other keys
    public static ViewDefinition ofCompaction(StreamConfiguration stream) {
        return new ViewTables(stream).compaction();
    }

    /// The place in a path at which [#ofCompaction] looks for its day.
    ///
    /// @throws DayMoveException as above
    public static PathDay pathDay(StreamConfiguration stream) {
        return new PathDay(new ViewTables(stream).targetDay("").folders());
    }

    private ViewDefinition compaction() {
        String day = sql(targetDay(""));
        return view(new ViewDefinition.Table(table(), day), new ViewDefinition.Table(table() + "_compacted", day),
                stream.prefix().keys().stream().flatMap(key -> sample.folderOf(key).stream())
                        .map(ViewDefinition.Column::of).toList());
    }

    private String table() {
        return settings.name().orElse(ColumnNames.nearest(stream.stream()));
    }

    /// The view of the declared columns, of those of keys that have other names, and of the day.
    private ViewDefinition view(ViewDefinition.Table source, ViewDefinition.Table target,
            List<ViewDefinition.Column> keys) {
        Map<String, ViewDefinition.Column> columns = new LinkedHashMap<>();
        settings.columns().forEach(column -> columns.put(column.name(), ViewDefinition.Column.of(column.name())));
        keys.forEach(column -> columns.putIfAbsent(column.name(), column));
        columns.putIfAbsent(DAY_COLUMN, new ViewDefinition.Column(DAY_COLUMN, source.day(), target.day()));
        return new ViewDefinition(settings.database().orElse(ColumnNames.nearest(stream.stream())), table() + "_all",
                stream.bucket(), source, target, List.copyOf(columns.values()));
    }

    private ViewDefinition definition(String from, Optional<String> sourceKey, Optional<String> sourceTable) {
        String inSource = DayOfKey.find(sourceKey.orElse(from)).map(ViewTables::sql).orElse(DAY_OF_PATH);
        String targetDay = sql(targetDay(inSource));
        Matcher folder = FIRST_FOLDER.matcher(from);
        String source = sourceTable
                .orElseGet(() -> folder.find() ? ColumnNames.nearest(folder.group()) : table() + "_streamed");
        return view(new ViewDefinition.Table(source.equals(table()) ? source + "_streamed" : source, inSource),
                new ViewDefinition.Table(table(), targetDay), keyColumns());
    }

    /// The place of the day in the target's path: a `timestamp`; a key for each of its fields; the key that is named
    /// like the source's day column; or the only key that could be it.
    private DayOfKey targetDay(String inSource) {
        Optional<DayOfKey> whole = sample.day();
        if (whole.isPresent()) {
            return whole.get();
        }
        List<DayOfKey> byKey = stream.prefix().keys().stream().flatMap(key -> sample.dayOf(key).stream()).toList();
        List<DayOfKey> likely = byKey.stream().filter(
                day -> List.of("\"dt\"", "\"date\"", "\"day\"", "\"ds\"").contains(sql(day))).toList();
        Optional<DayOfKey> likeSource = byKey.stream()
                .filter(day -> sql(day).equals(inSource) && !sql(day).equals(DAY_OF_PATH)).findFirst();
        return likeSource.or(() -> likely.size() == 1 ? Optional.of(likely.getFirst()) : Optional.empty())
                .or(() -> byKey.size() == 1 ? Optional.of(byKey.getFirst()) : Optional.empty())
                .orElseThrow(() -> new DayMoveException("the Prefix of " + stream.stream()
                        + " has no date that the view could be moved by; put a folder such as"
                        + " dt=!{timestamp:yyyy-MM-dd}/ or dt=!{partitionKeyFromQuery:dt}/ into it"));
    }

    /// The expression that gives the day of a row as text `yyyy-MM-dd` in a table over keys that have it so.
    private static String sql(DayOfKey day) {
        return day.folders().isEmpty()
                ? DAY_OF_PATH
                : day.folders().stream().map(SqlText::name).collect(Collectors.joining(" || '-' || "));
    }

    /// The target's key columns, so that a query on the view reads only their partitions: where the key is a plain path
    /// into a declared column, which the source can give, too.
    private List<ViewDefinition.Column> keyColumns() {
        Set<String> declared = settings.columns().stream().map(column -> column.name()).collect(Collectors.toSet());
        Map<String, List<String>> paths = stream.processing().metadataQuery().map(JqProgram::memberPaths)
                .orElse(Map.of());
        List<ViewDefinition.Column> columns = new ArrayList<>();
        paths.forEach((key, path) -> sample.folderOf(key).ifPresent(column -> {
            List<String> names = path.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
            if (declared.contains(names.getFirst())) {
                columns.add(keyColumn(column, names));
            }
        }));
        return columns;
    }

    private static ViewDefinition.Column keyColumn(String name, List<String> path) {
        return new ViewDefinition.Column(name,
                "CAST(" + path.stream().map(SqlText::name).collect(Collectors.joining(".")) + " AS varchar)",
                "CAST(" + SqlText.name(name) + " AS varchar)");
    }
}
