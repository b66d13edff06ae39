package io.sluice.config;

import io.sluice.columns.Column;
import io.sluice.config.JsonValue.Place;
import io.sluice.layout.ColumnRemarks;
import io.sluice.layout.CustomTimeZone;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.KeyPath;
import io.sluice.layout.Layout;
import io.sluice.layout.OutputPrefixes;
import io.sluice.layout.PathColumns;
import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixExpression;
import io.sluice.tables.TableSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Compares `Sluice.Iceberg` with what the stream writes and where.
final class IcebergChecks {
    private static final String DESTINATION = "ExtendedS3DestinationConfiguration";

    /// The name that an object of a stream may have.
    private static final String NAME = "-1-1970-01-01-00-00-00-00000000-0000-0000-0000-000000000000";

    private final String stream;
    private final Place sluice;
    private final Place prefix;
    private final Problems problems;

    private IcebergChecks(Fields request, String stream) {
        this.stream = stream;
        this.sluice = request.place("Sluice");
        this.prefix = request.place(DESTINATION).member("Prefix");
        this.problems = request.problems();
    }

    /// @param converted whether the stream delivers Parquet
    static void check(Fields request, String stream, OutputPrefixes prefixes, boolean converted,
            SluiceSection sluice) {
        sluice.iceberg().ifPresent(iceberg -> {
            IcebergChecks checks = new IcebergChecks(request, stream);
            switch (sluice.deliveryMode()) {
                case BUFFER -> checks.check(iceberg, prefixes, converted, sluice);
                case FIREHOSE -> checks.problems.error(checks.sluice.member("Iceberg"), "Firehose writes the objects in"
                        + " firehose delivery, and no log tells which: set Delivery to buffer, or take this out");
            }
        });
    }

    private void check(IcebergSection iceberg, OutputPrefixes prefixes, boolean converted, SluiceSection section) {
        boolean joined = section.compaction()
                .filter(compaction -> compaction.format() == CompactionSection.Format.PARQUET).isPresent();
        if (!converted && !joined) {
            problems.error(sluice.member("Iceberg"), "the files of a table are Parquet, and this stream writes text:"
                    + " let it convert, by DataFormatConversionConfiguration, so that all that it delivers is in the"
                    + " table, or set Compaction.Format to Parquet, so that what is compacted is");
        }
        PathColumns path = PathColumns.of(prefixes.prefix(), remarks());
        checkColumns(path.columns().keySet(), section.table().orElse(TableSettings.NONE));
        if (!path.shared().isEmpty()) {
            problems.error(prefix, "the values of " + String.join(" and ", path.shared())
                    + " are in one folder, where they"
                    + " cannot be told apart; a partition of an Iceberg table needs each: put a / between them");
        }
        Place location = sluice.member("Iceberg").member("Location");
        holdsMetadata(iceberg.location(), prefixes, section.compaction())
                .filter(_ -> !problems.hasErrorAt(location)).ifPresent(fault -> problems.error(location, fault));
    }

    private ColumnRemarks remarks() {
        return new ColumnRemarks() {
            @Override
            public void refusal(String message) {
                problems.error(prefix, "no Iceberg table has such paths: " + message);
            }

            @Override
            public void warning(String message) {
                problems.warning(prefix, message);
            }

            @Override
            public void note(String message) {
                // of how to ask Athena's table
            }
        };
    }

    private void checkColumns(Set<String> inPath, TableSettings table) {
        List<Column> columns = table.columns();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            if (inPath.contains(name)) {
                problems.error(sluice.member("Table").member("Columns").element(i).member("Name"), "the path has a"
                        + " column " + name + ", too, and a table has a name once; leave it out of Columns (its files"
                        + " have the path's value), or give the path's another name in the prefix, as " + name
                        + "_key=!{…}");
            }
        }
        new TreeSet<>(table.keys().keySet()).stream().filter(key -> !inPath.contains(key)).forEach(key -> problems
                .error(sluice.member("Table").member("Keys").member(key), "the prefix makes no column " + key
                        + (inPath.isEmpty()
                                ? "; it makes none at all"
                                : "; its columns are "
                                        + String.join(", ", new TreeSet<>(inPath)))));
    }

    /// Metadata that is among objects would be read, compacted and removed as such.
    private Optional<String> holdsMetadata(String location, OutputPrefixes prefixes,
            Optional<CompactionSection> compaction) {
        String folder = location + "/";
        List<String> faults = new ArrayList<>();
        holds(folder, prefixes.prefix(), "the Prefix").ifPresent(faults::add);
        holds(folder, prefixes.errorOutputPrefix(), "the ErrorOutputPrefix").ifPresent(faults::add);
        if (prefixes.prefix().literalHead().isEmpty() && mayMake(prefixes.prefix(), folder + "metadata/")) {
            faults.add("the Prefix begins with an expression and may make the folder '" + folder + "metadata/', where"
                    + " the table's metadata is; let it begin with a text, such as events/, or name another folder");
        }
        compaction.map(CompactionSection::prefix).filter(other -> folder.startsWith(other) || other.startsWith(folder))
                .ifPresent(other -> faults.add(between(folder, "the Prefix of Compaction, " + other)));
        return faults.stream().findFirst();
    }

    private static Optional<String> holds(String folder, PrefixExpression of, String name) {
        String head = of.literalHead();
        if (head.isEmpty()) {
            return Optional.empty();
        }
        return folder.startsWith(head) || head.startsWith(folder)
                ? Optional.of(between(folder, name + ", which begins with '" + head + "'"))
                : Optional.empty();
    }

    private boolean mayMake(PrefixExpression of, String folder) {
        try {
            return Layout.of(stream, of, KeyEncoding.PERCENT, Map.of(), CustomTimeZone.UTC).root()
                    .object(folder + stream + NAME) instanceof KeyPath.Found.At;
        } catch (PrefixException _) {
            // Refused for what is wrong with it.
            return false;
        }
    }

    private static String between(String folder, String other) {
        return "'" + folder + "' and " + other + ", hold one another: the table's metadata would be among the objects;"
                + " name another folder";
    }
}
