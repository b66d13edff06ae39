package io.sluice.tables;

import java.util.ArrayList;
import java.util.List;

/// A piece of one folder's name, once the fields of a time and the text between them are one value.
sealed interface FolderPart {
    record Text(String text) implements FolderPart {}

    record Of(PathValue value) implements FolderPart {}

    record Random() implements FolderPart {}

    static List<FolderPart> of(List<PathPiece> folder) {
        List<FolderPart> parts = new ArrayList<>();
        for (PathPiece piece : folder) {
            switch (piece) {
                case PathPiece.Text(String text) -> parts.add(new Text(text));
                case PathPiece.Time(DateToken.Field field) -> time(parts, new TimeRun(List.of(field)));
                case PathPiece.Key(String name, boolean fromQuery) ->
                    parts.add(new Of(new PathValue.Key(name, fromQuery)));
                case PathPiece.Random() -> parts.add(new Random());
                case PathPiece.ErrorType() -> parts.add(new Of(new PathValue.ErrorType()));
            }
        }
        return List.copyOf(parts);
    }

    /// Adds a field to the run that the folder ends in, with the text between them, or starts a run.
    private static void time(List<FolderPart> parts, TimeRun next) {
        String between = !parts.isEmpty() && parts.getLast() instanceof Text(String text) ? text : "";
        int before = parts.size() - (between.isEmpty() ? 1 : 2);
        if (before >= 0 && parts.get(before) instanceof Of(PathValue.Arrival(TimeRun run))) {
            parts.subList(before, parts.size()).clear();
            parts.add(new Of(new PathValue.Arrival(run.followedBy(between, next))));
        } else {
            parts.add(new Of(new PathValue.Arrival(next)));
        }
    }
}
