package io.sluice.config;

import io.sluice.codec.Compression;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.config.CompactionSection.Format;
import io.sluice.config.JsonValue.Place;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.CustomTimeZone;
import io.sluice.layout.Layout;
import io.sluice.layout.OutputPrefixes;
import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.PrefixPart;
import io.sluice.tables.TableSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads `Sluice.Compaction`.
final class CompactionReader {
    private static final int PREFIX_CHARS_MAX = 256;
    private static final int AFTER_DAYS_MAX = 365;
    private static final int SIZE_DEFAULT = 128;
    private static final int SIZE_MAX = 1_024;
    private static final int KEEP_MINUTES_DEFAULT = 60;
    private static final int KEEP_MINUTES_MAX = 10_080;
    private static final long MIB = 1L << 20;
    private static final String IN_PLACE = "compacting in place is refused: S3 replaces one object by one request, and"
            + " not many objects by one, so that who reads by path would see records twice or not at all in between;"
            + " name another folder in Prefix, and read through the view";

    private CompactionReader() {}

    /// The form of objects before they are joined.
    private enum Delivered {
        TEXT, PARQUET
    }

    static Optional<CompactionSection> read(Fields sluice) {
        return sluice.object("Compaction").flatMap(compaction -> {
            Checks.required(compaction, "Prefix");
            Optional<String> prefix = Checks.text(compaction, "Prefix", 1, PREFIX_CHARS_MAX, CompactedPrefix.PATTERN);
            int days = Checks.integer(compaction, "AfterDays", 0, AFTER_DAYS_MAX).orElse(1);
            int size = Checks.integer(compaction, "TargetSizeInMBs", 1, SIZE_MAX).orElse(SIZE_DEFAULT);
            int minutes = Checks.integer(compaction, "KeepSourceForMinutes", 0, KEEP_MINUTES_MAX)
                    .orElse(KEEP_MINUTES_DEFAULT);
            Format format = compaction.oneOf("Format", Map.of("Parquet", Format.PARQUET)).orElse(Format.AS_DELIVERED);
            List<String> sortBy = sortBy(compaction);
            compaction.refuses("InPlace", IN_PLACE);
            compaction.rejectOthers();
            return prefix.map(folder -> new CompactionSection(folder, Duration.ofDays(days), MIB * size,
                    Duration.ofMinutes(minutes), format, sortBy));
        });
    }

    private static List<String> sortBy(Fields compaction) {
        return compaction.elements("SortBy", JsonValue.Text.class, "a string").orElse(List.of()).stream()
                .map(text -> text.value().toLowerCase(Locale.ROOT)).toList();
    }

    /// Checks what takes a look at the destination, too.
    ///
    /// @param compression of the objects; empty where records are converted to Parquet
    static void check(Fields request, String stream, OutputPrefixes prefixes, Optional<Compression> compression,
            SluiceSection sluice) {
        sluice.compaction().ifPresent(compaction -> {
            Place place = request.place("Sluice").member("Compaction");
            Problems problems = request.problems();
            String head = prefixes.prefix().literalHead();
            CompactedPrefix.fault(head, compaction.prefix())
                    .or(() -> holdsErrors(prefixes.errorOutputPrefix(), compaction.prefix()))
                    .ifPresent(fault -> problems.error(place.member("Prefix"), fault));
            formatFault(compression).ifPresent(fault -> problems.error(place, fault));
            checkColumns(compaction, compression.isPresent() ? Delivered.TEXT : Delivered.PARQUET,
                    sluice.table().orElse(TableSettings.NONE), place, problems);
            pathFault(stream, prefixes.prefix(), sluice).ifPresent(fault -> problems.error(place, fault));
            if (compaction.keepSource().toMinutes() < KEEP_MINUTES_DEFAULT) {
                problems.warning(place.member("KeepSourceForMinutes"),
                        "a query that was planned before a day moved fails"
                                + " when its objects go while it runs; Athena's may take 30 minutes");
            }
        });
    }

    private static Optional<String> holdsErrors(PrefixExpression errors, String prefix) {
        String head = errors.literalHead();
        return !head.isEmpty() && (head.startsWith(prefix) || prefix.startsWith(head))
                ? Optional.of("'" + prefix + "' and the ErrorOutputPrefix, which begins with '" + head + "', hold one"
                        + " another; name another folder")
                : Optional.empty();
    }

    private static Optional<String> formatFault(Optional<Compression> compression) {
        return compression.filter(format -> !format.isCompactable()).map(format -> "objects are " + format.wireName()
                + ", and UNCOMPRESSED, GZIP and ZSTD are what is compacted; choose one of them, or take this out");
    }

    private static void checkColumns(CompactionSection compaction, Delivered delivered, TableSettings table,
            Place place, Problems problems) {
        boolean parquet = delivered == Delivered.PARQUET || compaction.format() == Format.PARQUET;
        if (!parquet) {
            if (!compaction.sortBy().isEmpty()) {
                problems.error(place.member("SortBy"), "text is joined as it is, and rows of Parquet alone are sorted;"
                        + " set Format to Parquet, or take this out");
            }
            return;
        }
        if (table.columns().isEmpty() && delivered == Delivered.TEXT) {
            problems.error(place.member("Format"), "Parquet has columns, and the configuration declares none; give them"
                    + " in Sluice.Table.Columns, or take this out");
            return;
        }
        for (int i = 0; i < compaction.sortBy().size(); i++) {
            sortFault(compaction.sortBy(), i, table.columns())
                    .ifPresent(fault -> problems.error(place.member("SortBy"), fault));
        }
    }

    private static Optional<String> sortFault(List<String> sortBy, int index, List<Column> columns) {
        String name = sortBy.get(index);
        if (sortBy.indexOf(name) < index) {
            return Optional.of("'" + name + "' is here twice; keep the first");
        }
        Optional<Column> column = columns.stream().filter(each -> each.name().equals(name)).findFirst();
        if (column.isEmpty()) {
            List<String> names = columns.stream().map(Column::name).toList();
            return Optional.of("there is no column '" + name + "' in Sluice.Table.Columns" + Nearest.hint(name, names)
                    + "; rows of one object have the same values of what is in their path");
        }
        return switch (column.get().type()) {
            case ColumnType.Primitive _,ColumnType.Decimal _,ColumnType.Varchar _,ColumnType.Char _ ->
                Optional.empty();
            case ColumnType.Array _,ColumnType.Mapping _,ColumnType.Struct _ -> Optional.of("the column '" + name
                    + "' is of type " + column.get().type().hiveText() + ", which has no order; choose another");
        };
    }

    private static Optional<String> pathFault(String stream, PrefixExpression prefix, SluiceSection sluice) {
        if (prefix.keys().isEmpty() && prefix.parts().stream().noneMatch(PrefixPart.Timestamp.class::isInstance)) {
            return Optional.of("no day of this stream is ever over: its Prefix has no date; put a folder such as"
                    + " dt=!{timestamp:yyyy-MM-dd}/ into it");
        }
        if (prefix.parts().stream().anyMatch(PrefixPart.RandomString.class::isInstance)) {
            return Optional.of("every object is in a folder of its own, by !{firehose:random-string} in Prefix: there"
                    + " are none to be joined");
        }
        try {
            Layout.of(stream, prefix, sluice.keyEncoding(), Map.of(), CustomTimeZone.UTC);
            return Optional.empty();
        } catch (PrefixException e) {
            return Optional.of("objects cannot be told by their paths: " + e.getMessage());
        }
    }
}
