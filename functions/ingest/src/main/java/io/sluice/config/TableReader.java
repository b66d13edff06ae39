package io.sluice.config;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnNames;
import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnTypeException;
import io.sluice.tables.KeyProjection;
import io.sluice.tables.TableSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `Sluice.Table`: the table's name, its declared columns and how its partition columns are projected. What it
/// says is compared with the stream's prefix when a table is made, not here.
final class TableReader {
    /// Names of databases and tables that need no quoting anywhere in Athena.
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]+");
    private static final int NAME_CHARS_MAX = 255;
    private static final Pattern COMMENT = Pattern.compile("\\P{Cntrl}*");
    private static final int COMMENT_CHARS_MAX = 255;

    private final Fields table;
    private final Problems problems;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final Map<String, String> jsonKeys = new LinkedHashMap<>();

    private TableReader(Fields table) {
        this.table = table;
        this.problems = table.problems();
    }

    /// The section of `sluice`; empty when there is none. What is wrong in it is reported and left out.
    static Optional<TableSettings> read(Fields sluice) {
        return sluice.object("Table").map(table -> new TableReader(table).read());
    }

    private TableSettings read() {
        Optional<String> database = Checks.text(table, "Database", 1, NAME_CHARS_MAX, NAME);
        Optional<String> name = Checks.text(table, "Name", 1, NAME_CHARS_MAX, NAME);
        table.objects("Columns").orElse(List.of()).forEach(this::column);
        Map<String, KeyProjection> keys = keys();
        table.rejectOthers();
        return new TableSettings(database, name, List.copyOf(columns.values()), jsonKeys, keys);
    }

    private void column(Fields entry) {
        Checks.required(entry, "Name");
        Checks.required(entry, "Type");
        Optional<String> name = columnName(entry);
        Optional<ColumnType> type = columnType(entry);
        Optional<String> comment = Checks.text(entry, "Comment", 0, COMMENT_CHARS_MAX, COMMENT);
        Optional<String> jsonKey = Checks.text(entry, "JsonKey", 1, NAME_CHARS_MAX, COMMENT);
        entry.rejectOthers();
        if (name.isEmpty() || type.isEmpty()) {
            return;
        }
        Column column = new Column(name.get(), type.get(), comment);
        if (columns.putIfAbsent(column.name(), column) != null) {
            problems.error(entry.place("Name"), "a column " + column.name()
                    + " is here twice (Athena keeps names in lower case); keep one");
        }
        jsonKey.filter(key -> !key.equals(column.name())).ifPresent(key -> jsonKeys.putIfAbsent(column.name(), key));
    }

    private Optional<String> columnName(Fields entry) {
        Optional<String> name = entry.text("Name");
        name.filter(text -> !ColumnNames.isUsable(text)).ifPresent(text -> problems.error(entry.place("Name"),
                "Athena has columns of letters, digits and _ only, 255 at most; found \"" + text + "\""));
        return name.filter(ColumnNames::isUsable);
    }

    private Optional<ColumnType> columnType(Fields entry) {
        return entry.text("Type").flatMap(text -> {
            try {
                return Optional.of(ColumnType.parse(text));
            } catch (ColumnTypeException e) {
                problems.error(entry.place("Type"), String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        });
    }

    private Map<String, KeyProjection> keys() {
        Map<String, KeyProjection> keys = new LinkedHashMap<>();
        table.object("Keys").ifPresent(section -> section.each((name, entry) -> KeyProjectionReader.read(entry)
                .ifPresent(projection -> {
                    if (keys.putIfAbsent(name.toLowerCase(Locale.ROOT), projection) != null) {
                        problems.error(entry.place(),
                                "a key " + name + " is here twice, letter case aside; keep one");
                    }
                })));
        return keys;
    }
}
