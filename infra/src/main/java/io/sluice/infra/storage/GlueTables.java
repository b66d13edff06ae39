package io.sluice.infra.storage;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.GlueDefinitions;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.TableDatabase;
import io.sluice.tables.TableRemark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
    public record Props(StreamDefinition definition, String bucketName, TableDatabase database) {}

    /// @throws DeploymentException with every reason why the records can have no table
    public GlueTables(Construct scope, String id, Props props) {
        super(scope, id);
        owner = props.database();
        var wanted = GlueDefinitions.of(props.definition(), props.bucketName()).orElseThrow();
        warn(wanted.warnings());
        databaseName = wanted.database();
        waitForDatabase();
        var database = database(databaseName, owner);
        wanted.tables().forEach((name, input) -> create(name, input, database));
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

    private void create(String id, Map<String, Object> input, Optional<CfnDatabase> database) {
        var resource = CfnResource.Builder.create(this, id).type("AWS::Glue::Table")
                .properties(new TreeMap<>(Map.of("CatalogId", Stack.of(this).getAccount(), "DatabaseName",
                        databaseName, "TableInput", input)))
                .build();
        database.ifPresent(resource::addResourceDependency);
    }

    private void warn(List<TableRemark> remarks) {
        remarks.forEach(remark -> Annotations.of(this).addWarningV2("sluice:table",
                remark.path() + ": " + remark.message()));
    }
}
