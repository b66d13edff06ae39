package io.sluice.infra.source;

import static io.sluice.infra.OwnApp.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.ChangesReading;
import io.sluice.infra.OwnApp;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.TableChanges;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;

/// The stream of a DynamoDB table that invokes the transform function.
final class ChangesSourceTest {
    private static final String TABLE = "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/";
    private static final String ARN = TABLE + "2026-11-01T00:00:00.000";
    private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
    private static final String MAPPING = "AWS::Lambda::EventSourceMapping";

    @Test
    void aBatchIsHalvedAndRepeatedForAsLongAsTheStreamHasIt() {
        var pipeline = Synthesis.of(Way.DYNAMODB).pipeline();
        var mapping = Synthesis.only(pipeline, MAPPING);

        assertEquals(ARN, mapping.path("EventSourceArn").asText());
        assertEquals("TRIM_HORIZON", mapping.path("StartingPosition").asText());
        assertEquals(99, mapping.path("BatchSize").asInt());
        assertEquals(60, mapping.path("MaximumBatchingWindowInSeconds").asInt());
        assertEquals(1, mapping.path("ParallelizationFactor").asInt());
        assertTrue(mapping.path("BisectBatchOnFunctionError").asBoolean());
        assertEquals(-1, mapping.path("MaximumRetryAttempts").asInt());
        assertEquals(-1, mapping.path("MaximumRecordAgeInSeconds").asInt());
        assertTrue(mapping.path("FunctionResponseTypes").isMissingNode());
        assertTrue(mapping.at("/DestinationConfig/OnFailure/Destination").toString().contains("DynamoDbFailures"));
        assertEquals(Map.of(), Synthesis.resources(pipeline, "AWS::KinesisFirehose::DeliveryStream"));
    }

    /// Amazon DynamoDB developer guide, "IAM policy to allow an AWS Lambda function to access DynamoDB stream records".
    @Test
    void theRoleReadsThisStreamAndNothingElseOfTables() {
        var statements = Synthesis.statements(Synthesis.of(Way.DYNAMODB).pipeline(), "TransformRole");
        var read = new TreeSet<String>();
        for (JsonNode statement : statements) {
            var action = statement.path("Action");
            for (JsonNode each : action.isArray() ? action : Synthesis.JSON.createArrayNode().add(action)) {
                if (each.asText().matches("dynamodb:.*(Stream|Records|Iterator).*")) {
                    read.add(each.asText() + " on " + Synthesis.text(statement.path("Resource")));
                }
            }
        }
        assertEquals(Set.of("dynamodb:DescribeStream on " + ARN, "dynamodb:GetRecords on " + ARN,
                "dynamodb:GetShardIterator on " + ARN, "dynamodb:ListStreams on " + TABLE + "*"), read);
        var key = statements.stream().filter(each -> each.path("Resource").asText().equals(KEY)).toList();
        assertEquals(1, key.size());
        assertEquals("\"kms:Decrypt\"", key.getFirst().path("Action").toString());
        assertTrue(key.getFirst().path("Condition").toString().contains("dynamodb."), key::toString);
        assertTrue(statements.stream().anyMatch(each -> each.toString().contains("orders#record#*")), "receipts");
    }

    @Test
    void howItIsReadIsTheUsers() {
        var deployed = OwnApp.synthesise(app -> stream(new Stack(app, "Shop"), TableChanges.of(ARN)
                .read(ChangesReading.PRESET.from(ChangesReading.Start.NEWEST).inBatches(1_000, Duration.ofSeconds(5))
                        .sideBySide(4).where("{\"eventName\":[\"INSERT\"]}"))));
        var mapping = deployed.stack("Shop").ofType(MAPPING).getFirst().properties();

        assertEquals(List.of(), deployed.findings());
        assertEquals("LATEST", mapping.path("StartingPosition").asText());
        assertEquals(1_000, mapping.path("BatchSize").asInt());
        assertEquals(5, mapping.path("MaximumBatchingWindowInSeconds").asInt());
        assertEquals(4, mapping.path("ParallelizationFactor").asInt());
        assertEquals("{\"eventName\":[\"INSERT\"]}", mapping.at("/FilterCriteria/Filters/0/Pattern").asText());
    }

    /// Its label is known only at deployment; what its streams are called is made of it all the same.
    @Test
    void aTableOfTheAppIsReadByItsToken() {
        var deployed = OwnApp.synthesise(app -> {
            var table = Table.Builder.create(new Stack(app, "Tables"), "Orders").stream(StreamViewType.NEW_IMAGE)
                    .pointInTimeRecoverySpecification(PointInTimeRecoverySpecification.builder()
                            .pointInTimeRecoveryEnabled(true).build())
                    .partitionKey(Attribute.builder().name("id").type(AttributeType.STRING).build()).build();
            stream(new Stack(app, "Shop"), TableChanges.of(Objects.requireNonNull(table.getTableStreamArn())));
        });
        assertEquals(List.of(), deployed.findings());
        assertTrue(deployed.stack("Shop").toString().contains("/stream/*"));
        assertEquals(1, deployed.stack("Shop").ofType(MAPPING).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders", "arn:aws:dynamodb:us-east-1:123456789012:table/orders",
            "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/",
            "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/*",
            "arn:aws:kinesis:us-east-1:123456789012:stream/orders"})
    void whatIsNoStreamOfATableIsRefused(String arn) {
        assertTrue(assertThrows(DeploymentException.class, () -> TableChanges.of(arn)).explanation()
                .contains("is not the ARN of a table's stream"));
    }

    @Test
    void whatNoMappingTakesIsRefused() {
        assertReading("1 to 10000 changes, and not 10001",
                () -> ChangesReading.PRESET.inBatches(10_001, Duration.ZERO));
        assertReading("0 to 300 whole seconds", () -> ChangesReading.PRESET.inBatches(1, Duration.ofMillis(1)));
        assertReading("1 to 10 batches at once", () -> ChangesReading.PRESET.sideBySide(11));
        assertReading("is no event pattern: a JSON object with eventName", () -> ChangesReading.PRESET.where("{}"));
    }

    private static void assertReading(String reason, Runnable reading) {
        assertTrue(assertThrows(DeploymentException.class, reading::run).explanation().contains(reason), reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"buffer.json", "firehose.json", "kafka.json", "queue.json"})
    void aStreamThatTakesOtherEventsIsRefused(String configuration) {
        assertRefused("its function would refuse those of DynamoDb", app -> SluiceStream.Builder
                .create(new Stack(app, "Shop"), "Orders").definition(OwnApp.named(configuration, "orders"))
                .source(new Source.DynamoDb(TableChanges.of(ARN))).build());
    }

    private static void stream(Stack stack, TableChanges changes) {
        SluiceStream.Builder.create(stack, "orders").definition(OwnApp.named("changes.json", "orders"))
                .source(new Source.DynamoDb(changes)).build();
    }
}
