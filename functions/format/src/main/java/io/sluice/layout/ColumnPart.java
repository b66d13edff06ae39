package io.sluice.layout;

import io.sluice.columns.ColumnNames;
import java.util.ArrayList;
import java.util.List;

/// A piece of one folder's name as a table sees it: the fields of a time and the text between them are one value.
sealed interface ColumnPart {
    /// Text that is the same in all partitions.
    record Text(String text) implements ColumnPart {}

    /// A partition column's value.
    ///
    /// @param name the column's
    record Value(String name, ColumnValue value) implements ColumnPart {}

    /// The parts of a level, each value named after itself.
    static List<ColumnPart> of(List<LevelPiece> level) {
        List<ColumnPart> parts = new ArrayList<>();
        for (LevelPiece piece : level) {
            switch (piece) {
                case LevelPiece.Text(String text) -> text(parts, text);
                case LevelPiece.Time(TimestampPattern pattern) -> pattern.tokens().forEach(token -> time(parts, token));
                case LevelPiece.Key(String name, boolean fromQuery) ->
                    parts.add(new Value(ColumnNames.nearest(name), new ColumnValue.Key(name, fromQuery)));
                case LevelPiece.ErrorType() -> parts.add(new Value("error_output_type", new ColumnValue.ErrorType()));
                case LevelPiece.Random(),LevelPiece.Name() -> {
                    // in objects' names, which are no table's matter
                }
            }
        }
        return parts;
    }

    /// Adds text to the text that `parts` end in.
    static void text(List<ColumnPart> parts, String text) {
        if (!parts.isEmpty() && parts.getLast() instanceof Text(String before)) {
            parts.set(parts.size() - 1, new Text(before + text));
        } else {
            parts.add(new Text(text));
        }
    }

    /// Adds a field to the run that `parts` end in, with the text between them, or starts a run.
    private static void time(List<ColumnPart> parts, DateToken token) {
        if (token instanceof DateToken.Text(String text)) {
            text(parts, text);
            return;
        }
        TimeRun run = new TimeRun(List.of(token));
        String between = !parts.isEmpty() && parts.getLast() instanceof Text(String text) ? text : "";
        int before = parts.size() - (between.isEmpty() ? 1 : 2);
        if (before >= 0 && parts.get(before) instanceof Value(String _, ColumnValue.Arrival(TimeRun first))) {
            parts.subList(before, parts.size()).clear();
            run = first.followedBy(between, run);
        }
        parts.add(new Value(run.columnName(), new ColumnValue.Arrival(run)));
    }
}
