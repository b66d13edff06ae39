package io.sluice.infra.source;

import static io.sluice.infra.OwnApp.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.Deployed;
import io.sluice.infra.OwnApp;
import io.sluice.infra.QueueReading;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.SqsQueue;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sqs.CfnQueue;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;

/// A queue that invokes the transform function.
final class SqsSourceTest {
    private static final String ARN = "arn:aws:sqs:us-east-1:123456789012:orders";
    private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
    private static final String MAPPING = "AWS::Lambda::EventSourceMapping";

    @Test
    void aQueueHasOneMappingThatTakesPartialAnswersWhateverTheConfigurationSays() {
        var pipeline = Synthesis.of(Way.SQS).pipeline();
        var mapping = Synthesis.only(pipeline, MAPPING);

        assertEquals(ARN, mapping.path("EventSourceArn").asText());
        assertEquals("[\"ReportBatchItemFailures\"]", mapping.path("FunctionResponseTypes").toString());
        assertEquals(99, mapping.path("BatchSize").asInt());
        assertEquals(60, mapping.path("MaximumBatchingWindowInSeconds").asInt());
        assertEquals(10, mapping.at("/ScalingConfig/MaximumConcurrency").asInt());
        assertTrue(Synthesis.text(mapping.path("FunctionName")).endsWith(":live"));
        for (var none : Set.of("StartingPosition", "DestinationConfig", "FilterCriteria", "MaximumRetryAttempts")) {
            assertTrue(mapping.path(none).isMissingNode(), none);
        }
        assertEquals(Map.of(), Synthesis.resources(pipeline, "AWS::KinesisFirehose::DeliveryStream"));
    }

    /// What the guide lists for the poller, the key's use through SQS alone, and receipts.
    @Test
    void theRoleReceivesFromThisQueueAndNothingElseOfSqs() {
        var statements = Synthesis.statements(Synthesis.of(Way.SQS).pipeline(), "TransformRole");
        var ofSqs = new TreeSet<String>();
        for (JsonNode statement : statements) {
            statement.path("Action").forEach(action -> {
                if (action.asText().startsWith("sqs:")) {
                    ofSqs.add(action.asText() + " on " + Synthesis.text(statement.path("Resource")));
                }
            });
        }
        assertEquals(Set.of("sqs:DeleteMessage on " + ARN, "sqs:GetQueueAttributes on " + ARN,
                "sqs:ReceiveMessage on " + ARN), ofSqs);
        var key = statements.stream().filter(each -> each.path("Resource").asText().equals(KEY)).toList();
        assertEquals(1, key.size());
        assertEquals("\"kms:Decrypt\"", key.getFirst().path("Action").toString());
        assertTrue(key.getFirst().path("Condition").toString().contains("sqs."), key::toString);
        assertTrue(statements.stream().anyMatch(each -> each.toString().contains("orders#record#*")), "receipts");
    }

    @Test
    void howItIsReadIsTheUsers() {
        var mapping = mapping(OwnApp.synthesise(app -> stream(app, SqsQueue.of(ARN).read(QueueReading.PRESET
                .inBatches(10, Duration.ZERO).byAtMost(2).where("{\"body\":{\"type\":[\"order\"]}}")))));

        assertEquals(10, mapping.path("BatchSize").asInt());
        assertTrue(mapping.path("MaximumBatchingWindowInSeconds").isMissingNode());
        assertEquals(2, mapping.at("/ScalingConfig/MaximumConcurrency").asInt());
        assertEquals("{\"body\":{\"type\":[\"order\"]}}", mapping.at("/FilterCriteria/Filters/0/Pattern").asText());
    }

    @Test
    void aQueueOfTheAppIsReadByItsTokenWithItsKeyAndWithoutADoubt() {
        var app = app();
        var stack = stack(app);
        stream(app, SqsQueue.of(sound(stack, Key.Builder.create(stack, "Key").enableKeyRotation(true).build())));

        assertEquals(0, Annotations.fromStack(pipeline(app)).findWarning("*", doubts()).size());
        assertTrue(template(app).contains("\"sqs.\""), "the queue's key is used through SQS");
    }

