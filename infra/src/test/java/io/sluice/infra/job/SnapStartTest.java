package io.sluice.infra.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Deployed.StackTemplate;
import io.sluice.infra.OwnApp;
import io.sluice.infra.PlatformOptions;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.SnapStart;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;

/// Where functions start from snapshots, and where Lambda has none.
@Tag("long")
final class SnapStartTest {
    private static final String FUNCTION = "AWS::Lambda::Function";

    @Test
    void aStackWhoseRegionIsNotKnownDecidesWhenItIsDeployed() {
        JsonNode template = Synthesis.of(Way.BUFFER).pipeline();
        assertEquals("{\"Fn::And\":[{\"Fn::Equals\":[{\"Ref\":\"AWS::Partition\"},\"aws\"]},"
                + "{\"Fn::Not\":[{\"Fn::Equals\":[{\"Ref\":\"AWS::Region\"},\"ap-east-2\"]}]},"
                + "{\"Fn::Not\":[{\"Fn::Equals\":[{\"Ref\":\"AWS::Region\"},\"ap-southeast-6\"]}]}]}",
                template.at("/Conditions/SluiceSnapStart").toString());
        Synthesis.resources(template, FUNCTION).values()
                .forEach(function -> assertEquals("{\"Fn::If\":[\"SluiceSnapStart\","
                        + "{\"ApplyOn\":\"PublishedVersions\"},{\"Ref\":\"AWS::NoValue\"}]}",
                        function.at("/Properties/SnapStart").toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cn-north-1", "us-gov-west-1", "us-iso-east-1", "us-isob-east-1", "eu-isoe-west-1",
            "eusc-de-east-1", "ap-east-2", "ap-southeast-6"})
    void aRegionWithoutItGetsNone(String region) {
        assertTrue(functions(stream(region, SnapStart.BY_REGION)).stream()
                .allMatch(each -> each.path("SnapStart").isMissingNode()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"us-east-1", "eu-central-1", "ap-southeast-5"})
    void aRegionWithItHasIt(String region) {
        assertTrue(functions(stream(region, SnapStart.BY_REGION)).stream()
                .allMatch(each -> each.at("/SnapStart/ApplyOn").asText().equals("PublishedVersions")));
    }

    @Test
    void whoeverWantsNoneHasNone() {
        var stack = stream("us-east-1", SnapStart.NONE);
        assertTrue(functions(stack).stream().allMatch(each -> each.path("SnapStart").isMissingNode()));
        assertTrue(stack.resources().keySet().stream().noneMatch(id -> id.contains("KeepWarm")));
    }

    /// A snapshot that nobody used for two weeks is gone, and Firehose is done with its retries before there is
    /// another.
    @Test
    void whatFirehoseCallsIsCalledEveryWeek() {
        var schedule = Synthesis.resources(Synthesis.of(Way.FIREHOSE).pipeline(), "AWS::Scheduler::Schedule").values()
                .iterator().next().path("Properties");
        assertEquals("rate(7 days)", schedule.path("ScheduleExpression").asText());
        assertTrue(schedule.at("/Target/Arn").toString().contains("TransformLive"), schedule::toString);
        assertTrue(Synthesis.resources(Synthesis.of(Way.KINESIS_EVENTS).pipeline(), "AWS::IAM::Role").keySet().stream()
                .noneMatch(id -> id.contains("KeepWarm")),
                "Lambda tries its batches for as long as the stream has them");
    }

    /// A repartition's function may be called first long after it was deployed.
    @Test
    void everyStepOfAMachineWaitsForASnapshotThatIsMadeAnew() throws IOException {
        JsonNode machine = Synthesis.only(Synthesis.of(Way.REPARTITIONED).repartition(),
                "AWS::StepFunctions::StateMachine");
        JsonNode states = Synthesis.JSON.readTree(Synthesis.text(machine.path("DefinitionString")));
        List<JsonNode> tasks = states.findParents("Retry");
        assertTrue(tasks.size() >= 8, () -> "steps: " + tasks.size());
        tasks.forEach(task -> assertTrue(task.path("Retry").toString().contains("Lambda.SnapStartNotReadyException"),
                task::toString));
    }

    private static List<JsonNode> functions(StackTemplate stack) {
        return stack.ofType(FUNCTION).stream().map(each -> each.properties()).toList();
    }

    private static StackTemplate stream(String region, SnapStart choice) {
        return OwnApp.synthesise(app -> SluiceStream.Builder
                .create(new Stack(app, "Shop", StackProps.builder()
                        .env(Environment.builder().account("123456789012").region(region).build()).build()), "Orders")
                .definition(OwnApp.buffer("orders"))
                .options(PlatformOptions.Builder.create().snapStart(choice).build()).build()).stack("Shop");
    }
}
