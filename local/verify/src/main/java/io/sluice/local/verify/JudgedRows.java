package io.sluice.local.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows that a record's JSON stands for, as texts that are equal for equal rows: each column's value in one form,
/// whatever the form that JSON or a file has it in. Immutable.
///
/// Source: Firehose developer guide, "Convert input data format in Amazon Data Firehose".
final class JudgedRows {
    private final List<Column> columns;
    private final boolean anyCase;
    private final boolean dots;
    private final RowScalars scalars;

    /// @param name of the column, in lower case
    /// @param key  of the records' objects
    /// @param type in Hive's words
    record Column(String name, String key, String type) {}

    /// @param anyCase      letter case of keys does not count
    /// @param dots         dots in keys count as underscores
    /// @param ownTimeForms timestamps are in forms that the configuration gives: of these it is compared only that they
    ///     are there
    JudgedRows(List<Column> columns, boolean anyCase, boolean dots, boolean ownTimeForms) {
        this.columns = List.copyOf(columns);
        this.anyCase = anyCase;
        this.dots = dots;
        this.scalars = new RowScalars(ownTimeForms, this::name);
    }

    List<Column> columns() {
        return columns;
    }

    RowScalars scalars() {
        return scalars;
    }

    private String name(String key) {
        String cased = anyCase ? key.toLowerCase(Locale.ROOT) : key;
        return dots ? cased.replace('.', '_') : cased;
    }

    /// A row: the text of each column's value, `null` where it has none.
    record Row(List<@Nullable String> values) {
        byte[] bytes() {
            StringBuilder text = new StringBuilder();
            for (String value : values) {
                text.append(value == null ? "~" : value.length() + ":" + value);
            }
            return text.append('\n').toString().getBytes(StandardCharsets.UTF_16BE);
        }
    }

    /// The rows of a record; empty when it does not fit the columns.
    Optional<List<Row>> of(byte[] record) {
        try {
            List<Row> rows = new ArrayList<>();
            for (JsonTree value : JsonTree.all(record)) {
                if (!(value instanceof JsonTree.Members members)) {
                    return Optional.empty();
                }
                rows.add(row(members));
            }
            return rows.isEmpty() ? Optional.empty() : Optional.of(rows);
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private Row row(JsonTree.Members record) throws IOException {
        Map<String, JsonTree> members = members(record);
        List<@Nullable String> values = new ArrayList<>();
        for (Column column : columns) {
            JsonTree value = members.get(name(column.key));
            values.add(value == null ? null : text(RowType.parse(column.type), value));
        }
        return new Row(values);
    }

    /// Of a member that is there twice the last counts.
    private Map<String, JsonTree> members(JsonTree.Members object) {
        Map<String, JsonTree> members = new LinkedHashMap<>();
        object.members().forEach(member -> members.put(name(member.name()), member.value()));
        return members;
    }

    private @Nullable String text(RowType type, JsonTree value) throws IOException {
        if (value instanceof JsonTree.Null) {
            return null;
        }
        return switch (type) {
            case RowType.Scalar scalar -> scalars.of(scalar, value);
            case RowType.Elements(RowType element) -> {
                List<@Nullable String> texts = new ArrayList<>();
                for (JsonTree each : ((JsonTree.Elements) value).elements()) {
                    texts.add(text(element, each));
                }
                yield joined("[", texts);
            }
            case RowType.Entries(RowType key, RowType of) -> {
                Map<@Nullable String, @Nullable String> entries = new LinkedHashMap<>();
                for (JsonTree.Member member : ((JsonTree.Members) value).members()) {
                    entries.put(text(key, new JsonTree.Text(name(member.name()))), text(of, member.value()));
                }
                yield joined(entries);
            }
            case RowType.Fields(List<RowType.Field> fields) -> {
                Map<String, JsonTree> members = members((JsonTree.Members) value);
                List<@Nullable String> texts = new ArrayList<>();
                for (RowType.Field field : fields) {
                    JsonTree member = members.get(field.name());
                    texts.add(member == null ? null : text(field.type(), member));
                }
                yield joined("(", texts);
            }
        };
    }

    static String joined(Map<@Nullable String, @Nullable String> entries) {
        List<@Nullable String> texts = new ArrayList<>();
        entries.forEach((key, value) -> {
            texts.add(key);
            texts.add(value);
        });
        return joined("{", texts);
    }

    static String joined(String open, List<@Nullable String> texts) {
        StringBuilder joined = new StringBuilder(open);
        for (String text : texts) {
            joined.append(text == null ? "~" : text.length() + ":" + text);
        }
        return joined.toString();
    }
}
