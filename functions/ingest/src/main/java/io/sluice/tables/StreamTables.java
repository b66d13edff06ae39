package io.sluice.tables;

import io.sluice.columns.ColumnNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Makes a stream's tables out of its configuration. A pure function: the same configuration gives the same tables.
public final class StreamTables {
    private StreamTables() {}

    /// The table that a configuration comes to.
    ///
    /// @param table   empty exactly when a remark is a refusal
    /// @param remarks all that there is to know
    public record Derived(Optional<TableDefinition> table, List<TableRemark> remarks) {
        public Derived {
            remarks = List.copyOf(remarks);
        }
    }

    /// The table of the stream's records, with the columns that its settings declare.
    public static Derived records(TableSource source) {
        List<TableRemark> remarks = new ArrayList<>();
        return records(source, recordPlan(source, remarks), remarks);
    }

    /// The table of the stream's records, with the columns that `sample` shows where the settings declare none.
    public static Derived records(TableSource source, ColumnSample sample) {
        List<TableRemark> remarks = new ArrayList<>();
        PartitionPlan plan = recordPlan(source, remarks);
        if (!source.settings().columns().isEmpty()) {
            return records(source, plan, remarks);
        }
        ColumnSample.Inferred inferred = sample.infer(plan.names(), plan.dates());
        remarks.addAll(inferred.remarks());
        return records(source.with(source.settings().withColumns(inferred.columns(), inferred.jsonKeys())), plan,
                remarks);
    }

    /// Warnings of the sample's dates that no query finds, since the table's ranges begin later.
    ///
    /// @param now what Athena takes for NOW
    public static List<TableRemark> unseenDates(TableSource source, ColumnSample sample, Instant now) {
        PartitionPlan plan = recordPlan(source, new ArrayList<>());
        return sample.datesBefore(plan, now);
    }

    /// The table of the stream's error records, in the same database; its name is the records' with `_errors` after it.
    public static Derived errors(TableSource source) {
        TableSource errors = source.ofErrors();
        List<TableRemark> remarks = new ArrayList<>();
        FormatChecks.check(errors, remarks);
        PartitionPlan plan = PartitionPlan.of(errors, errors.prefix(), TableRemark.DESTINATION + ".ErrorOutputPrefix",
                remarks);
        return new Derived(definition(errors.with(errors.settings().withColumns(ErrorColumns.ALL, Map.of())), plan,
                name(errors) + "_errors", "Records that the stream " + source.stream() + " gave up, and why", remarks),
                remarks);
    }

    /// The table of what the stream's objects are compacted to: columns and folders are the records', its name is
    /// theirs with `_compacted` after it.
    ///
    /// @param source  of what they are compacted to
    /// @param records the table of the stream's records
    public static Derived compacted(TableSource source, TableDefinition records) {
        List<TableRemark> remarks = new ArrayList<>();
        PartitionPlan plan = recordPlan(source, remarks);
        return new Derived(
                definition(source.with(source.settings().withColumns(records.columns(), records.jsonKeys())), plan,
                        records.name() + "_compacted", "Compacted records of the stream " + source.stream(), remarks),
                remarks);
    }

    private static PartitionPlan recordPlan(TableSource source, List<TableRemark> remarks) {
        FormatChecks.check(source, remarks);
        return PartitionPlan.of(source, source.prefix(), TableRemark.DESTINATION + ".Prefix", remarks);
    }

    private static Derived records(TableSource source, PartitionPlan plan, List<TableRemark> remarks) {
        SettingsChecks.check(source, plan, remarks);
        return new Derived(
                definition(source, plan, name(source), "Records of the stream " + source.stream(), remarks), remarks);
    }

    private static Optional<TableDefinition> definition(TableSource source, PartitionPlan plan, String name,
            String comment, List<TableRemark> remarks) {
        if (remarks.stream().anyMatch(remark -> remark.kind() == TableRemark.Kind.REFUSAL)) {
            return Optional.empty();
        }
        String bucket = "s3://" + source.bucket() + "/";
        Optional<String> template = plan.partitions().isEmpty()
                ? Optional.empty()
                : Optional.of(bucket + plan.path().template());
        TableSettings settings = source.settings();
        return Optional.of(new TableDefinition(settings.database().orElseGet(() -> nameOf(source)), name, comment,
                settings.columns(), plan.partitions(), bucket + plan.path().head(), template, source.format(),
                athenaKeys(settings)));
    }

    /// In lower case, as Athena's SerDe takes keys; what differs from its column in nothing but that needs no mapping.
    private static Map<String, String> athenaKeys(TableSettings settings) {
        Map<String, String> keys = new TreeMap<>();
        settings.jsonKeys().forEach((column, key) -> {
            String folded = key.toLowerCase(Locale.ROOT);
            if (!folded.equals(column)) {
                keys.put(column, folded);
            }
        });
        return keys;
    }

    private static String name(TableSource source) {
        return source.settings().name().orElseGet(() -> nameOf(source));
    }

    private static String nameOf(TableSource source) {
        return ColumnNames.nearest(source.stream());
    }
}
