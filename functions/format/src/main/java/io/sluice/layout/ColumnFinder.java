package io.sluice.layout;

import io.sluice.columns.ColumnNames;
import io.sluice.layout.ColumnPart.Text;
import io.sluice.layout.ColumnPart.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the partition columns in a prefix's folders. Serves one prefix.
///
/// A folder `name=value` names its column. Elsewhere a key's column has the key's name, and a time's that of its field,
/// or `dt`. Folders of one unnamed time each, such as `yyyy/MM/dd`, go on with the column before them for as long as
/// the whole is a date.
final class ColumnFinder {
    private static final Pattern NAMED = Pattern.compile("([^=]+)=(.*)", Pattern.DOTALL);

    private final ColumnRemarks remarks;
    private final List<List<ColumnPart>> folders = new ArrayList<>();

    ColumnFinder(ColumnRemarks remarks) {
        this.remarks = remarks;
    }

    List<List<ColumnPart>> find(List<List<LevelPiece>> levels) {
        levels.subList(0, levels.size() - 1).forEach(this::folder);
        rest(ColumnPart.of(levels.getLast()));
        return folders;
    }

    private void folder(List<LevelPiece> level) {
        if (level.contains(new LevelPiece.Random())) {
            remarks.refusal("!{firehose:random-string} names a folder: every object gets one of"
                    + " its own, which no query can name; put it behind the last /, where it is part of the objects'"
                    + " names");
            folders.add(List.of());
            return;
        }
        List<ColumnPart> folder = ColumnPart.of(level);
        Optional<String> name = columnName(folder);
        if (name.isEmpty() && continuesDate(folder)) {
            return;
        }
        folders.add(new ArrayList<>());
        for (ColumnPart part : folder) {
            switch (part) {
                case Text(String text) -> text(text);
                case Value(String itsOwn, ColumnValue value) -> value(name.orElse(itsOwn), value);
            }
        }
    }

    /// The name in a folder `name=value`.
    private static Optional<String> columnName(List<ColumnPart> folder) {
        boolean oneValue = folder.stream().filter(Value.class::isInstance).count() == 1;
        if (!oneValue || !(folder.getFirst() instanceof Text(String text))) {
            return Optional.empty();
        }
        Matcher named = NAMED.matcher(text);
        return named.matches() ? Optional.of(ColumnNames.nearest(named.group(1))) : Optional.empty();
    }

    /// Takes a folder of one time into the column that the folder before it ends in, if together they are a date.
    private boolean continuesDate(List<ColumnPart> folder) {
        List<ColumnPart> before = folders.isEmpty() ? List.of() : folders.getLast();
        String tail = !before.isEmpty() && before.getLast() instanceof Text(String text) ? text : "";
        int last = before.size() - (tail.isEmpty() ? 1 : 2);
        String lead = !folder.isEmpty() && folder.getFirst() instanceof Text(String text) ? text : "";
        List<ColumnPart> values = lead.isEmpty() ? folder : folder.subList(1, folder.size());
        if (last < 0 || !(before.get(last) instanceof Value(String name, ColumnValue.Arrival(TimeRun run)))
                || values.isEmpty()
                || !(values.getFirst() instanceof Value(String _, ColumnValue.Arrival(TimeRun next)))
                || values.stream().skip(1).anyMatch(Value.class::isInstance)) {
            return false;
        }
        TimeRun joined = run.followedBy(tail + "/" + lead, next);
        if (joined.finestOfDate().isEmpty()) {
            return false;
        }
        boolean named = !name.equals(run.columnName());
        before.subList(last, before.size()).clear();
        value(named ? name : joined.columnName(), new ColumnValue.Arrival(joined));
        values.stream().skip(1).forEach(part -> text(((Text) part).text()));
        return true;
    }

    private void value(String name, ColumnValue value) {
        if (value instanceof ColumnValue.Arrival(TimeRun run) && run.hasWeekYear()) {
            remarks.warning("YYYY is the year that a week belongs to, which differs from the date's"
                    + " around New Year; yyyy is the year of MM and dd, and can be projected");
        }
        boolean taken = folders.stream().flatMap(List::stream)
                .anyMatch(part -> part instanceof Value(String known, ColumnValue other) && known.equals(name)
                        && !other.equals(value));
        if (taken) {
            remarks.refusal("two parts of the path would both be the column " + name
                    + "; name one of them in the prefix, as other_name=!{…}");
        }
        folders.getLast().add(new Value(name, value));
    }

    private void text(String text) {
        if (text.contains("${")) {
            remarks.refusal("the path has ${, with which Athena marks a partition column's place;"
                    + " take it out of the prefix");
        }
        ColumnPart.text(folders.getLast(), text);
    }

    /// Remarks on the part behind the last slash, which belongs to the objects' names: a table reads all objects of a
    /// folder.
    private void rest(List<ColumnPart> rest) {
        if (rest.stream().anyMatch(part -> part instanceof Value(String _, ColumnValue.Key _))) {
            remarks.warning("the prefix does not end in /, so that keys behind its last / are part"
                    + " of the objects' names: they are no partition columns, and queries by them read whole folders;"
                    + " end it in /");
        } else if (rest.stream().anyMatch(part -> part instanceof Value(String _, ColumnValue.Arrival _))) {
            remarks.note("the time behind the last / of the prefix is part of the objects' names"
                    + " and no partition column");
        }
    }
}
