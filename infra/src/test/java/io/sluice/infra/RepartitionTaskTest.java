package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

final class RepartitionTaskTest {
    private static JsonNode states() throws JsonProcessingException {
        JsonNode machine = Synthesis.only(Synthesis.of(Way.REPARTITIONED).repartition(),
                "AWS::StepFunctions::StateMachine");
        return Synthesis.JSON.readTree(Synthesis.text(machine.path("DefinitionString"))).path("States");
    }

    @Test
    void theRetentionFunctionErasesInTheSourceToo() {
        assertTrue(Synthesis.statements(Synthesis.of(Way.REPARTITIONED).pipeline(), "DailyRetention").stream()
                .anyMatch(statement -> statement.path("Action").toString().contains("s3:PutObject")
                        && statement.path("Resource").toString().contains("/raw/*")));
        assertFalse(Synthesis.statements(Synthesis.of(Way.BUFFER).pipeline(), "DailyRetention").toString()
                .contains("/raw/*"));
    }

    @Test
    void theDistributedMapFansOutOverTheListingOfTheSource() throws JsonProcessingException {
        JsonNode map = states().path("IngestObjects");
        assertEquals("DISTRIBUTED", map.at("/ItemProcessor/ProcessorConfig/Mode").asText());
        assertTrue(map.at("/ItemReader/Resource").asText().endsWith(":states:::s3:listObjectsV2"), map.toString());
        assertEquals("raw/", map.at("/ItemReader/Parameters/Prefix").asText());
        assertEquals("$.request", map.at("/ItemBatcher/BatchInput/request.$").asText());
    }

    @Test
    void aDayIsDeliveredUntilItSaysSoThenMovedThenPublished() throws JsonProcessingException {
        JsonNode day = states().at("/MoveDays/ItemProcessor/States");
        assertEquals("Delivered", day.at("/Deliver/Next").asText());
        assertEquals("Move", day.at("/Delivered/Choices/0/Next").asText());
        assertEquals("Deliver", day.at("/Delivered/Default").asText());
        assertEquals("ReplaceView", day.at("/Move/Next").asText());
        assertEquals("$.moved.sql", day.at("/ReplaceView/Parameters/QueryString.$").asText());
        assertEquals(1, states().at("/MoveDays/MaxConcurrency").asInt());
    }

    @Test
    void sourcesAreRemovedOnlyWhenAskedAndBehindTheLongestQuery() throws JsonProcessingException {
        JsonNode choice = states().path("RemoveSource");
        assertEquals("Done", choice.path("Default").asText());
        assertEquals("View", choice.at("/Choices/0/Next").asText());
        assertTrue(states().at("/QueriesEnd/Seconds").asInt() > 30 * 60);
    }

    /// A view whose replacement failed in an earlier execution reads the sources, and no day is moved again.
    @Test
    void theViewIsReplacedOnceMoreBeforeAnythingIsRemoved() throws JsonProcessingException {
        assertEquals("view", states().at("/View/Parameters/step").asText());
        assertEquals("AnyView", states().at("/View/Next").asText());
        assertEquals("ReplaceShown", states().at("/AnyView/Choices/0/Next").asText());
        assertEquals("$.shown.sql", states().at("/ReplaceShown/Parameters/QueryString.$").asText());
        assertEquals("QueriesEnd", states().at("/ReplaceShown/Next").asText());
        assertEquals("Removable", states().at("/QueriesEnd/Next").asText());
    }

    @Test
    void theFunctionDeletesNothingButTheSourceAndItsOwnBuffers() {
        var deletes = Synthesis.statements(Synthesis.of(Way.REPARTITIONED).repartition(), "RepartitionRole").stream()
                .filter(statement -> statement.path("Action").toString().contains("s3:DeleteObject"))
                .flatMap(statement -> StreamSupport.stream(
                        (statement.path("Resource").isArray()
                                ? statement.path("Resource")
                                : Synthesis.JSON.createArrayNode().add(statement.path("Resource"))).spliterator(),
                        false))
                .map(resource -> Synthesis.text(resource)).map(arn -> arn.substring(arn.indexOf('/'))).toList();
        assertTrue(deletes.stream().allMatch(path -> path.equals("/raw/*") || path.contains("!repartition!")),
                deletes.toString());
        assertEquals(4, deletes.size(), deletes.toString());
    }

    /// Otherwise the statement is denied after the day was moved.
    @Test
    void theViewMayBeReplacedInItsOwnDatabaseAndNowhereElse() throws JsonProcessingException {
        String database = states()
                .at("/MoveDays/ItemProcessor/States/ReplaceView/Parameters/QueryExecutionContext/Database")
                .asText();
        assertEquals("orders", database);
        var granted = Synthesis.statements(Synthesis.of(Way.REPARTITIONED).repartition(), "MachineStates").stream()
                .filter(statement -> statement.path("Action").toString().contains("glue:UpdateTable"))
                .flatMap(statement -> StreamSupport.stream(statement.path("Resource").spliterator(), false))
                .map(Synthesis::text).map(arn -> arn.substring(arn.lastIndexOf(':') + 1)).toList();
        assertEquals(List.of("catalog", "database/orders", "table/orders/*"), granted);
    }

    @Test
    void noBucketButTheDataBucketIsReadOrWrittenForAthena() {
        Synthesis.statements(Synthesis.of(Way.REPARTITIONED).repartition(), "MachineStates").stream()
                .filter(statement -> statement.path("Action").toString().contains("s3:"))
                .forEach(statement -> assertFalse(statement.path("Resource").toString().equals("\"*\""),
                        statement.toString()));
    }

    @Test
    void aWorkgroupWithoutARepartitionIsRefused() {
        var context = Way.BUFFER.context();
        context.put("athenaWorkgroup", "primary");
        var refused = assertThrows(DeploymentException.class, () -> SluiceApp.define(Synthesis.app(context)));
        assertTrue(refused.explanation().contains("repartitionFrom"), refused.explanation());
    }
}
