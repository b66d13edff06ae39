package io.sluice.view;

import io.sluice.layout.FirehoseObjectName;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The view over both layouts as SQL, for Athena and Trino. Its text is all that readers see of a watermark: replacing
/// it is one request.
///
/// @param database of the view and both tables
/// @param name     of the view
/// @param bucket   that both tables read
/// @param source   the table over the source prefix
/// @param target   the table over the stream's own prefix
/// @param columns  of the view, in order, at least one
public record ViewDefinition(String database, String name, String bucket, Table source, Table target,
        List<Column> columns) {
    /// The longest text, in bytes of a JSON string: Athena takes 262,144, and Step Functions as much with all that goes
    /// with it.
    static final int BYTES_MAX = 200_000;
    private static final int ESCAPED_BYTES = 2;
    private static final int BY_NUMBER_BYTES = 6;

    /// A table, and the SQL expression of a row's day in it, as text `yyyy-MM-dd`.
    public record Table(String name, String day) {}

    /// A column of the view, and the SQL expressions that give it.
    ///
    /// @param inSource of a row of the source table
    /// @param inTarget of a row of the target table
    public record Column(String name, String inSource, String inTarget) {
        /// One that both tables have under its name.
        public static Column of(String name) {
            return new Column(name, SqlText.name(name), SqlText.name(name));
        }

        private String select(String expression) {
            return expression.equals(SqlText.name(name)) ? expression : expression + " AS " + SqlText.name(name);
        }
    }

    public ViewDefinition {
        columns = List.copyOf(columns);
    }

    /// What a text takes on its way to Athena: its bytes as the string of a JSON document, whose writer escapes quotes
    /// and control characters, and may escape all that is not ASCII.
    static int bytes(String sql) {
        int bytes = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '"' || c == '\\' || c == '\n') {
                bytes += ESCAPED_BYTES;
            } else {
                bytes += c < ' ' || c > '~' ? BY_NUMBER_BYTES : 1;
            }
        }
        return bytes;
    }

    /// The view under a watermark.
    public String sql(Watermark watermark) {
        NavigableSet<LocalDate> moved = new TreeSet<>();
        NavigableSet<LocalDate> excepting = new TreeSet<>();
        NavigableSet<LocalDate> listing = new TreeSet<>();
        Set<String> except = new TreeSet<>();
        Set<String> only = new TreeSet<>();
        Map<NavigableSet<Integer>, NavigableSet<LocalDate>> rounds = new LinkedHashMap<>();
        for (DayState day : watermark.days().values()) {
            switch (day.target()) {
                case DayState.Target.Whole() -> moved.add(day.day());
                case DayState.Target.Rounds(var shown, var _) when shown.isEmpty() -> {
                }
                case DayState.Target.Rounds(var shown, var _) ->
                    rounds.computeIfAbsent(shown, _ -> new TreeSet<>()).add(day.day());
            }
            switch (day.streamed()) {
                case DayState.Streamed.Except(var keys) -> {
                    // a day of which nothing was moved is read like one that has no moved objects any more
                    if (!keys.isEmpty()) {
                        excepting.add(day.day());
                        except.addAll(keys);
                    }
                }
                case DayState.Streamed.Only(var keys) -> {
                    listing.add(day.day());
                    only.addAll(keys);
                }
                case DayState.Streamed.All() -> {
                }
            }
        }
        NavigableSet<LocalDate> hidden = new TreeSet<>(excepting);
        hidden.addAll(listing);
        List<String> branches = new ArrayList<>();
        branches.add(select(source, hidden.isEmpty() ? "" : " WHERE NOT (" + days(source, hidden) + ")"));
        if (!except.isEmpty()) {
            branches.add(select(source, " WHERE (" + days(source, excepting) + ") AND \"$path\" NOT IN "
                    + SqlText.list(paths(except))));
        }
        if (!only.isEmpty()) {
            branches.add(select(source, " WHERE (" + days(source, listing) + ") AND \"$path\" IN "
                    + SqlText.list(paths(only))));
        }
        if (rounds.isEmpty() || !moved.isEmpty()) {
            branches.add(select(target, " WHERE " + (moved.isEmpty() ? "false" : days(target, moved))));
        }
        if (!rounds.isEmpty()) {
            branches.add(select(target, rounds.entrySet().stream().map(each -> "(" + days(target, each.getValue())
                    + ") AND regexp_like(\"$path\", " + SqlText.text(FirehoseObjectName.ofRounds(each.getKey()))
                    + ")").collect(Collectors.joining(" OR ", " WHERE ", ""))));
        }
        return "CREATE OR REPLACE VIEW " + table(name) + " AS\n" + String.join("\nUNION ALL\n", branches) + "\n";
    }

    private String select(Table from, String where) {
        return columns.stream().map(
                column -> column.select(from.equals(source) ? column.inSource : column.inTarget))
                .collect(Collectors.joining(", ", "SELECT ", "\nFROM " + table(from.name()) + where));
    }

    private String table(String table) {
        return SqlText.name(database) + "." + SqlText.name(table);
    }

    private List<String> paths(Set<String> keys) {
        return keys.stream().map(key -> "s3://" + bucket + "/" + key).toList();
    }

    /// A condition on the days, runs of days as ranges.
    private static String days(Table table, NavigableSet<LocalDate> days) {
        List<String> ranges = new ArrayList<>();
        LocalDate first = days.first();
        LocalDate last = first;
        for (LocalDate day : days.tailSet(first, false)) {
            if (!day.equals(last.plusDays(1))) {
                ranges.add(range(table, first, last));
                first = day;
            }
            last = day;
        }
        ranges.add(range(table, first, last));
        return String.join(" OR ", ranges);
    }

    private static String range(Table table, LocalDate first, LocalDate last) {
        return first.equals(last)
                ? table.day() + " = " + SqlText.text(first.toString())
                : table.day() + " BETWEEN " + SqlText.text(first.toString()) + " AND " + SqlText.text(last.toString());
    }
}