    @Test
    void aFifoQueueIsReadAsItsMessagesCome() {
        for (Function<Stack, SqsQueue> fifo : Set.<Function<Stack, SqsQueue>>of(_ -> SqsQueue.of(ARN + ".fifo"),
                stack -> SqsQueue.of(Queue.Builder.create(stack, "Fifo").fifo(true)
                        .visibilityTimeout(software.amazon.awscdk.Duration.minutes(7)).build()))) {
            var mapping = mapping(OwnApp.synthesise(app -> stream(app, fifo.apply(new Stack(app, "Queues")))));
            assertEquals(10, mapping.path("BatchSize").asInt());
            assertTrue(mapping.path("MaximumBatchingWindowInSeconds").isMissingNode());
        }
    }

    @Test
    void whatLambdaTakesOfNoFifoQueueIsRefused() {
        assertTrue(assertThrows(DeploymentException.class,
                () -> SqsQueue.of(ARN + ".fifo").read(QueueReading.PRESET)).explanation()
                .contains("is a FIFO queue, of which Lambda takes 10 messages at most"));
        assertRefused("is a FIFO queue", app -> stream(app, SqsQueue.of(Queue.Builder
                .create(new Stack(app, "Queues"), "Fifo").fifo(true).build().getQueueArn())));
    }

    /// Lambda's own answer to such a mapping comes half way through a deployment.
    @Test
    void aQueueThatHidesAMessageForLessThanTheFunctionTakesIsRefused() {
        assertRefused("The queue Queues/Orders hides a message for 30 seconds, and the function takes up to 60",
                app -> {
                    var queue = Queue.Builder.create(new Stack(app, "Queues"), "Orders").build();
                    stream(app, SqsQueue.of(queue));
                });
        assertRefused("The queue Queues/Orders hides a message for 59 seconds", app -> {
            var queue = CfnQueue.Builder.create(new Stack(app, "Queues"), "Orders").visibilityTimeout(59).build();
            stream(app, SqsQueue.of(queue.getAttrArn()));
        });
    }

    @Test
    void whatIsDoubtfulOfAQueueIsSaid() {
        var app = app();
        var stack = stack(app);
        var few = Queue.Builder.create(stack, "Few").visibilityTimeout(software.amazon.awscdk.Duration.seconds(419))
                .deadLetterQueue(DeadLetterQueue.builder().maxReceiveCount(4).queue(new Queue(stack, "Dead")).build())
                .build();
        stream(app, SqsQueue.of(few));
        assertWarned(app, "*gives a message up after 4 attempts*");
        assertWarned(app, "*hides a message for 419 seconds. Lambda advises*420 seconds*");

        var none = app();
        stream(none, SqsQueue.of(Queue.Builder.create(stack(none), "None")
                .visibilityTimeout(software.amazon.awscdk.Duration.seconds(420)).build()));
        assertWarned(none, "*has no dead-letter queue*");
        assertEquals(0, Annotations.fromStack(pipeline(none)).findWarning("*", Match
                .stringLikeRegexp(".*hides a message.*")).size());
    }

    @Test
    void whatIsNotKnownOfAQueueIsSaidToo() {
        var app = app();
        stream(app, SqsQueue.of(ARN));
        assertEquals(1, Annotations.fromStack(pipeline(app)).findInfo("*", Match
                .stringLikeRegexp(".*visibility timeout of 420 seconds or more, and a dead-letter queue.*")).size());
    }

    /// Each would get some of the messages, and both streams lack the others'.
    @Test
    void twoStreamsOfOneQueueAreRefused() {
        assertRefused("is read by Shop/orders/", app -> {
            var stack = new Stack(app, "Shop");
            source(stack, "orders", SqsQueue.of(ARN));
            source(stack, "returns", SqsQueue.of(ARN));
        });
    }

