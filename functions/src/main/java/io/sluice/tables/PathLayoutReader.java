package io.sluice.tables;

import io.sluice.tables.LayoutPart.Text;
import io.sluice.tables.LayoutPart.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the partition columns in a prefix's folders.
///
/// A folder `name=value` names its column. Elsewhere a key's column has the key's name, and a time's that of its field, or
/// `dt`. Folders of one unnamed time each, such as `yyyy/MM/dd`, go on with the column before them for as long as the whole
/// is a date.
final class PathLayoutReader {
    private static final Pattern NAMED = Pattern.compile("([^=]+)=(.*)", Pattern.DOTALL);

    private final String place;
    private final List<TableRemark> remarks;
    private final List<LayoutPart> parts = new ArrayList<>();

    PathLayoutReader(String place, List<TableRemark> remarks) {
        this.place = place;
        this.remarks = remarks;
    }

    PathLayout read(PathSegments segments) {
        for (List<PathPiece> folder : segments.folders()) {
            folder(FolderPart.of(folder));
            text("/");
        }
        rest(segments.rest());
        return new PathLayout(parts);
    }

    private void folder(List<FolderPart> folder) {
        if (folder.contains(new FolderPart.Random())) {
            remarks.add(TableRemark.refusal(place, "!{firehose:random-string} names a folder: every object gets one of"
                    + " its own, which no query can name; put it behind the last /, where it is part of the objects'"
                    + " names"));
            return;
        }
        Optional<String> name = columnName(folder);
        if (name.isEmpty() && continuesDate(folder)) {
            return;
        }
        for (FolderPart part : folder) {
            switch (part) {
                case FolderPart.Text(String text) -> text(text);
                case FolderPart.Of(PathValue value) -> value(name.orElseGet(() -> defaultName(value)), value);
                case FolderPart.Random() -> throw new IllegalStateException("a random folder was refused");
            }
        }
    }

    /// The name in a folder `name=value`.
    private static Optional<String> columnName(List<FolderPart> folder) {
        boolean oneValue = folder.stream().filter(part -> part instanceof FolderPart.Of).count() == 1;
        if (!oneValue || !(folder.getFirst() instanceof FolderPart.Text(String text))) {
            return Optional.empty();
        }
        Matcher named = NAMED.matcher(text);
        return named.matches() ? Optional.of(ColumnNames.nearest(named.group(1))) : Optional.empty();
    }

    private static String defaultName(PathValue value) {
        return switch (value) {
            case PathValue.Arrival(TimeRun run) -> run.columnName();
            case PathValue.Key key -> ColumnNames.nearest(key.name());
            case PathValue.ErrorType() -> "error_output_type";
        };
    }

    /// Takes a folder of one time into the column before, if together they are a date.
    private boolean continuesDate(List<FolderPart> folder) {
        int before = parts.size() - 2;
        if (before < 0 || !(parts.get(before) instanceof Value(String name, PathValue.Arrival(TimeRun run)))
                || !(parts.getLast() instanceof Text(String slash)) || slash.indexOf('/') < slash.length() - 1) {
            return false;
        }
        String lead = folder.getFirst() instanceof FolderPart.Text(String text) ? text : "";
        List<FolderPart> values = lead.isEmpty() ? folder : folder.subList(1, folder.size());
        if (values.isEmpty() || !(values.getFirst() instanceof FolderPart.Of(PathValue.Arrival(TimeRun next)))
                || values.stream().skip(1).anyMatch(part -> !(part instanceof FolderPart.Text))) {
            return false;
        }
        TimeRun joined = run.followedBy(slash + lead, next);
        if (joined.finestOfDate().isEmpty()) {
            return false;
        }
        boolean named = !name.equals(run.columnName());
        parts.subList(before, parts.size()).clear();
        value(named ? name : joined.columnName(), new PathValue.Arrival(joined));
        values.stream().skip(1).forEach(part -> text(((FolderPart.Text) part).text()));
        return true;
    }

    private void value(String name, PathValue value) {
        if (value instanceof PathValue.Arrival(TimeRun run) && run.hasWeekYear()) {
            remarks.add(
                    TableRemark.warning(place, "YYYY is the year that a week belongs to, which differs from the date's"
                            + " around New Year; yyyy is the year of MM and dd, and can be projected"));
        }
        boolean taken = parts.stream().anyMatch(part -> part instanceof Value(String known, PathValue other)
                && known.equals(name) && !other.equals(value));
        if (taken) {
            remarks.add(TableRemark.refusal(place, "two parts of the path would both be the column " + name
                    + "; name one of them in the prefix, as other_name=!{…}"));
        }
        parts.add(new Value(name, value));
    }

    private void text(String text) {
        if (text.contains("${")) {
            remarks.add(
                    TableRemark.refusal(place, "the path has ${, with which Athena marks a partition column's place;"
                            + " take it out of the prefix"));
        }
        if (!parts.isEmpty() && parts.getLast() instanceof Text(String before)) {
            parts.set(parts.size() - 1, new Text(before + text));
        } else {
            parts.add(new Text(text));
        }
    }

    /// Behind the last slash values are part of the objects' names: a table reads all objects of a folder.
    private void rest(List<PathPiece> rest) {
        boolean key = rest.stream().anyMatch(piece -> piece instanceof PathPiece.Key);
        if (key) {
            remarks.add(TableRemark.warning(place,
                    "the prefix does not end in /, so that keys behind its last / are part"
                            + " of the objects' names: they are no partition columns, and queries by them read whole folders;"
                            + " end it in /"));
        } else if (rest.stream().anyMatch(piece -> piece instanceof PathPiece.Time)) {
            remarks.add(TableRemark.note(place, "the time behind the last / of the prefix is part of the objects' names"
                    + " and no partition column"));
        }
    }
}
