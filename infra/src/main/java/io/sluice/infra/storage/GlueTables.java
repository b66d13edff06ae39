package io.sluice.infra.storage;

import io.sluice.config.TableSources;
import io.sluice.infra.DeploymentException;
import io.sluice.infra.StreamDefinition;
import io.sluice.infra.TableDatabase;
import io.sluice.tables.GlueTableInput;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableDefinition;
import io.sluice.tables.TableRemark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.glue.CfnDatabase;
import software.constructs.Construct;

/// The stream's tables in the AWS Glue Data Catalog, for Athena: what `./sluice tables --json` prints, over the bucket
/// that objects are really written to. They are definitions only; who may query what is the account's own matter.
public final class GlueTables extends Construct {
    private final TableDatabase owner;
    private final String databaseName;

    /// The properties of a stream's tables.
    ///
    /// @param bucketName of the data bucket
    /// @param database   whether the database is there already
    public record Props(StreamDefinition definition, String bucketName, TableDatabase database) {
        public Props {
            if (definition.isConvertedByFirehose()) {
                var schema = definition.destination("DataFormatConversionConfiguration").path("SchemaConfiguration");
                throw new DeploymentException(("Firehose converts the records of stream %s by the columns of your table"
                        + " %s.%s, which describes its objects; Sluice.Table would describe others. Leave it away")
                        .formatted(definition.stream(), schema.path("DatabaseName").asText(),
                                schema.path("TableName").asText()));
            }
        }
    }

    /// @throws DeploymentException with every reason why the records can have no table
    public GlueTables(Construct scope, String id, Props props) {
        super(scope, id);
        owner = props.database();
        var source = TableSources.of(props.definition().configuration(), props.bucketName());
        var records = StreamTables.records(source);
        var table = records.table().orElseThrow(() -> refused(records.remarks()));
        warn(records.remarks());
        databaseName = table.database();
        waitForDatabase();
        var database = database(databaseName, owner);
        create("Records", table, database);
        TableSources.compacted(props.definition().configuration(), props.bucketName())
                .flatMap(compacted -> StreamTables.compacted(compacted, table).table())
                .ifPresent(definition -> create("Compacted", definition, database));
        var errors = StreamTables.errors(source).table();
        errors.ifPresent(definition -> create("Errors", definition, database));
    }

    /// A database that another stream of the app makes has to be there first, and is made once.
    private void waitForDatabase() {
        for (GlueTables maker : ResourceChecks.inOnePlace(this, GlueTables.class)) {
            if (maker.owner == TableDatabase.NEW && databaseName.equals(maker.databaseName)) {
                if (owner == TableDatabase.NEW) {
                    throw new DeploymentException(("The Glue database %s would be made twice, by %s and by %s: give one"
                            + " of them .tableDatabase(TableDatabase.EXISTING)").formatted(databaseName,
                                    maker.getNode().getPath(), getNode().getPath()));
                }
                getNode().addDependency(maker);
            }
        }
    }

    private Optional<CfnDatabase> database(String name, TableDatabase owner) {
        return switch (owner) {
            case EXISTING -> Optional.empty();
            case NEW -> {
                var database = CfnDatabase.Builder.create(this, "Database").catalogId(Stack.of(this).getAccount())
                        .databaseInput(CfnDatabase.DatabaseInputProperty.builder().name(name).build()).build();
                database.applyRemovalPolicy(RemovalPolicy.RETAIN);
                yield Optional.of(database);
            }
        };
    }

    private void create(String id, TableDefinition table, Optional<CfnDatabase> database) {
        var resource = CfnResource.Builder.create(this, id).type("AWS::Glue::Table")
                .properties(new TreeMap<>(Map.of("CatalogId", Stack.of(this).getAccount(), "DatabaseName",
                        table.database(), "TableInput", GlueTableInput.of(table))))
                .build();
        database.ifPresent(resource::addResourceDependency);
    }

    private void warn(List<TableRemark> remarks) {
        remarks.stream().filter(remark -> remark.kind() == TableRemark.Kind.WARNING)
                .forEach(remark -> Annotations.of(this).addWarningV2("sluice:table",
                        remark.path() + ": " + remark.message()));
    }

    private static DeploymentException refused(List<TableRemark> remarks) {
        return new DeploymentException("The stream can have no table:\n" + remarks.stream()
                .filter(remark -> remark.kind() == TableRemark.Kind.REFUSAL)
                .map(remark -> "  " + remark.path() + ": " + remark.message()).collect(Collectors.joining("\n")));
    }
}
