package io.sluice.config;

import io.sluice.codec.Compression;
import io.sluice.columns.Column;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.PathValues;
import io.sluice.layout.PrefixExpression;
import io.sluice.reject.CatalogTable;
import io.sluice.tables.TableSettings;
import java.util.List;
import java.util.Optional;

/// Reads `DataFormatConversionConfiguration`. In `buffer` delivery its schema is the columns of `Sluice.Table`.
final class ConversionReader {
    private static final String SECTION = "DataFormatConversionConfiguration";
    private static final String SCHEMA = "SchemaConfiguration";

    private final Fields destination;
    private final Fields section;
    private final Problems problems;
    private final TableSettings declared;
    private final List<Column> columns;

    private ConversionReader(Fields destination, Fields section, TableSettings declared) {
        this.destination = destination;
        this.section = section;
        this.problems = section.problems();
        this.declared = declared;
        this.columns = declared.columns();
    }

    /// The conversion; empty when none is on, when something is wrong with it, and in `firehose` delivery, where
    /// Firehose converts.
    ///
    /// @param compression `CompressionFormat`
    /// @param prefix      of the objects; empty where it is wrong
    static Optional<FormatConversion> read(Fields destination, Compression compression,
            Optional<PrefixExpression> prefix, SluiceSection sluice) {
        Optional<JsonValue> given = ShapeCheck.check(destination, SECTION, PassedOn.CONVERSION);
        if (!(given.orElse(null) instanceof JsonValue.Structure structure) || !enabled(structure)) {
            return Optional.empty();
        }
        Fields section = new Fields(structure, destination.problems());
        Optional<PathValues> path = sluice.iceberg().flatMap(_ -> prefix).map(TablePaths::values);
        return new ConversionReader(destination, section, sluice.table().orElse(TableSettings.NONE)).read(compression,
                path);
    }

    /// Tests whether records are converted, here or by Firehose.
    static boolean isOn(Fields destination) {
        return destination.any(SECTION).orElse(null) instanceof JsonValue.Structure section && enabled(section);
    }

    /// A section without `Enabled` is on.
    private static boolean enabled(JsonValue.Structure section) {
        return !(section.members().get("Enabled") instanceof JsonValue.Flag flag) || flag.value();
    }

    private Optional<FormatConversion> read(Compression compression, Optional<PathValues> path) {
        if (compression != Compression.UNCOMPRESSED) {
            problems.error(destination.place("CompressionFormat"), FirehoseMessages.CONVERSION_UNCOMPRESSED);
        }
        checkBufferSize();
        Deserializer deserializer = DeserializerReader.read(section, member("InputFormatConfiguration"), declared);
        ParquetSettings parquet = SerializerReader.read(member("OutputFormatConfiguration"), problems);
        Optional<CatalogTable> table = readSchema();
        if (problems.deliveryMode() == DeliveryMode.FIREHOSE || columns.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new FormatConversion(FormatConversion.RULES, columns, deserializer, parquet, table, path));
    }

    private void checkBufferSize() {
        destination.object("BufferingHints").ifPresent(hints -> hints.integer("SizeInMBs").ifPresent(size -> {
            if (size >= 1 && size < BufferingReader.SIZE_MIN_PARTITIONED) {
                problems.lifted(hints.place("SizeInMBs"), FirehoseMessages.CONVERSION_SIZE_AT_LEAST_64,
                        "any size from 1 MiB");
            } else {
                checkSize(hints.place("SizeInMBs"), size, problems);
            }
        }));
    }

    /// @param size of a buffer, MiB
    static void checkSize(JsonValue.Place at, long size, Problems problems) {
        if (size > BufferingReader.SIZE_MAX && problems.deliveryMode() == DeliveryMode.BUFFER) {
            problems.error(at, "a converted object is made in a temporary file of the function, which has room for "
                    + BufferingReader.SIZE_MAX + " MiB of records at most");
        }
    }

    private Optional<Fields> member(String name) {
        Optional<Fields> given = section.object(name);
        if (given.isEmpty()) {
            problems.lifted(section.place(name), name + " must not be null", "its defaults hold");
        }
        return given;
    }

    private Optional<CatalogTable> readSchema() {
        Optional<Fields> schema = section.object(SCHEMA);
        if (schema.isEmpty()) {
            problems.lifted(section.place(SCHEMA), SCHEMA + " must not be null", "the columns of Sluice.Table are it");
        }
        schema.ifPresent(given -> List.of("DatabaseName", "TableName").forEach(name -> required(given, name)));
        Optional<CatalogTable> table = schema.map(given -> new CatalogTable(given.text("CatalogId"),
                given.text("DatabaseName"), given.text("TableName"), given.text("Region"),
                Optional.of(given.text("VersionId").orElse("LATEST"))));
        if (columns.isEmpty() && problems.deliveryMode() == DeliveryMode.BUFFER) {
            problems.error(schema.map(Fields::place).orElseGet(section::place), "Sluice converts by columns that the"
                    + " configuration declares, and reads none from the Glue Data Catalog: give them in"
                    + " Sluice.Table.Columns" + remedy(table));
        }
        return table;
    }

    private void required(Fields schema, String name) {
        if (schema.text(name).orElse("").isEmpty()) {
            problems.lifted(schema.place(name), SCHEMA + "." + name + " must not be null or empty",
                    "it is named in error records alone");
        }
    }

    private static String remedy(Optional<CatalogTable> table) {
        Optional<String> database = table.flatMap(CatalogTable::databaseName);
        Optional<String> name = table.flatMap(CatalogTable::tableName);
        return database.isEmpty() || name.isEmpty()
                ? ""
                : ". This prints them: aws glue get-table --database-name " + database.get() + " --name " + name.get()
                        + " --query 'Table.StorageDescriptor.Columns[].{Name:Name,Type:Type}'";
    }
}
