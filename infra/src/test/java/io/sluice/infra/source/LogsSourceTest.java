package io.sluice.infra.source;

import static io.sluice.infra.OwnApp.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.KafkaCluster;
import io.sluice.infra.KafkaLogin;
import io.sluice.infra.KafkaTopics;
import io.sluice.infra.LogGroups;
import io.sluice.infra.OwnApp;
import io.sluice.infra.PlatformOptions;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.app.SluiceApp;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.logs.CfnSubscriptionFilter;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.LogGroupClass;

/// Log groups whose subscriptions invoke the transform function.
@Tag("long")
final class LogsSourceTest {
    private static final String FILTER = "AWS::Logs::SubscriptionFilter";
    private static final String PERMISSION = "AWS::Lambda::Permission";

    @Test
    void eachLogGroupIsSubscribedToOnceItMayInvokeTheFunctionAndNobodyElseMay() {
        var pipeline = Synthesis.of(Way.LOGS).pipeline();
        var filters = Synthesis.resources(pipeline, FILTER);
        var permissions = Synthesis.resources(pipeline, PERMISSION);

        assertEquals(new TreeSet<>(List.of("/aws/lambda/checkout", "/app/returns")), new TreeSet<>(filters.values()
                .stream().map(each -> each.at("/Properties/LogGroupName").asText()).toList()));
        assertEquals(2, permissions.size());
        for (var filter : filters.values()) {
            assertEquals("", filter.at("/Properties/FilterPattern").asText("none"));
            assertTrue(Synthesis.text(filter.at("/Properties/DestinationArn")).endsWith(":live")
                    || filter.at("/Properties/DestinationArn").toString().contains("Live"), filter::toString);
            var permission = Objects.requireNonNull(permissions.get(filter.at("/DependsOn/0").asText()))
                    .path("Properties");
            assertEquals("logs.amazonaws.com", permission.path("Principal").asText());
            assertEquals("lambda:InvokeFunction", permission.path("Action").asText());
            assertEquals("${AWS::AccountId}", Synthesis.text(permission.path("SourceAccount")));
            assertEquals("arn:${AWS::Partition}:logs:${AWS::Region}:${AWS::AccountId}:log-group:"
                    + filter.at("/Properties/LogGroupName").asText() + ":*",
                    Synthesis.text(permission.path("SourceArn")));
            assertEquals(filter.at("/Properties/DestinationArn"), permission.path("FunctionName"),
                    "the alias alone, not every version");
        }
    }

    @Test
    void anEventIsTriedForAsLongAsLambdaDoesAndKeptInAQueueThen() {
        var pipeline = Synthesis.of(Way.LOGS).pipeline();
        var async = Synthesis.resources(pipeline, "AWS::Lambda::EventInvokeConfig").entrySet().stream()
                .filter(each -> each.getKey().contains("Transform")).map(Map.Entry::getValue).findFirst().orElseThrow()
                .path("Properties");

        assertEquals(2, async.path("MaximumRetryAttempts").asInt());
        assertEquals(21_600, async.path("MaximumEventAgeInSeconds").asInt());
        assertTrue(async.at("/DestinationConfig/OnFailure/Destination").toString().contains("LogsFailures"));
        assertTrue(async.path("Qualifier").toString().contains("TransformLive"), async::toString);
        assertEquals(Map.of(), Synthesis.resources(pipeline, "AWS::KinesisFirehose::DeliveryStream"));
        assertEquals(Map.of(), Synthesis.resources(pipeline, "AWS::Lambda::EventSourceMapping"));
    }

    /// Log events have no positions: ingest reads nothing.
    @Test
    void theFunctionIsAllowedNothingThatSubscriptionsDoNotNeed() {
        var actions = new TreeSet<String>();
        Synthesis.statements(Synthesis.of(Way.LOGS).pipeline(), "TransformRole").forEach(statement -> {
            var action = statement.path("Action");
            (action.isArray() ? action : List.of(action)).forEach(each -> actions.add(each.asText()));
        });
        assertEquals(new TreeSet<>(List.of("logs:CreateLogStream", "logs:PutLogEvents", "s3:PutObject",
                "dynamodb:PutItem", "sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:SendMessage")), actions);
    }

