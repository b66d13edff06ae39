package io.sluice.infra.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.Deployed.StackTemplate;
import io.sluice.infra.Deployed;
import io.sluice.infra.OwnApp;
import io.sluice.infra.PlatformOptions;
import io.sluice.infra.RepartitionTask;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.app.SluiceApp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.logs.RetentionDays;

/// A repartition in somebody else's stack.
final class StreamRepartitionTest {
    private static final RepartitionTask RAW = RepartitionTask.of("raw/").replacingViewIn("primary");
    private static Deployed deployed = new Deployed(Map.of(), List.of());

    @BeforeAll
    static void synthesise() {
        deployed = OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            var options = PlatformOptions.Builder.create().namePrefix("acme-").tag("team", "data")
                    .logRetention(RetentionDays.SIX_MONTHS)
                    .key(Key.Builder.create(stack, "Key").enableKeyRotation(true).build())
                    .permissionsBoundary(ManagedPolicy.fromManagedPolicyName(stack, "Boundary", "developers"))
                    .build();
            var made = SluiceStream.Builder.create(stack, "Orders").definition(OwnApp.buffer("orders"))
                    .repartition(RAW).options(options).build();
            made.repartition().orElseThrow().grantStartExecution(Role.Builder.create(stack, "Operator")
                    .assumedBy(new ServicePrincipal("ec2.amazonaws.com")).build());
            var without = new Stack(app, "Without");
            assertTrue(SluiceStream.Builder.create(without, "Clicks").definition(OwnApp.buffer("clicks")).build()
                    .repartition().isEmpty());
        });
    }

    @Test
    void itIsWholeAndCdkNagFindsNothing() {
        assertEquals(List.of(), deployed.findings());
        assertEquals(1, shop().ofType("AWS::StepFunctions::StateMachine").size());
        assertEquals(4, shop().ofType("AWS::Lambda::Function").size());
        assertEquals(0, deployed.stack("Without").ofType("AWS::StepFunctions::StateMachine").size());
    }

    @Test
    void itsStepsAreThoseOfSluicesOwnApp() throws Exception {
        JsonNode own = states(Synthesis.only(Synthesis.of(Way.REPARTITIONED).repartition(),
                "AWS::StepFunctions::StateMachine"));
        JsonNode theirs = states(shop().ofType("AWS::StepFunctions::StateMachine").getFirst().properties());
        assertEquals(own, theirs);
        assertTrue(own.has("MoveDays"), own::toString);
    }

    /// The recorded requests of a repartition are judged by the policies of Sluice's own app.
    @Test
    void itsFunctionMayDoWhatThatOfSluicesOwnAppMay() {
        var own = new TreeSet<String>();
        Synthesis.statements(Synthesis.of(Way.REPARTITIONED).repartition(), "RepartitionRole")
                .forEach(each -> own.addAll(allowed(each)));
        var theirs = new TreeSet<String>();
        policies("OrdersRepartitionRole").forEach(each -> theirs.addAll(allowed(each)));
        theirs.removeIf(each -> each.startsWith("kms:"));
        assertEquals(own, theirs);
        assertTrue(own.contains("s3:DeleteObject …/raw/*"), own::toString);
    }

    @Test
    void anErasureReachesTheSource() {
        assertTrue(policies("DailyRetention").stream().anyMatch(each -> each.path("Action").toString()
                .contains("s3:PutObject") && each.path("Resource").toString().contains("/raw/*")),
                policies("DailyRetention")::toString);
    }

    @Test
    void theOptionsOfThePlatformHoldForItToo() {
        var names = new TreeSet<String>();
        shop().resources().forEach((id, resource) -> {
            if (id.startsWith("OrdersRepartition")) {
                JsonNode properties = resource.properties();
                names.add(properties.path(switch (resource.type()) {
                    case "AWS::IAM::Role" -> "RoleName";
                    case "AWS::Lambda::Function" -> "FunctionName";
                    case "AWS::Logs::LogGroup" -> "LogGroupName";
                    case "AWS::StepFunctions::StateMachine" -> "StateMachineName";
                    default -> "none";
                }).asText());
                if (resource.type().equals("AWS::IAM::Role")) {
                    assertTrue(properties.has("PermissionsBoundary"), id);
                }
                if (resource.type().equals("AWS::Logs::LogGroup")) {
                    assertEquals(180, properties.path("RetentionInDays").asInt(), id);
                    assertTrue(properties.has("KmsKeyId"), id);
                }
            }
        });
        assertEquals("[, /aws/lambda/acme-orders-repartition, /aws/vendedlogs/states/acme-orders-repartition,"
                + " acme-orders-repartition, acme-orders-repartition-steps]", names.toString());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            buffer.json,   '',     is none
            buffer.json,   /raw/,  is none
            buffer.json,   o,      the repartition would read its own output
            buffer.json,   errors, the repartition would read its own output
            firehose.json, raw/,   needs Sluice.Delivery "buffer"
            """)
    void whatCannotBeRepartitionedIsRefused(String configuration, String from, String why) {
        assertRefused(configuration, stream -> stream.repartition(RepartitionTask.of(from)), why);
    }

    /// The function would refuse to start, and could delete what the stream delivers.
    @Test
    void sluicesOwnAppRefusesASourceThatHoldsWhatTheStreamWrites() {
        var context = Way.BUFFER.context();
        context.put("repartitionFrom", "orders/");
        context.put("flusherJar", Synthesis.standInJar().toString());
        var refused = assertThrows(DeploymentException.class, () -> SluiceApp.define(Synthesis.app(context)));
        assertTrue(refused.explanation().contains("would read its own output"), refused.explanation());
    }

    private static void assertRefused(String configuration, UnaryOperator<SluiceStream.Builder> asked, String why) {
        OwnApp.folder(app -> {
            var stack = new Stack(app, "Shop");
            var refused = assertThrows(DeploymentException.class, () -> asked.apply(SluiceStream.Builder
                    .create(stack, "Orders").definition(OwnApp.named(configuration, "orders"))).build());
            assertTrue(refused.explanation().contains(why), refused.explanation());
        });
    }

    private static StackTemplate shop() {
        return deployed.stack("Shop");
    }

    private static List<JsonNode> policies(String role) {
        var found = new ArrayList<JsonNode>();
        shop().resources().forEach((id, resource) -> {
            if (resource.type().equals("AWS::IAM::Policy") && id.contains(role)) {
                resource.properties().at("/PolicyDocument/Statement").forEach(found::add);
            }
        });
        return found;
    }

    /// Each action on each resource, without what tokens stand for.
    private static Set<String> allowed(JsonNode statement) {
        var found = new TreeSet<String>();
        for (JsonNode action : list(statement.path("Action"))) {
            list(statement.path("Resource"))
                    .forEach(resource -> found.add(action.asText() + " " + plain(Synthesis.text(resource))));
        }
        return found;
    }

    private static JsonNode list(JsonNode oneOrMore) {
        return oneOrMore.isArray() ? oneOrMore : Synthesis.JSON.createArrayNode().add(oneOrMore);
    }

    private static JsonNode states(JsonNode machine) throws Exception {
        return Synthesis.JSON.readTree(plain(Synthesis.text(machine.path("DefinitionString")))).path("States");
    }

    private static String plain(String text) {
        return text.replaceAll("\\$\\{[^}]*}", "…");
    }
}
