package io.sluice.config;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnChanges;
import io.sluice.config.Problem.Severity;
import io.sluice.tables.TableSettings;
import java.util.ArrayList;
import java.util.List;

/// The difference between the configuration that an Iceberg table was made by and the one that it is to go on with.
/// What is an error here, the registrar refuses on its next run.
public final class TableChanges {
    private TableChanges() {}

    /// What the table cannot become; none when it can, or when they are not of one table.
    ///
    /// @param before the stream's configuration as it is deployed
    public static List<Problem> problems(StreamConfiguration before, StreamConfiguration after) {
        boolean same = before.stream().equals(after.stream()) && before.sluice().iceberg()
                .flatMap(was -> after.sluice().iceberg().filter(is -> was.namespace().equals(is.namespace())
                        && was.table().equals(is.table())))
                .isPresent();
        if (!same) {
            return List.of();
        }
        List<Problem> problems = new ArrayList<>();
        ColumnChanges.refusals(columns(before), columns(after)).forEach(refusal -> problems
                .add(new Problem(Severity.ERROR, "$.Sluice.Table.Columns", "of the Iceberg table: " + refusal)));
        List<String> was = partitions(before);
        List<String> is = partitions(after);
        if (!was.equals(is)) {
            problems.add(new Problem(Severity.ERROR, "$.ExtendedS3DestinationConfiguration.Prefix", "the Iceberg table"
                    + " is partitioned by " + names(was) + ", and the prefix by " + names(is) + "; give another table"
                    + " in Sluice.Iceberg.Table for the new prefix"));
        }
        return problems;
    }

    private static List<Column> columns(StreamConfiguration stream) {
        return stream.sluice().table().map(TableSettings::columns).orElse(List.of());
    }

    private static List<String> partitions(StreamConfiguration stream) {
        return TablePaths.of(stream).map(TablePaths::columns).orElse(List.of()).stream().map(Column::name).toList();
    }

    private static String names(List<String> columns) {
        return columns.isEmpty() ? "nothing" : String.join(", ", columns);
    }
}
