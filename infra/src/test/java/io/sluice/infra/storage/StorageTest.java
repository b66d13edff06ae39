package io.sluice.infra.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StorageTest {
    private static final Set<String> HOLDS_DATA = Set.of("AWS::S3::Bucket", "AWS::DynamoDB::Table",
            "AWS::Kinesis::Stream");

    /// Another id is another resource to CloudFormation: it would leave the data where it is and start an empty one.
    @Test
    void logicalIdsOfWhatHoldsDataAreForGood() {
        assertEquals(Map.of("Data666C94C7", "AWS::S3::Bucket", "BufferStagingFBA8DD66", "AWS::S3::Bucket",
                "BufferIndexB8C2E3F9", "AWS::DynamoDB::Table"), holdingData(Way.BUFFER));
        assertEquals(Map.of("Data666C94C7", "AWS::S3::Bucket"), holdingData(Way.FIREHOSE));
        assertEquals("AWS::Kinesis::Stream", holdingData(Way.KINESIS_EVENTS).get("Source71E471F1"));
    }

    @ParameterizedTest
    @EnumSource
    void whatHoldsDataOutlivesItsStackAndNothingInThePipelineHoldsAny(Way way) {
        for (var id : holdingData(way).keySet()) {
            var resource = Synthesis.of(way).storage().path("Resources").path(id);
            assertEquals("Retain", resource.path("DeletionPolicy").asText(), id);
            assertEquals("Retain", resource.path("UpdateReplacePolicy").asText(), id);
        }
        Synthesis.resources(Synthesis.of(way).storage(), "AWS::S3::BucketPolicy").forEach(
                (id, policy) -> assertEquals("Retain", policy.path("DeletionPolicy").asText(),
                        () -> id + " forbids plain HTTP to a bucket that stays"));
        assertEquals(Map.of(), holdingData(Synthesis.of(way).pipeline()));
    }

    @Test
    void theStorageStackIsProtectedFromDeletion() throws Exception {
        var manifest = Synthesis.JSON.readTree(Synthesis.of(Way.BUFFER).folder().resolve("manifest.json").toFile());
        assertTrue(manifest.at("/artifacts/SluiceStorage-orders/properties/terminationProtection").asBoolean());
    }

    @Test
    void theIndexIsOnDemandAndProtectedAndForgetsWhatItMay() {
        var table = Synthesis.only(Synthesis.of(Way.BUFFER).storage(), "AWS::DynamoDB::Table");

        assertEquals("PAY_PER_REQUEST", table.path("BillingMode").asText());
        assertTrue(table.path("DeletionProtectionEnabled").asBoolean());
        assertFalse(table.at("/PointInTimeRecoverySpecification/PointInTimeRecoveryEnabled").asBoolean(),
                "a restored table is of no use");
        assertEquals("{\"AttributeName\":\"ttl\",\"Enabled\":true}", table.path("TimeToLiveSpecification").toString());
        assertEquals(
                "[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}]",
                table.path("KeySchema").toString());
        assertEquals(
                "[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},"
                        + "{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"}]",
                table.path("AttributeDefinitions").toString());
    }

    @Test
    void bucketsArePrivateTlsOnlyAndEncrypted() {
        var storage = Synthesis.of(Way.BUFFER).storage();
        for (var bucket : Synthesis.resources(storage, "AWS::S3::Bucket").entrySet()) {
            var properties = bucket.getValue().path("Properties");
            properties.path("PublicAccessBlockConfiguration").properties()
                    .forEach(block -> assertTrue(block.getValue().asBoolean(), block.getKey()));
            assertEquals(4, properties.path("PublicAccessBlockConfiguration").size());
            assertEquals("AES256", encryption(properties).path("SSEAlgorithm").asText());
            assertTrue(Synthesis.resources(storage, "AWS::S3::BucketPolicy").values().stream().anyMatch(
                    policy -> policy.at("/Properties/Bucket/Ref").asText().equals(bucket.getKey())
                            && policy.toString().contains("{\"aws:SecureTransport\":\"false\"}")),
                    bucket.getKey());
        }
    }

    @Test
    void nothingHasAPhysicalName() {
        for (var type : HOLDS_DATA) {
            Synthesis.resources(Synthesis.of(Way.KINESIS_EVENTS).storage(), type).values().forEach(
                    resource -> Set.of("BucketName", "TableName", "Name").forEach(name -> assertTrue(
                            resource.path("Properties").path(name).isMissingNode(), resource.toString())));
        }
    }

    @Test
    void theStreamsOwnKeyEncryptsAllOfItsData() {
        var arn = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
        var storage = Synthesis.of(Way.ENCRYPTED).storage();

        Synthesis.resources(storage, "AWS::S3::Bucket").values().forEach(bucket -> assertEquals(arn,
                encryption(bucket.path("Properties")).path("KMSMasterKeyID").asText()));
        assertEquals(arn,
                Synthesis.only(storage, "AWS::DynamoDB::Table").at("/SSESpecification/KMSMasterKeyId").asText());
        assertEquals(arn, Synthesis.only(Synthesis.of(Way.ENCRYPTED).pipeline(), "AWS::KinesisFirehose::DeliveryStream")
                .at("/ExtendedS3DestinationConfiguration/EncryptionConfiguration/KMSEncryptionConfig/AWSKMSKeyARN")
                .asText());
    }

    @Test
    void anExistingBucketIsUsedAndNotMade() {
        var everything = Synthesis.of(Way.EVERYTHING_EXISTS);

        assertEquals(Set.of("BufferStagingFBA8DD66"),
                Synthesis.resources(everything.storage(), "AWS::S3::Bucket").keySet());
        assertEquals("orders-data", everything.pipeline()
                .at("/Resources/TransformFunction/Properties/Environment/Variables/SLUICE_DATA_BUCKET").asText());
    }

    /// CloudFormation takes no stack without a resource.
    @ParameterizedTest
    @EnumSource
    void noStackIsWithoutAResource(Way way) {
        for (var template : Synthesis.of(way).templateFiles()) {
            assertTrue(!Synthesis.read(template).path("Resources").isEmpty(), template.getFileName().toString());
        }
    }

    @Test
    void aStreamWhoseStorageIsAllGivenIsOneStack() {
        var stream = Synthesis.of(Way.FIREHOSE_INTO_OWN_BUCKET);

        assertEquals(List.of("SluicePipeline-orders.template.json"),
                stream.templateFiles().stream().map(file -> file.getFileName().toString()).toList());
        assertEquals("arn:${AWS::Partition}:s3:::orders-data", Synthesis.text(Synthesis
                .only(stream.pipeline(), "AWS::KinesisFirehose::DeliveryStream")
                .at("/ExtendedS3DestinationConfiguration/BucketARN")));
        assertEquals("orders-data", stream.pipeline().at("/Outputs/DataBucketName/Value").asText());
    }

    @Test
    void theOutputsNameWhatATearDownNeeds() {
        assertEquals(Set.of("DataBucketName", "IndexTableName", "SourceStreamName", "StagingBucketName"),
                names(Synthesis.of(Way.KINESIS_EVENTS).storage().path("Outputs")));
    }

    @Test
    void theOutputsNameTheQueuesThatTheRunbooksRead() {
        var names = names(Synthesis.of(Way.KINESIS_EVENTS).pipeline().path("Outputs"));
        assertTrue(names.containsAll(Set.of("FlusherFailuresQueueUrl", "KinesisFailuresQueueUrl")), names::toString);
    }

    @Test
    void recordsOfANewKinesisStreamAreKeptForAWeek() {
        assertEquals(168, Synthesis.only(Synthesis.of(Way.KINESIS_EVENTS).storage(), "AWS::Kinesis::Stream")
                .path("RetentionPeriodHours").asInt());
    }

    private static Set<String> names(JsonNode outputs) {
        var names = new TreeSet<String>();
        outputs.fieldNames().forEachRemaining(name -> {
            if (!name.startsWith("ExportsOutput") && !name.startsWith("PublishOutput")) {
                names.add(name);
            }
        });
        return names;
    }

    private static JsonNode encryption(JsonNode bucket) {
        return bucket.at("/BucketEncryption/ServerSideEncryptionConfiguration/0/ServerSideEncryptionByDefault");
    }

    private static Map<String, String> holdingData(Way way) {
        return holdingData(Synthesis.of(way).storage());
    }

    private static Map<String, String> holdingData(JsonNode template) {
        return template.path("Resources").properties().stream()
                .filter(resource -> HOLDS_DATA.contains(resource.getValue().path("Type").asText()))
                .collect(Collectors.toMap(Map.Entry::getKey, resource -> resource.getValue().path("Type").asText(),
                        (first, second) -> first, TreeMap::new));
    }
}