    /// Otherwise a filter would move to another group while that one still has its own, the second of two.
    @Test
    void aNewOrderOfGroupsIsNoChange() {
        assertEquals(filters(LogGroups.of("/a", "/b/c")), filters(LogGroups.of("/b/c", "/a")));
    }

    /// `/` becomes `--` in the ids of constructs, and logical ids have neither.
    @Test
    void groupsWhoseNamesDifferInTheirSignsAloneAreSubscribedToEach() {
        assertEquals(5, filters(LogGroups.of("a/b", "a--b", "a.b", "ab", "/a/b")).size());
    }

    /// What a message holds are log events. Who may send to the queue must use its key, too.
    @Test
    void aKeyOfThePlatformsEncryptsWhatIsGivenUpOfBothSources() {
        var deployed = OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            var key = PlatformOptions.Builder.create().key(Key.Builder.create(stack, "Key").enableKeyRotation(true)
                    .build()).build();
            logs(stack, "logs", LogGroups.of("/app")).options(key).build();
            SluiceStream.Builder.create(stack, "Topics").definition(OwnApp.named("kafka.json", "topics"))
                    .source(new Source.Kafka(KafkaTopics.of(new KafkaCluster.Msk(
                            "arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a", new KafkaLogin.Iam()), "orders")))
                    .options(key).build();
        });
        assertEquals(List.of(), deployed.findings());
        var queues = deployed.stack("Shop").ofType("AWS::SQS::Queue");
        assertEquals(4, queues.size());
        queues.forEach(queue -> assertTrue(queue.properties().has("KmsMasterKeyId"), queue::toString));
        deployed.stack("Shop").resources().forEach((id, resource) -> {
            if (id.contains("TransformRoleDefaultPolicy")) {
                assertTrue(resource.properties().toString().contains("kms:GenerateDataKey"), id);
            }
        });
    }

    @Test
    void aGroupOfTheAppIsSubscribedToByItsToken() {
        var deployed = OwnApp.synthesise(app -> {
            var theirs = new LogGroup(new Stack(app, "Checkout"), "Logs");
            logs(new Stack(app, "Shop"), "logs", LogGroups.of(theirs.getLogGroupName())).build();
        });
        assertEquals(1, deployed.stack("Shop").ofType(FILTER).size());
        assertEquals(List.of(), deployed.findings());
    }

    /// Each invocation would log, and each log line invoke.
    @Test
    void whatAStreamLogsItselfIsNoSourceOfIt() {
        var ids = Synthesis.resources(Synthesis.of(Way.LOGS).pipeline(), "AWS::Logs::LogGroup").keySet();
        assertEquals(3, ids.size());
        for (var id : ids) {
            var context = Way.LOGS.context(
                    "{'LogGroups': ['/app/returns', 'SluicePipeline-orders-" + id + "-Ab1Cd2Ef3']}");
            assertRefused("is one that stream orders writes to: ", _ -> SluiceApp.define(Synthesis.app(context)));
        }
        assertRefused("is one that stream logs writes to: ", app -> {
            var options = PlatformOptions.Builder.create().namePrefix("acme-").build();
            logs(new Stack(app, "Shop"), "logs", LogGroups.of("/aws/lambda/acme-logs-transform")).options(options)
                    .build();
        });
    }

    /// Two streams of which each reads what the other logs go round as one does.
    @Test
    void aCircleOfStreamsIsRefusedAndAChainIsNot() {
        var prefix = PlatformOptions.Builder.create().namePrefix("acme-").build();
        Consumer<App> chain = app -> {
            var stack = new Stack(app, "Shop");
            var first = logs(stack, "first", LogGroups.of("/app")).options(prefix).build();
            logs(stack, "second", LogGroups.of(((Function) first.transform()).getLogGroup()
                    .getLogGroupName())).build();
        };
        assertEquals(2, OwnApp.synthesise(chain).stack("Shop").ofType(FILTER).size());
        assertRefused("through other streams that read logs", app -> {
            var stack = new Stack(app, "Shop");
            logs(stack, "first", LogGroups.of("/aws/lambda/acme-second-transform")).options(prefix).build();
            logs(stack, "second", LogGroups.of("/aws/lambda/acme-first-flush")).options(prefix).build();
        });
    }

    @Test
    void aGroupThatTwoOthersSubscribeToHasNoRoom() {
        Consumer<Stack> two = stack -> {
            for (var id : List.of("One", "Two")) {
                CfnSubscriptionFilter.Builder.create(stack, id).logGroupName("/app").filterPattern("")
                        .destinationArn("arn:aws:lambda:us-east-1:123456789012:function:theirs").build();
            }
        };
        assertRefused("The log group /app has 2 subscriptions already, and CloudWatch Logs takes 2: Shop/One, Shop/Two",
                app -> {
                    var stack = new Stack(app, "Shop");
                    two.accept(stack);
                    logs(stack, "logs", LogGroups.of("/app")).build();
                });
        OwnApp.folder(app -> {
            var stack = new Stack(app, "Shop");
            two.accept(stack);
            logs(stack, "logs", LogGroups.of("/app/other")).build();
        });
    }

    @Test
    void aGroupOfAClassWithoutSubscriptionsIsRefused() {
        assertRefused("The log group Shop/Rare is of class INFREQUENT_ACCESS", app -> {
            var stack = new Stack(app, "Shop");
            var rare = LogGroup.Builder.create(stack, "Rare").logGroupClass(LogGroupClass.INFREQUENT_ACCESS).build();
            logs(stack, "logs", LogGroups.of(rare.getLogGroupName())).build();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a b", "arn:aws:logs:us-east-1:123456789012:log-group:/a:*", "/a*", "/a\n", "/ä", "/a:b"})
    void aNameThatNoLogGroupHasIsRefused(String name) {
        assertTrue(assertThrows(DeploymentException.class, () -> LogGroups.of(name)).explanation()
                .contains("is not the name of a log group"));
    }

    @Test
    void listsThatAreNoneAreRefused() {
        assertTrue(assertThrows(DeploymentException.class, LogGroups::of).explanation().contains("are an empty list"));
        assertTrue(assertThrows(DeploymentException.class, () -> LogGroups.of("/a", "/a")).explanation().contains(
                "have /a twice"));
        assertTrue(assertThrows(DeploymentException.class, () -> new LogGroups(List.of("/a"), "x".repeat(1025)))
                .explanation().contains("at most 1024 characters"));
        assertRefused("a list that is known only at deployment", app -> logs(new Stack(app, "Shop"), "logs",
                new LogGroups(Fn.split(",", Fn.importValue("Groups")), "")).build());
    }

    /// A function's policy has 20,480 bytes, and Lambda refuses the permission that is one too many half way through.
    @Test
    void moreGroupsThanAFunctionsPolicyHasRoomForAreRefused() {
        assertEquals(36, LogGroups.of(groups(36)).names().size());
        assertTrue(assertThrows(DeploymentException.class, () -> LogGroups.of(groups(37))).explanation()
                .startsWith("37 log groups are too many for one stream"));
    }

    private static String[] groups(int count) {
        return IntStream.range(0, count).mapToObj("/%03d"::formatted).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"buffer.json", "firehose.json", "kafka.json"})
    void aStreamThatTakesOtherEventsIsRefused(String configuration) {
        assertRefused("its function would refuse those of Logs", app -> SluiceStream.Builder
                .create(new Stack(app, "Shop"), "Logs").definition(OwnApp.named(configuration, "logs"))
                .source(new Source.Logs(LogGroups.of("/app"))).build());
    }

    @Test
    void writersOfLogsAreGrantedThere() {
        assertRefused("grant it there", app -> {
            var stream = logs(new Stack(app, "Shop"), "logs", LogGroups.of("/app")).build();
            assertFalse(stream.alarms().get("LogsLost") == null);
            stream.grantPutRecord(Role.Builder.create(stream, "Role")
                    .assumedBy(new ServicePrincipal("ec2.amazonaws.com")).build());
        });
    }

    private static Map<String, JsonNode> filters(LogGroups groups) {
        var filters = new TreeMap<String, JsonNode>();
        OwnApp.synthesise(app -> logs(new Stack(app, "Shop"), "logs", groups).build()).stack("Shop").resources()
                .forEach((id, resource) -> {
                    if (resource.type().equals(FILTER)) {
                        filters.put(id, resource.properties());
                    }
                });
        return filters;
    }

    private static SluiceStream.Builder logs(Stack stack, String name, LogGroups groups) {
        return SluiceStream.Builder.create(stack, name).definition(OwnApp.named("logs.json", name))
                .source(new Source.Logs(groups));
    }
}
