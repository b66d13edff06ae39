package io.sluice.repartition;

import io.sluice.columns.ColumnNames;
import io.sluice.config.StreamConfiguration;
import io.sluice.jq.JqProgram;
import io.sluice.layout.DayOfKey;
import io.sluice.layout.PathDay;
import io.sluice.layout.PrefixSample;
import io.sluice.tables.TableSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
    /// @throws RepartitionException when the stream's prefix has no date, or none that can be told from its other keys
    public static ViewDefinition of(StreamConfiguration stream, String from, Optional<String> sourceKey,
            Optional<String> sourceTable) {
        return new ViewTables(stream).definition(from, sourceKey, sourceTable);
    }

    /// The view over a stream's own objects and what they are compacted to, in the same folders.
    ///
    /// @throws RepartitionException when the stream's prefix has no date, or none that can be told from its other keys
    public static ViewDefinition ofCompaction(StreamConfiguration stream) {
        return new ViewTables(stream).compaction();
    }

    /// The place in a path at which [#ofCompaction] looks for its day.
    ///
    /// @throws RepartitionException as above
    public static PathDay pathDay(StreamConfiguration stream) {
        return new PathDay(new ViewTables(stream).targetDay("").folders());
    }

    private ViewDefinition compaction() {
        String named = ColumnNames.nearest(stream.stream());
        String table = settings.name().orElse(named);
        String day = sql(targetDay(""));
        List<ViewDefinition.Column> columns = new ArrayList<>();
        settings.columns().forEach(column -> columns.add(ViewDefinition.Column.of(column.name())));
        stream.prefix().keys().stream().flatMap(key -> sample.folderOf(key).stream())
                .filter(folder -> columns.stream().noneMatch(column -> column.name().equals(folder)))
                .forEach(folder -> columns.add(ViewDefinition.Column.of(folder)));
        if (columns.stream().noneMatch(column -> column.name().equals(DAY_COLUMN))) {
            columns.add(new ViewDefinition.Column(DAY_COLUMN, day, day));
        }
        return new ViewDefinition(settings.database().orElse(named), table + "_all", stream.bucket(),
                new ViewDefinition.Table(table, day), new ViewDefinition.Table(table + "_compacted", day), columns);
    }

    private ViewDefinition definition(String from, Optional<String> sourceKey, Optional<String> sourceTable) {
        String named = ColumnNames.nearest(stream.stream());
        String target = settings.name().orElse(named);
        String inSource = DayOfKey.find(sourceKey.orElse(from)).map(ViewTables::sql).orElse(DAY_OF_PATH);
        String targetDay = sql(targetDay(inSource));
        List<ViewDefinition.Column> columns = new ArrayList<>();
        settings.columns().forEach(column -> columns.add(ViewDefinition.Column.of(column.name())));
        keyColumns(columns);
        if (columns.stream().noneMatch(column -> column.name().equals(DAY_COLUMN))) {
            columns.add(new ViewDefinition.Column(DAY_COLUMN, inSource, targetDay));
        }
        Matcher folder = FIRST_FOLDER.matcher(from);
        String source = sourceTable
                .orElseGet(() -> folder.find() ? ColumnNames.nearest(folder.group()) : target + "_streamed");
        return new ViewDefinition(settings.database().orElse(named), target + "_all", stream.bucket(),
                new ViewDefinition.Table(source.equals(target) ? source + "_streamed" : source, inSource),
                new ViewDefinition.Table(target, targetDay), columns);
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
                .orElseThrow(() -> new RepartitionException("the Prefix of " + stream.stream()
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
    private void keyColumns(List<ViewDefinition.Column> columns) {
        List<String> declared = columns.stream().map(ViewDefinition.Column::name).toList();
        Map<String, List<String>> paths = stream.processing().metadataQuery().map(JqProgram::memberPaths)
                .orElse(Map.of());
        paths.forEach((key, path) -> sample.folderOf(key).filter(column -> !declared.contains(column))
                .ifPresent(column -> {
                    List<String> names = path.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
                    if (declared.contains(names.getFirst())) {
                        columns.add(keyColumn(column, names));
                    }
                }));
    }

    private static ViewDefinition.Column keyColumn(String name, List<String> path) {
        return new ViewDefinition.Column(name,
                "CAST(" + path.stream().map(SqlText::name).collect(Collectors.joining(".")) + " AS varchar)",
                "CAST(" + SqlText.name(name) + " AS varchar)");
    }
}