    @Test
    void aQueueOfAnotherPlaceIsRefused() {
        assertRefused("is of region us-east-1 and account 123456789012", app -> source(new Stack(app, "Shop",
                StackProps.builder().env(Environment.builder().region("eu-west-1").account("123456789012").build())
                        .build()),
                "orders", SqsQueue.of(ARN)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders", "https://sqs.us-east-1.amazonaws.com/123456789012/orders",
            "arn:aws:sqs:us-east-1:123456789012:a b", "arn:aws:sns:us-east-1:123456789012:orders",
            "arn:aws:sqs:us-east-1:123456789012:orders\n", "arn:aws:sqs:us-east-1:123456789012:.fifo"})
    void whatIsNoQueueIsRefused(String arn) {
        assertTrue(assertThrows(DeploymentException.class, () -> SqsQueue.of(arn)).explanation()
                .contains("is not the ARN of an SQS queue"));
    }

    @Test
    void whatNoMappingTakesIsRefused() {
        assertReading("1 to 10000 messages, and not 0", () -> QueueReading.PRESET.inBatches(0, Duration.ZERO));
        assertReading("only for a second or longer", () -> QueueReading.PRESET.inBatches(11, Duration.ZERO));
        assertReading("0 to 300 whole seconds", () -> QueueReading.PRESET.inBatches(10, Duration.ofSeconds(301)));
        assertReading("2 to 1000 invocations at once", () -> QueueReading.PRESET.byAtMost(1));
        assertReading("is no event pattern: a JSON object with body", () -> QueueReading.PRESET.where("[]"));
    }

    private static void assertReading(String reason, Runnable reading) {
        assertTrue(assertThrows(DeploymentException.class, reading::run).explanation().contains(reason), reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"buffer.json", "firehose.json", "kafka.json", "changes.json"})
    void aStreamThatTakesOtherEventsIsRefused(String configuration) {
        assertRefused("its function would refuse those of Sqs", app -> SluiceStream.Builder
                .create(new Stack(app, "Shop"), "Orders").definition(OwnApp.named(configuration, "orders"))
                .source(new Source.Sqs(SqsQueue.of(ARN))).build());
    }

    @Test
    void theAlarmWatchesThisQueue() {
        var alarms = Synthesis.resources(Synthesis.of(Way.SQS).pipeline(), "AWS::CloudWatch::Alarm");
        var age = alarms.values().stream().map(each -> each.path("Properties"))
                .filter(each -> each.path("MetricName").asText().equals("ApproximateAgeOfOldestMessage")).toList();
        assertEquals(1, age.size());
        assertEquals("orders", age.getFirst().at("/Dimensions/0/Value").asText());
        assertFalse(alarms.isEmpty());
    }

    private static Queue sound(Stack stack, Key key) {
        var dead = Queue.Builder.create(stack, "Dead").encryptionMasterKey(key).build();
        return Queue.Builder.create(stack, "Sound").encryptionMasterKey(key)
                .visibilityTimeout(software.amazon.awscdk.Duration.seconds(420))
                .deadLetterQueue(DeadLetterQueue.builder().maxReceiveCount(5).queue(dead).build()).build();
    }

    private static App app() {
        return new App(AppProps.builder().analyticsReporting(false).build());
    }

    private static Stack stack(App app) {
        return new Stack(app, "Queues");
    }

    private static Stack pipeline(App app) {
        return (Stack) app.getNode().findChild("Shop");
    }

    private static String template(App app) {
        return Synthesis.JSON.valueToTree(app.synth().getStackByName("Shop").getTemplate()).toString();
    }

    private static void assertWarned(App app, String pattern) {
        assertEquals(1, Annotations.fromStack(pipeline(app)).findWarning("*",
                Match.stringLikeRegexp(pattern.replace("*", ".*"))).size(), pattern);
    }

    private static software.amazon.awscdk.assertions.Matcher doubts() {
        return Match.stringLikeRegexp(".*The queue .*");
    }

    private static void stream(App app, SqsQueue queue) {
        source(new Stack(app, "Shop"), "orders", queue);
    }

    private static void source(Stack stack, String name, SqsQueue queue) {
        SluiceStream.Builder.create(stack, name).definition(OwnApp.named("queue.json", name))
                .source(new Source.Sqs(queue)).build();
    }

    private static JsonNode mapping(Deployed deployed) {
        assertEquals(java.util.List.of(), deployed.findings().stream().filter(each -> each.contains("Shop")).toList());
        return deployed.stack("Shop").ofType(MAPPING).getFirst().properties();
    }
}
