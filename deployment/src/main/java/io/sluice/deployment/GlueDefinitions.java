package io.sluice.deployment;

import io.sluice.config.TableSources;
import io.sluice.tables.GlueTableInput;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableDefinition;
import io.sluice.tables.TableRemark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A stream's tables in the AWS Glue Data Catalog, for Athena: what `./sluice tables --json` prints, over the bucket
/// that objects are really written to.
///
/// @param database that all of them are in
/// @param tables   `TableInput` by what a table has: `Records`, `Compacted`, `Errors`
/// @param warnings about the records' table
public record GlueDefinitions(String database, Map<String, Map<String, Object>> tables, List<TableRemark> warnings) {
    /// The tables of `definition`; empty where its configuration asks for none.
    ///
    /// @param bucket name of the data bucket
    /// @throws DeploymentException with every reason why the records can have no table
    public static Optional<GlueDefinitions> of(StreamDefinition definition, String bucket) {
        return definition.configuration().sluice().table().map(_ -> made(definition, bucket));
    }

    private static GlueDefinitions made(StreamDefinition definition, String bucket) {
        requireOneDescription(definition);
        var source = TableSources.of(definition.configuration(), bucket);
        var records = StreamTables.records(source);
        TableDefinition table = records.table().orElseThrow(() -> refused(records.remarks()));
        Map<String, Map<String, Object>> tables = new LinkedHashMap<>();
        tables.put("Records", GlueTableInput.of(table));
        TableSources.compacted(definition.configuration(), bucket)
                .flatMap(compacted -> StreamTables.compacted(compacted, table).table())
                .ifPresent(each -> tables.put("Compacted", GlueTableInput.of(each)));
        StreamTables.errors(source).table().ifPresent(each -> tables.put("Errors", GlueTableInput.of(each)));
        return new GlueDefinitions(table.database(), tables, records.remarks().stream()
                .filter(remark -> remark.kind() == TableRemark.Kind.WARNING).toList());
    }

    /// @throws DeploymentException when Firehose's table describes the objects already
    private static void requireOneDescription(StreamDefinition definition) {
        if (definition.isConvertedByFirehose()) {
            var schema = definition.destination("DataFormatConversionConfiguration").path("SchemaConfiguration");
            throw new DeploymentException(("Firehose converts the records of stream %s by the columns of your table"
                    + " %s.%s, which describes its objects; Sluice.Table would describe others. Leave it away")
                    .formatted(definition.stream(), schema.path("DatabaseName").asText(),
                            schema.path("TableName").asText()));
        }
    }

    private static DeploymentException refused(List<TableRemark> remarks) {
        return new DeploymentException("The stream can have no table:\n" + remarks.stream()
                .filter(remark -> remark.kind() == TableRemark.Kind.REFUSAL)
                .map(remark -> "  " + remark.path() + ": " + remark.message()).collect(Collectors.joining("\n")));
    }
}
