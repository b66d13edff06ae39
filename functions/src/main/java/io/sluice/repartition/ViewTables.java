package io.sluice.repartition;

import io.sluice.config.StreamConfiguration;
import io.sluice.jq.JqProgram;
import io.sluice.layout.PrefixExpression;
import io.sluice.tables.TableSettings;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds out what the view over a stream and its source reads: the tables' names, where the day stands in each, and which
/// columns both can give. Out of the stream's configuration and one key of the source.
public final class ViewTables {
    /// The day of a row whose path has no names: out of the object's key.
    private static final String DAY_OF_PATH = "replace(regexp_extract(\"$path\", '\\d{4}[-/]\\d{2}[-/]\\d{2}'), '/', '-')";
    private static final LocalDate SAMPLE_DAY = LocalDate.of(2001, 2, 3);
    private static final String SAMPLE_VALUE = "x";
    private static final String DAY_COLUMN = "day";
    private static final Pattern FIRST_FOLDER = Pattern.compile("[^/=]+(?=/)");

    private final StreamConfiguration stream;
    private final TableSettings settings;

    private ViewTables(StreamConfiguration stream) {
        this.stream = stream;
        this.settings = stream.sluice().table().orElse(TableSettings.NONE);
    }

    /// @param from        the source prefix
    /// @param sourceKey   the key of an object of the source; empty when there is none
    /// @param sourceTable the name of the table over the source; empty: after the first folder of `from`
    /// @throws RepartitionException when the stream's prefix has no date, or none that can be told from its other keys
    public static ViewDefinition of(StreamConfiguration stream, String from, Optional<String> sourceKey,
            Optional<String> sourceTable) {
        return new ViewTables(stream).definition(from, sourceKey, sourceTable);
    }

    private ViewDefinition definition(String from, Optional<String> sourceKey, Optional<String> sourceTable) {
        String named = tableName(stream.stream());
        String target = settings.name().orElse(named);
        Optional<String> sourceDay = DayOfKey.find(sourceKey.orElse(from)).flatMap(DayOfKey.Found::column);
        String targetDay = targetDay(sourceDay);
        String inSource = sourceDay.orElse(DAY_OF_PATH);
        List<ViewDefinition.Column> columns = new ArrayList<>();
        settings.columns().forEach(column -> columns.add(ViewDefinition.Column.of(column.name())));
        keyColumns(columns);
        if (columns.stream().noneMatch(column -> column.name().equals(DAY_COLUMN))) {
            columns.add(new ViewDefinition.Column(DAY_COLUMN, inSource, targetDay));
        }
        Matcher folder = FIRST_FOLDER.matcher(from);
        String source = sourceTable
                .orElseGet(() -> folder.find() ? tableName(folder.group()) : target + "_streamed");
        return new ViewDefinition(settings.database().orElse(named), target + "_all", stream.bucket(),
                new ViewDefinition.Table(source.equals(target) ? source + "_streamed" : source, inSource),
                new ViewDefinition.Table(target, targetDay), columns);
    }

    /// The nearest name that Glue and Athena take unquoted.
    private static String tableName(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    }

    /// Where the day stands in the target's path: a `timestamp`; a key for each of its fields; the key that is named like the
    /// source's day column; or the only key that could be it.
    private String targetDay(Optional<String> sourceDay) {
        Map<String, String> byKey = new HashMap<>();
        for (String key : keys()) {
            dayWith(Map.of(key, SAMPLE_DAY.toString())).ifPresent(column -> byKey.put(key, column));
        }
        Optional<String> whole = dayWith(Map.of()).or(() -> dayWith(fields()));
        if (whole.isPresent()) {
            return whole.get();
        }
        Optional<String> likeSource = byKey.values().stream().filter(column -> sourceDay.equals(Optional.of(column)))
                .findFirst();
        List<String> likely = byKey.values().stream()
                .filter(column -> List.of("\"dt\"", "\"date\"", "\"day\"", "\"ds\"").contains(column)).toList();
        return likeSource.or(() -> likely.size() == 1 ? Optional.of(likely.getFirst()) : Optional.empty())
                .or(() -> byKey.size() == 1 ? byKey.values().stream().findFirst() : Optional.empty())
                .orElseThrow(() -> new RepartitionException("the Prefix of " + stream.stream()
                        + " has no date that the view could be moved by; put a folder such as"
                        + " dt=!{timestamp:yyyy-MM-dd}/ or dt=!{partitionKeyFromQuery:dt}/ into it"));
    }

    /// Keys that hold a field of a date each.
    private Map<String, String> fields() {
        Map<String, String> fields = new HashMap<>();
        for (String key : keys()) {
            switch (key.toLowerCase(Locale.ROOT)) {
                case "year", "yyyy", "y" -> fields.put(key, "2001");
                case "month", "mm", "m" -> fields.put(key, "02");
                case "day", "dd", "d" -> fields.put(key, "03");
                default -> {
                }
            }
        }
        return fields;
    }

    private Optional<String> dayWith(Map<String, String> values) {
        return DayOfKey.find(sample(values) + "object").filter(found -> found.day().equals(SAMPLE_DAY))
                .map(found -> found.column().orElse(DAY_OF_PATH));
    }

    /// The stream's prefix on the sample day, with these key values.
    private String sample(Map<String, String> values) {
        Map<String, String> all = new HashMap<>();
        keys().forEach(key -> all.put(key, values.getOrDefault(key, SAMPLE_VALUE)));
        PrefixExpression prefix = stream.prefix();
        Instant day = SAMPLE_DAY.atStartOfDay(stream.timeZone()).toInstant();
        return prefix.bind(all, all, "").evaluate(day, stream.timeZone(), "00000000-0000-8000-8000-000000000000");
    }

    private List<String> keys() {
        return Stream.concat(stream.prefix().queryKeys().stream(), stream.prefix().lambdaKeys().stream()).distinct()
                .toList();
    }

    /// The target's key columns, so that a query on the view reads only their partitions: where the key is a plain path into a
    /// declared column, which the source can give, too.
    private void keyColumns(List<ViewDefinition.Column> columns) {
        List<String> declared = columns.stream().map(ViewDefinition.Column::name).toList();
        Map<String, List<String>> paths = stream.processing().metadataQuery()
                .map(query -> JqProgram.compile(query).memberPaths()).orElse(Map.of());
        paths.forEach((key, path) -> columnOf(key).filter(column -> !declared.contains(column))
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

    /// The name of the folder that holds a key's value.
    private Optional<String> columnOf(String key) {
        if (!keys().contains(key)) {
            return Optional.empty();
        }
        Matcher named = Pattern.compile("(?:^|/)([^/=]+)=sluice-sample/").matcher(sample(Map.of(key, "sluice-sample")));
        return named.find() ? Optional.of(named.group(1)) : Optional.empty();
    }
}
