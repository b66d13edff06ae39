package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.GlueDefinitions;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.TemplateChoices.Choice;
import java.util.Map;

/// The stream's tables in the AWS Glue Data Catalog.
record TablePiece(Stack stack, StreamDefinition definition) {
    /// Stands for the bucket in a table's places, whose own `${…}` are Athena's: no bucket's name has it.
    private static final String BUCKET = "//";
    private static final String S3 = "s3://";

    /// Adds them, where the configuration asks for them.
    void add(Choice database) {
        GlueDefinitions.of(definition, BUCKET).ifPresent(tables -> {
            if (database == Choice.YES) {
                database(tables.database());
            }
            tables.tables().forEach((name, input) -> table(name + "Table", tables.database(), input, database));
        });
    }

    private void database(String name) {
        ObjectNode properties = stack.resource("Database", "AWS::Glue::Database");
        properties.set("CatalogId", stack.text(DeployedName.ACCOUNT_ID));
        properties.putObject("DatabaseInput").put("Name", name);
        // Others' views and tables may be in it, too.
        stack.keep("Database", "Retain", "Retain");
    }

    private void table(String id, String databaseName, Map<String, Object> input, Choice database) {
        ObjectNode table = stack.resource(id, "AWS::Glue::Table").put("DatabaseName", databaseName);
        table.set("CatalogId", stack.text(DeployedName.ACCOUNT_ID));
        ObjectNode definition = (ObjectNode) stack.value(input);
        inBucket((ObjectNode) definition.path("Parameters"), "storage.location.template");
        inBucket((ObjectNode) definition.path("StorageDescriptor"), "Location");
        table.set("TableInput", definition);
        if (database == Choice.YES) {
            stack.dependsOn(id, "Database");
        }
    }

    private void inBucket(ObjectNode of, String member) {
        String place = of.path(member).asText();
        if (place.startsWith(S3 + BUCKET)) {
            of.set(member, stack.text(S3 + DeployedName.DATA_BUCKET + place.substring((S3 + BUCKET).length()),
                    DeployedName.DATA_BUCKET));
        }
    }
}
