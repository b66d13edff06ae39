package io.sluice.tables;

import io.sluice.columns.Column;
import io.sluice.layout.ColumnValue;
import io.sluice.layout.KeyEncoding;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Compares the `Sluice.Table` section with what the prefix makes of the table.
final class SettingsChecks {
    private SettingsChecks() {}

    static void check(TableSource source, PartitionPlan plan, List<TableRemark> remarks) {
        Set<String> inPath = plan.names();
        checkColumns(source.settings().columns(), inPath, remarks);
        checkKeys(source.settings(), inPath, remarks);
        noteSlashes(source, plan, remarks);
    }

    private static void checkColumns(List<Column> columns, Set<String> inPath, List<TableRemark> remarks) {
        if (columns.isEmpty()) {
            remarks.add(TableRemark.refusal(TableRemark.TABLE + ".Columns",
                    "the table has no columns: declare them here, or give a sample of the records to infer them from"));
        }
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            if (inPath.contains(name)) {
                remarks.add(TableRemark.refusal(TableRemark.TABLE + ".Columns[" + i + "].Name",
                        "the path has a column " + name
                                + ", too, and Athena refuses a table that has a name twice; leave it"
                                + " out of Columns (the path's value is the same), or give the path's another name in "
                                + "the"
                                + " prefix, as " + name + "_key=!{…}"));
            }
        }
    }

    private static void checkKeys(TableSettings settings, Set<String> inPath, List<TableRemark> remarks) {
        for (String key : new TreeSet<>(settings.keys().keySet())) {
            if (!inPath.contains(key)) {
                remarks.add(TableRemark.refusal(TableRemark.key(key), "the prefix makes no column " + key
                        + (inPath.isEmpty()
                                ? "; it makes none at all"
                                : "; its columns are "
                                        + String.join(", ", new TreeSet<>(inPath)))));
            }
        }
    }

    private static void noteSlashes(TableSource source, PartitionPlan plan, List<TableRemark> remarks) {
        String keys = plan.partitions().stream()
                .filter(column -> plan.path().columns().get(column.name()) instanceof ColumnValue.Key
                        && column.projection() instanceof Projection.Injected)
                .map(PartitionColumn::name).collect(Collectors.joining(", "));
        if (source.keyEncoding() == KeyEncoding.VERBATIM && !keys.isEmpty()) {
            remarks.add(TableRemark.note("$.Sluice.KeyEncoding", "a / in a value of " + keys
                    + " makes folders of its own,"
                    + " which queries for other values may read, too; KeyEncoding percent keeps each value to one "
                    + "folder"));
        }
    }
}
