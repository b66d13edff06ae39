package io.sluice.view;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The same repartition as statements for Athena, for those who want SQL: staged into a table of its own, checked, and
/// swapped in by replacing the view. Athena writes at most 100 partitions in a statement, so a day takes one statement
/// for every hundred.
///
/// Source: Athena user guide, "Use CTAS and INSERT INTO to work around the 100 partition limit".
public final class AthenaSql {
    private static final int PARTITIONS_MAX = 100;

    private final ViewDefinition view;
    private final List<ViewDefinition.Column> body;
    private final List<ViewDefinition.Column> keys;
    private final String staged;
    private final int partitionsPerDay;

    /// @param partitionsPerDay the most key combinations of a day; more is found by the check and loses nothing
    /// @throws DayMoveException when the records' columns are not declared
    public AthenaSql(ViewDefinition view, int partitionsPerDay) {
        this.view = view;
        this.keys = view.columns().stream().filter(AthenaSql::isKey).toList();
        this.body = view.columns().stream().filter(column -> !isKey(column)).toList();
        this.staged = view.target().name() + "_by_sql";
        this.partitionsPerDay = partitionsPerDay;
        if (body.isEmpty()) {
            throw new DayMoveException("SQL has to name the records' columns; declare them in Sluice.Table.Columns,"
                    + " or repartition without --athena-sql, which moves whole records");
        }
    }

    private static boolean isKey(ViewDefinition.Column column) {
        return !column.inSource().equals(SqlText.name(column.name()));
    }

    /// All statements, one repartition of all `days`.
    ///
    /// @param from the source prefix, which the view hides day by day
    public String statements(String from, List<LocalDate> days) {
        List<String> parts = new ArrayList<>();
        parts.add("-- Rows are staged in " + staged + ", where no reader of " + view.name()
                + " sees them, and swapped in by the\n-- last statement of each day. After a failed INSERT empty the"
                + " day's folders under " + location() + " and\n-- begin the day anew: Athena keeps what a failed"
                + " statement wrote.\n" + create());
        var moved = new TreeMap<LocalDate, DayState>();
        for (LocalDate day : days) {
            moved.put(day, new DayState(day, Instant.EPOCH, new DayState.Streamed.Only(Set.of())));
            parts.add("-- " + day + "\n" + inserts(day));
            parts.add(check(day));
            parts.add("-- only if both counts of the check are equal:\n"
                    + stagedView().sql(new Watermark(1, from, moved)).stripTrailing() + ";");
        }
        return String.join("\n\n", parts) + "\n";
    }

    private String location() {
        return "s3://" + view.bucket() + "/" + staged + "/";
    }

    private String table(String name) {
        return SqlText.name(view.database()) + "." + SqlText.name(name);
    }

    private String columns() {
        return Stream.concat(body.stream(), keys.stream())
                .map(column -> isKey(column)
                        ? column.inSource() + " AS " + SqlText.name(column.name())
                        : column.inSource())
                .collect(Collectors.joining(", "));
    }

    private String names() {
        return Stream.concat(body.stream(), keys.stream()).map(column -> SqlText.name(column.name()))
                .collect(Collectors.joining(", "));
    }

    private String create() {
        String partitions = keys.stream().map(column -> SqlText.text(column.name())).collect(Collectors.joining(", "));
        return "CREATE TABLE " + table(staged) + "\nWITH (format = 'JSON', write_compression = 'GZIP',"
                + " external_location = " + SqlText.text(location()) + ", partitioned_by = ARRAY[" + partitions
                + "])\nAS SELECT " + columns() + " FROM " + table(view.source().name()) + " WHERE false;";
    }

    private String inserts(LocalDate day) {
        String order = keys.stream().map(column -> column.inSource()).collect(Collectors.joining(", "));
        List<String> statements = new ArrayList<>();
        for (int first = 1; first <= partitionsPerDay; first += PARTITIONS_MAX) {
            statements.add("INSERT INTO " + table(staged) + "\nSELECT " + names() + " FROM (SELECT " + columns()
                    + ", dense_rank() OVER (ORDER BY " + order + ") AS partition_number\n  FROM "
                    + table(view.source().name()) + " WHERE " + view.source().day() + " = "
                    + SqlText.text(day.toString()) + ")\nWHERE partition_number BETWEEN " + first + " AND "
                    + (first + PARTITIONS_MAX - 1) + ";");
        }
        return String.join("\n", statements);
    }

    private String check(LocalDate day) {
        String text = SqlText.text(day.toString());
        return "SELECT (SELECT count(*) FROM " + table(view.source().name()) + " WHERE " + view.source().day() + " = "
                + text + ") AS streamed, (SELECT count(*) FROM " + table(staged) + " WHERE "
                + SqlText.name(dayColumn()) + " = " + text + ") AS staged;";
    }

    private String dayColumn() {
        return keys.stream().filter(column -> column.inSource().equals(view.source().day()))
                .map(ViewDefinition.Column::name).findFirst().orElse("day");
    }

    /// The view over the staged table in place of the stream's own.
    private ViewDefinition stagedView() {
        List<ViewDefinition.Column> columns = view.columns().stream()
                .map(column -> new ViewDefinition.Column(column.name(), column.inSource(), SqlText.name(column.name())))
                .toList();
        return new ViewDefinition(view.database(), view.name(), view.bucket(), view.source(),
                new ViewDefinition.Table(staged, SqlText.name(dayColumn())), columns);
    }
}
