package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.OwnApp;
import io.sluice.infra.PlatformOptions;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Uploads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;

/// Objects that others put into a bucket, by a rule of EventBridge and a queue.
final class UploadsSourceTest {
    private static final String MAPPING = "AWS::Lambda::EventSourceMapping";
    private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";

    @Test
    void anEventGoesFromTheRuleToTheQueueToTheFunctionAndInTheEndToTheQueueOfWhatWasGivenUp() {
        var pipeline = Synthesis.of(Way.OBJECTS).pipeline();
        var rule = Synthesis.only(pipeline, "AWS::Events::Rule");
        var queues = Synthesis.resources(pipeline, "AWS::SQS::Queue");
        var queue = queues.entrySet().stream().filter(each -> each.getKey().startsWith("StreamObjectsQueue"))
                .findFirst().orElseThrow();
        var mapping = Synthesis.only(pipeline, MAPPING);

        assertEquals(
                "{\"detail\":{\"bucket\":{\"name\":[\"uploads\"]},\"object\":{\"key\":[{\"wildcard\":\"in/*.gz\"}]}},"
                        + "\"detail-type\":[\"Object Created\"],\"source\":[\"aws.s3\"]}",
                rule.path("EventPattern").toString());
        assertEquals(queue.getKey(), rule.at("/Targets/0/Arn/Fn::GetAtt/0").asText());
        assertTrue(rule.at("/Targets/0/DeadLetterConfig/Arn").toString().contains("ObjectsFailures"));
        assertTrue(queue.getValue().at("/Properties/RedrivePolicy").toString().contains("ObjectsFailures"));
        assertEquals(20, queue.getValue().at("/Properties/RedrivePolicy/maxReceiveCount").asInt());
        assertEquals(1_209_600, queue.getValue().at("/Properties/MessageRetentionPeriod").asInt());
        assertEquals(1_800, queue.getValue().at("/Properties/VisibilityTimeout").asInt());
        assertEquals(300, Synthesis.resources(pipeline, "AWS::Lambda::Function").entrySet().stream()
                .filter(each -> each.getKey().contains("Transform")).findFirst().orElseThrow().getValue()
                .at("/Properties/Timeout").asInt());
        assertEquals(queue.getKey(), mapping.at("/EventSourceArn/Fn::GetAtt/0").asText());
        assertEquals("[\"ReportBatchItemFailures\"]", mapping.path("FunctionResponseTypes").toString());
    }

    /// Nobody else sends to either queue, and this rule alone.
    @Test
    void theQueuesTakeMessagesOfThisRuleInTheNameOfThisAccount() {
        var statements = Synthesis.resources(Synthesis.of(Way.OBJECTS).pipeline(), "AWS::SQS::QueuePolicy").values()
                .stream().flatMap(each -> {
                    var list = new ArrayList<JsonNode>();
                    each.at("/Properties/PolicyDocument/Statement").forEach(list::add);
                    return list.stream();
                }).filter(each -> each.path("Effect").asText().equals("Allow")).toList();
        assertEquals(2, statements.size());
        for (var statement : statements) {
            assertEquals("events.amazonaws.com", statement.at("/Principal/Service").asText());
            assertEquals("\"sqs:SendMessage\"", statement.path("Action").toString());
            assertTrue(statement.at("/Condition/ArnEquals/aws:SourceArn").toString().contains("ObjectsRule"));
            assertEquals("{\"Ref\":\"AWS::AccountId\"}",
                    statement.at("/Condition/StringEquals/aws:SourceAccount").toString());
        }
    }

    @Test
    void theRoleReadsObjectsUnderThePrefixAndNothingElseOfTheBucket() {
        var read = new TreeSet<String>();
        var statements = Synthesis.statements(Synthesis.of(Way.OBJECTS).pipeline(), "TransformRole");
        for (JsonNode statement : statements) {
            for (JsonNode each : list(statement.path("Resource"))) {
                var resource = Synthesis.text(each);
                if (resource.contains(":s3:::uploads")) {
                    list(statement.path("Action")).forEach(action -> read.add(action.asText() + " on " + resource));
                }
            }
        }
        var bucket = "arn:${AWS::Partition}:s3:::uploads";
        assertEquals(Set.of("s3:GetObject on " + bucket + "/in/*", "s3:GetObjectVersion on " + bucket + "/in/*",
                "s3:ListBucket on " + bucket), read);
        assertTrue(statements.stream().anyMatch(each -> each.path("Resource").asText().equals(KEY)
                && each.path("Action").toString().equals("\"kms:Decrypt\"")));
    }

