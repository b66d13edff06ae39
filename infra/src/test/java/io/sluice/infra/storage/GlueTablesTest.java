package io.sluice.infra.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.TableSources;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.app.SluiceApp;
import io.sluice.tables.GlueTableInput;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableSource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The tables of a stream's template are those that `./sluice tables --json` prints.
final class GlueTablesTest {
    @Test
    void theTemplatesTablesAreTheCommandLines() {
        TableSource source = TableSources.of(
                StreamDefinition.read(Synthesis.configuration("tables.json")).configuration(), "orders-data");
        var records = StreamTables.records(source).table().orElseThrow();
        var errors = StreamTables.errors(source).table().orElseThrow();

        assertEquals(Synthesis.JSON.<JsonNode>valueToTree(GlueTableInput.of(records)),
                table(Way.TABLES, "Records").path("TableInput"));
        assertEquals(Synthesis.JSON.<JsonNode>valueToTree(GlueTableInput.of(errors)),
                table(Way.TABLES, "Errors").path("TableInput"));
        assertEquals("north,far%20south", table(Way.TABLES, "Records").at("/TableInput/Parameters")
                .path("projection.shop.values").asText());
    }

    @Test
    void aNewBucketIsTheTablesLocation() {
        var input = table(Way.TABLES_IN_EXISTING_DATABASE, "Records").path("TableInput");
        assertTrue(Synthesis.text(input.at("/StorageDescriptor/Location")).matches("s3://\\$\\{.*}/orders/"),
                input.toString());
        assertTrue(Synthesis.text(input.at("/Parameters/storage.location.template"))
                .endsWith("}/orders/shop=${shop}/day=${day}/"), input.toString());
    }

    @Test
    void theDatabaseComesBeforeItsTablesAndOutlivesThem() {
        var template = Synthesis.of(Way.TABLES).pipeline();
        var databases = Synthesis.resources(template, "AWS::Glue::Database");
        assertEquals(1, databases.size());
        var database = databases.entrySet().iterator().next();
        assertEquals("lake", database.getValue().at("/Properties/DatabaseInput/Name").asText());
        assertEquals("Retain", database.getValue().path("DeletionPolicy").asText());
        Synthesis.resources(template, "AWS::Glue::Table").values()
                .forEach(table -> assertEquals(database.getKey(), table.at("/DependsOn/0").asText()));
    }

    @Test
    void aDatabaseThatIsThereIsNotMade() {
        var template = Synthesis.of(Way.TABLES_IN_EXISTING_DATABASE).pipeline();
        assertEquals(Map.of(), Synthesis.resources(template, "AWS::Glue::Database"));
        assertEquals("lake", table(Way.TABLES_IN_EXISTING_DATABASE, "Records").path("DatabaseName").asText());
    }

    @ParameterizedTest
    @EnumSource(names = {"TABLES", "TABLES_IN_EXISTING_DATABASE", "CONVERTING", "ICEBERG"},
            mode = EnumSource.Mode.EXCLUDE)
    void aStreamWithoutTheSectionHasNoTable(Way way) {
        Synthesis.of(way).templates()
                .forEach(template -> assertEquals(Map.of(), Synthesis.resources(template, "AWS::Glue::Table")));
    }

    @Test
    void aTableThatCannotBeIsRefusedWithEveryReason() throws IOException {
        var json = (ObjectNode) Synthesis.JSON.readTree(Synthesis.configuration("tables.json").toFile());
        json.withObject("/ExtendedS3DestinationConfiguration").put("CompressionFormat", "ZIP");
        json.withObject("/Sluice/Table/Keys").putObject("month").put("Type", "injected");
        var file = Files.write(Files.createTempFile("tables", ".json"), Synthesis.JSON.writeValueAsBytes(json));
        var context = Way.TABLES.context();
        context.put("config", file.toString());

        var refusal = assertThrows(DeploymentException.class, () -> SluiceApp.define(Synthesis.app(context)));
        Files.delete(file);
        assertTrue(refusal.explanation().contains("Athena reads no objects in the format ZIP"), refusal.explanation());
        assertTrue(refusal.explanation().contains("$.Sluice.Table.Keys.month: the prefix makes no column month"),
                refusal.explanation());
    }

    private static JsonNode table(Way way, String id) {
        return Synthesis.resources(Synthesis.of(way).pipeline(), "AWS::Glue::Table").entrySet().stream()
                .filter(resource -> resource.getKey().startsWith("Tables" + id)).findFirst().orElseThrow().getValue()
                .path("Properties");
    }
}
