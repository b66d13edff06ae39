package io.sluice.convert;

import io.sluice.columns.Column;
import io.sluice.reject.CatalogTable;
import java.util.List;
import java.util.Optional;

/// All that decides what objects a stream's records become: a stream's `DataFormatConversionConfiguration` and the
/// columns that go with it. Two that are equal make the same objects of the same records.
///
/// @param rules        version of the rules by which JSON becomes values; a change to them has a new number, and the
///        old rules stay for the records that were buffered under them
/// @param columns      in the order of the file; at least one
/// @param deserializer how records are read
/// @param parquet      how files are written
/// @param table        the catalog's table, for error records alone
/// @param path         the columns of the objects' paths, which files have after the others where they are an Iceberg
///        table's, too, and each field its id; empty: files have neither
public record FormatConversion(int rules, List<Column> columns, Deserializer deserializer, ParquetSettings parquet,
        Optional<CatalogTable> table, Optional<PathValues> path) {
    /// The rules of this version of Sluice: `docs/reference/parquet.md`, "From JSON to values".
    public static final int RULES = 1;

    public FormatConversion {
        columns = columns.stream().map(column -> Column.of(column.name(), column.type())).toList();
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a conversion needs at least one column");
        }
        if (rules != RULES) {
            throw new UnusableConversionException("its records were buffered under rules " + rules
                    + " of conversion, which this version of Sluice does not have");
        }
    }

    /// A conversion whose files are no Iceberg table's.
    public FormatConversion(int rules, List<Column> columns, Deserializer deserializer, ParquetSettings parquet,
            Optional<CatalogTable> table) {
        this(rules, columns, deserializer, parquet, table, Optional.empty());
    }

    /// Names the conversion: a hash of all of it.
    public String id() {
        return ConversionText.id(ConversionText.write(this));
    }
}
