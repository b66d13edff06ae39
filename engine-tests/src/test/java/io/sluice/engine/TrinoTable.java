package io.sluice.engine;

import io.sluice.columns.ColumnType;
import io.sluice.tables.DataFormat;
import io.sluice.tables.PartitionColumn;
import io.sluice.tables.TableDefinition;
import io.trino.metastore.Column;
import io.trino.metastore.HiveType;
import io.trino.metastore.StorageFormat;
import io.trino.metastore.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A generated table in the form of Trino's Hive catalog. Nothing is translated: Trino reads the types, class names and
/// properties (`projection.…`, `storage.location.template`) that Athena reads, so a wrong one is wrong here too.
final class TrinoTable {
    private TrinoTable() {}

    static Table of(TableDefinition definition) {
        DataFormat format = definition.format();
        Table.Builder table = Table.builder().setDatabaseName(definition.database()).setTableName(definition.name())
                .setOwner(Optional.empty()).setTableType("EXTERNAL_TABLE")
                .setDataColumns(columns(definition.columns().stream(), io.sluice.columns.Column::name,
                        io.sluice.columns.Column::type))
                .setPartitionColumns(columns(definition.partitions().stream(), PartitionColumn::name,
                        PartitionColumn::type))
                .setParameters(definition.properties());
        table.getStorageBuilder()
                .setStorageFormat(StorageFormat.create(format.serde(), format.inputFormat(), format.outputFormat()))
                .setLocation(definition.location()).setSerdeParameters(definition.serdeProperties());
        return table.build();
    }

    private static <C> List<Column> columns(Stream<C> columns, Function<C, String> name, Function<C, ColumnType> type) {
        return columns.map(column -> new Column(name.apply(column), HiveType.valueOf(type.apply(column).hiveText()),
                Optional.empty(), Map.of())).toList();
    }
}