    private static JsonNode list(JsonNode oneOrMany) {
        return oneOrMany.isArray() ? oneOrMany : Synthesis.JSON.createArrayNode().add(oneOrMany);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            in/ | ''  | {"key":[{"prefix":"in/"}]}
            ''  | .gz | {"key":[{"suffix":".gz"}]}
            ''  | ''  | ''
            """)
    void theRuleTakesTheseKeysAlone(String prefix, String suffix, String keys) {
        var deployed = OwnApp.synthesise(app -> stream(new Stack(app, "Shop"),
                Uploads.under("uploads", prefix).endingWith(suffix)));
        var pattern = deployed.stack("Shop").ofType("AWS::Events::Rule").getFirst().properties();
        var object = pattern.at("/EventPattern/detail/object");
        assertEquals(keys, object.isMissingNode() ? "" : object.toString());
        assertEquals(List.of(), deployed.findings());
    }

    /// Who sends to an encrypted queue must use its key, too.
    @Test
    void aKeyOfThePlatformsEncryptsTheQueuesAndLetsEventBridgeIn() {
        var deployed = OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            var key = PlatformOptions.Builder.create().key(Key.Builder.create(stack, "Key").enableKeyRotation(true)
                    .build()).build();
            SluiceStream.Builder.create(stack, "orders").definition(OwnApp.named("objects.json", "orders"))
                    .source(new Source.S3(Uploads.under("uploads", "in/"))).options(key).build();
        });
        assertEquals(List.of(), deployed.findings());
        deployed.stack("Shop").ofType("AWS::SQS::Queue")
                .forEach(queue -> assertTrue(queue.properties().has("KmsMasterKeyId"), queue::toString));
        assertTrue(deployed.stack("Shop").ofType("AWS::KMS::Key").getFirst().properties().toString()
                .contains("events.amazonaws.com"));
    }

    /// CDK cannot change the policy of a key that is somebody else's.
    @Test
    void whoseKeyIsNotThisAppsIsToldWhatItsPolicyMustSay() {
        Function<Boolean, Stack> warned = imported -> {
            var stack = new Stack(new App(), "Shop");
            var key = imported
                    ? Key.fromKeyArn(stack, "Key", KEY)
                    : Key.Builder.create(stack, "Key").enableKeyRotation(true).build();
            SluiceStream.Builder.create(stack, "orders").definition(OwnApp.named("objects.json", "orders"))
                    .source(new Source.S3(Uploads.under("uploads", "in/")))
                    .options(PlatformOptions.Builder.create().key(key).build()).build();
            return stack;
        };
        var told = Match.stringLikeRegexp(KEY + ".*events.amazonaws.com kms:Decrypt and kms:GenerateDataKey");
        assertEquals(1, Annotations.fromStack(warned.apply(true)).findWarning("*", told).size());
        assertEquals(0, Annotations.fromStack(warned.apply(false)).findWarning("*",
                Match.stringLikeRegexp("events.amazonaws.com")).size());
    }

    /// The alarm counts what this rule could not leave anywhere.
    @Test
    void whatNeitherQueueTakesIsCountedByTheRule() {
        var pipeline = Synthesis.of(Way.OBJECTS).pipeline();
        var rule = Synthesis.resources(pipeline, "AWS::Events::Rule").keySet().iterator().next();
        var alarm = Synthesis.resources(pipeline, "AWS::CloudWatch::Alarm").entrySet().stream()
                .filter(each -> each.getKey().contains("AlarmsObjectsLost")).findFirst().orElseThrow().getValue()
                .path("Properties");
        assertEquals("AWS/Events", alarm.path("Namespace").asText());
        assertEquals("[{\"Name\":\"RuleName\",\"Value\":{\"Ref\":\"%s\"}}]".formatted(rule),
                alarm.path("Dimensions").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders/", "orders/shop=", "orders/shop=a/", "errors/", "o"})
    void aPrefixThatTheStreamWritesToItselfIsRefused(String prefix) {
        Consumer<App> app = each -> {
            var stack = new Stack(each, "Shop");
            var bucket = Bucket.fromBucketName(stack, "Bucket", "orders-data");
            SluiceStream.Builder.create(stack, "orders").definition(OwnApp.named("objects.json", "orders"))
                    .bucket(bucket).source(new Source.S3(Uploads.under("orders-data", prefix))).build();
        };
        assertTrue(assertThrows(DeploymentException.class, () -> OwnApp.folder(app)).explanation()
                .contains("each object would make the next"));
    }

    @Test
    void aPrefixBesideItsOwnIsTaken() {
        var deployed = OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            SluiceStream.Builder.create(stack, "orders").definition(OwnApp.named("objects.json", "orders"))
                    .bucket(Bucket.fromBucketName(stack, "Bucket", "orders-data"))
                    .source(new Source.S3(Uploads.under("orders-data", "in/"))).build();
        });
        assertEquals(1, deployed.stack("Shop").ofType(MAPPING).size());
    }

    @Test
    void whatIsNoBucketOrNoPrefixIsRefused() {
        assertTrue(assertThrows(DeploymentException.class, () -> Uploads.under("s3://uploads", "")).explanation()
                .contains("is not the name of a bucket"));
        for (var prefix : List.of("in/*", "${aws:username}/", "a?", "a\\b", "x".repeat(1_025))) {
            assertTrue(assertThrows(DeploymentException.class, () -> Uploads.under("uploads", prefix)).explanation()
                    .contains("of the objects' keys is none"), prefix);
        }
    }

    @Test
    void aStreamThatTakesOtherEventsIsRefused() {
        Consumer<App> app = each -> SluiceStream.Builder.create(new Stack(each, "Shop"), "orders")
                .definition(OwnApp.named("queue.json", "orders"))
                .source(new Source.S3(Uploads.under("uploads", "in/"))).build();
        assertTrue(assertThrows(DeploymentException.class, () -> OwnApp.folder(app)).explanation()
                .contains("its function would refuse those of S3"));
        assertEquals(Map.of(), Synthesis.resources(Synthesis.of(Way.OBJECTS).pipeline(),
                "AWS::KinesisFirehose::DeliveryStream"));
    }

    private static void stream(Stack stack, Uploads uploads) {
        SluiceStream.Builder.create(stack, "orders").definition(OwnApp.named("objects.json", "orders"))
                .source(new Source.S3(uploads)).build();
    }
}
