package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
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
    void eachDayIsAnExecutionOfItsOwnThatKnowsWhatIsAskedFor() throws JsonProcessingException {
        JsonNode map = states().path("MoveDays");
        assertEquals("DISTRIBUTED", map.at("/ItemProcessor/ProcessorConfig/Mode").asText());
        assertEquals("$.plan.days", map.path("ItemsPath").asText());
        assertEquals("$$.Execution.Input.request", map.at("/ItemSelector/request.$").asText());
        assertEquals(10, map.path("MaxConcurrency").asInt());
        JsonNode open = map.at("/ItemProcessor/States/Open/Parameters");
        assertEquals("raw/", open.path("source").asText());
        assertEquals("$$.Execution.Input.request", open.path("request.$").asText());
    }

    @Test
    void aDayIsSettledUntilItSaysSo() throws JsonProcessingException {
        JsonNode day = states().at("/MoveDays/ItemProcessor/States");
        assertEquals("SettleAgain", day.at("/Settle/Next").asText());
        assertEquals("Open", day.at("/SettleAgain/Choices/0/Next").asText());
        assertEquals("more", day.at("/SettleAgain/Choices/1/StringEquals").asText());
        assertEquals("Settle", day.at("/SettleAgain/Choices/1/Next").asText());
    }

    /// Which days these are is said by the function, none unless it is asked for.
    @Test
    void sourcesAreRemovedBehindTheLongestQuery() throws JsonProcessingException {
        JsonNode choice = states().path("AnyRemovable");
        assertEquals("NothingToRemove", choice.path("Default").asText());
        assertEquals("QueriesEnd", choice.at("/Choices/0/Next").asText());
        assertEquals(61 * 60, states().at("/QueriesEnd/Seconds").asInt());
        assertEquals("RemoveDays", states().at("/QueriesEnd/Next").asText());
    }

    /// A view whose replacement failed in an earlier execution reads the sources, and no day is moved again.
    @Test
    void theViewIsReplacedBeforeAnythingIsRemoved() throws JsonProcessingException {
        assertEquals("view", states().at("/View/Parameters/step").asText());
        assertEquals("AnyView", states().at("/View/Next").asText());
        assertEquals("ReplaceShown", states().at("/AnyView/Choices/0/Next").asText());
        assertEquals("$.shown.sql", states().at("/ReplaceShown/Parameters/QueryString.$").asText());
        assertEquals("AnyRemovable", states().at("/ReplaceShown/Next").asText());
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
                .at("/ReplaceShown/Parameters/QueryExecutionContext/Database")
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
        var synthesis = Synthesis.of(Way.REPARTITIONED);
        var resources = Synthesis.statements(synthesis.repartition(), "MachineStates").stream()
                .filter(statement -> statement.path("Action").toString().contains("s3:"))
                .map(statement -> statement.path("Resource")).toList();
        assertEquals(2, resources.size(), resources.toString());
        JsonNode bucket = resources.getFirst();
        assertEquals("[\"Data666C94C7\",\"Arn\"]", synthesis.storage().path("Outputs")
                .path(bucket.at("/Fn::GetStackOutput/OutputName").asText()).at("/Value/Fn::GetAtt").toString());
        assertEquals("[\"\",[" + bucket + ",\"/athena-results/*\"]]", resources.getLast().path("Fn::Join").toString());
    }

    @Test
    void aWorkgroupWithoutARepartitionIsRefused() {
        var context = Way.BUFFER.context();
        context.put("athenaWorkgroup", "primary");
        var refused = assertThrows(DeploymentException.class, () -> SluiceApp.define(Synthesis.app(context)));
        assertTrue(refused.explanation().contains("repartitionFrom"), refused.explanation());
    }
}
