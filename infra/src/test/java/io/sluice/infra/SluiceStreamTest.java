package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.Deployed.Resource;
import io.sluice.infra.Deployed.StackTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketAttributes;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/// A stream in somebody else's stack.
final class SluiceStreamTest {
    @Test
    void twoStreamsInOneStackOfNoKnownAccountAreWholeAndWithoutAFindingOfCdkNag() {
        Deployed deployed = OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            stream(stack, "Orders", OwnApp.buffer("orders")).build();
            stream(stack, "Clicks", OwnApp.named("firehose.json", "clicks")).build();
        });

        assertEquals(List.of(), deployed.findings());
        StackTemplate shop = deployed.stack("Shop");
        assertEquals(Set.of("orders", "clicks"), names(shop));
        assertEquals(3, shop.ofType("AWS::S3::Bucket").size(), "data of both, staging of one");
        assertEquals(1, shop.ofType("AWS::DynamoDB::Table").size());
        assertEquals(4, shop.ofType("AWS::Lambda::Function").size());
    }

    @Test
    void whatHoldsDataStaysWhenItsStackGoesUnlessItIsForTrials() {
        StackTemplate kept = one(stack -> stream(stack, "Orders", OwnApp.buffer("orders")).build());
        StackTemplate trial = one(stack -> stream(stack, "Orders", OwnApp.buffer("orders"))
                .options(PlatformOptions.Builder.create()
                        .dataRemovalPolicy(software.amazon.awscdk.RemovalPolicy.DESTROY).build())
                .build());

        holdingData(kept).forEach(each -> assertTrue(each.stays(), each.toString()));
        holdingData(trial).forEach(each -> assertTrue(!each.stays(), each.toString()));
        assertTrue(table(kept).path("DeletionProtectionEnabled").asBoolean());
        assertTrue(!table(trial).path("DeletionProtectionEnabled").asBoolean());
        assertThrows(DeploymentException.class, () -> PlatformOptions.Builder.create()
                .dataRemovalPolicy(software.amazon.awscdk.RemovalPolicy.SNAPSHOT));
    }

    /// Another path is another resource: records that wait in the former one would be out of reach.
    @Test
    void logicalIdsOfWhatHoldsDataAreForGood() {
        StackTemplate stack = one(inner -> stream(inner, "Orders", OwnApp.buffer("orders")).build());
        var ids = new TreeSet<String>();
        stack.resources().forEach((id, resource) -> {
            if (holdsData(resource)) {
                ids.add(id);
            }
        });
        assertEquals(
                "[OrdersStorageBufferIndexD288D11E, OrdersStorageBufferStagingF7A9CD18, OrdersStorageDataEBCD2EA4]",
                ids.toString());
    }

    @Test
    void storageMayHaveAStackOfItsOwn() {
        Deployed deployed = OwnApp.synthesise(app -> {
            var data = new Stack(app, "Data", StackProps.builder().terminationProtection(true).build());
            stream(new Stack(app, "Run"), "Orders", OwnApp.buffer("orders")).storageStack(data).build();
        });

        assertEquals(List.of(), deployed.findings());
        assertEquals(List.of(), holdingData(deployed.stack("Run")));
        assertEquals(3, holdingData(deployed.stack("Data")).size());
        String imported = String.join(" ", deployed.stack("Run").imports());
        assertTrue(imported.contains("BufferIndex") && imported.contains("BufferStaging")
                && !imported.contains("StorageData"), () -> "the buffer is locked, the bucket is not: " + imported);
    }

    @Test
    void aStackWhoseStorageIsAllGivenNeedsNoStorageStack() {
        Deployed deployed = OwnApp.synthesise(app -> {
            var data = new Stack(app, "Data");
            var run = new Stack(app, "Run");
            stream(run, "Orders", OwnApp.named("firehose.json", "orders")).storageStack(data)
                    .bucket(Bucket.fromBucketName(run, "Mine", "mine")).build();
        });

        assertTrue(!deployed.stacks().containsKey("Data")
                || deployed.stack("Data").outputs().isEmpty(), deployed.stacks().keySet()::toString);
    }

    @Test
    void aBucketAKeyATopicAndAKinesisStreamOfTheAppAreUsedAsTheyAre() {
        StackTemplate stack = one(inner -> {
            var key = Key.Builder.create(inner, "Key").enableKeyRotation(true).build();
            var bucketKey = Key.Builder.create(inner, "BucketKey").enableKeyRotation(true).build();
            stream(inner, "Orders", OwnApp.buffer("orders")).key(key)
                    .bucket(Bucket.fromBucketAttributes(inner, "Mine", BucketAttributes.builder().bucketName("mine")
                            .encryptionKey(bucketKey).build()))
                    .alarmTopic(Topic.fromTopicArn(inner, "Ops", "arn:aws:sns:us-east-1:123456789012:ops"))
                    .source(new Source.KinesisEvents(Stream.Builder.create(inner, "Clicks").encryptionKey(key)
                            .encryption(software.amazon.awscdk.services.kinesis.StreamEncryption.KMS).build()))
                    .build();
        });

        assertEquals(1, stack.ofType("AWS::S3::Bucket").size(), "staging alone");
        assertEquals(1, stack.ofType("AWS::Kinesis::Stream").size());
        stack.ofType("AWS::CloudWatch::Alarm").forEach(alarm -> assertEquals(
                "arn:aws:sns:us-east-1:123456789012:ops", alarm.properties().at("/AlarmActions/0").asText()));
        String flusher = policy(stack, "Flush");
        assertTrue(flusher.contains("BucketKey") && flusher.contains("\"Key"), flusher);
        assertTrue(policy(stack, "Transform").contains("kinesis."), "decrypts the source's records");
    }

    @Test
    void aStreamTellsWhatItMade() {
        OwnApp.folder(app -> {
            var made = stream(new Stack(app, "Shop"), "Orders", OwnApp.buffer("orders")).build();

            assertEquals("orders", made.streamName());
            assertTrue(made.alarms().containsKey("Freshness"), made.alarms().keySet()::toString);
            assertEquals(Set.of("FlusherFailures"), made.failures().keySet());
            assertTrue(made.table().isPresent() && made.stagingBucket().isPresent() && made.flusher().isPresent()
                    && made.retention().isPresent());
            assertTrue(!made.bucket().getBucketName().isEmpty() && !made.transform().getFunctionArn().isEmpty());

            var direct = stream(new Stack(app, "Clicks"), "Clicks", OwnApp.named("firehose.json", "clicks")).build();
            assertTrue(direct.table().isEmpty() && direct.stagingBucket().isEmpty() && direct.flusher().isEmpty()
                    && direct.retention().isEmpty());
        });
    }

    @Test
    void producersMayPutToWhereverAStreamReads() {
        assertEquals("[firehose:PutRecord, firehose:PutRecordBatch] ${OrdersPipelineFirehoseStream}",
                granted((stack, stream) -> stream));
        assertEquals("[firehose:PutRecord, firehose:PutRecordBatch]"
                + " arn:${AWS::Partition}:firehose:${AWS::Region}:${AWS::AccountId}:deliverystream/theirs",
                granted((stack, stream) -> stream.source(new Source.ExistingFirehose("theirs"))));
        for (var source : List.<java.util.function.Function<Stream, Source>>of(Source.KinesisEvents::new,
                Source.KinesisThroughFirehose::new)) {
            String kinesis = granted((stack, stream) -> stream
                    .source(source.apply(Stream.Builder.create(stack, "Clicks").build())));
            assertTrue(kinesis.contains("kinesis:PutRecord, kinesis:PutRecords"), kinesis);
        }
    }

    @Test
    void readersMayReadWhatIsDeliveredAndNothingElse() {
        StackTemplate stack = one(inner -> stream(inner, "Orders", OwnApp.buffer("orders")).build()
                .grantRead(role(inner)));
        JsonNode statement = stack.resources().entrySet().stream()
                .filter(each -> each.getKey().startsWith("ProducerDefaultPolicy")).findFirst().orElseThrow().getValue()
                .properties().at("/PolicyDocument/Statement/0");
        assertEquals("[\"s3:GetObject\",\"s3:ListBucket\"]", statement.path("Action").toString());
        assertTrue(Synthesis.text(statement.at("/Resource/1")).endsWith("/orders/shop=*"), statement.toString());
    }

    @Test
    void tablesAndAConvertingFlusherComeWithIt() {
        StackTemplate stack = one(inner -> stream(inner, "Orders", OwnApp.named("converting.json", "orders")).build());
        Map<String, String> code = new TreeMap<>();
        stack.resources().forEach((id, resource) -> {
            if (resource.type().equals("AWS::Lambda::Function")) {
                code.put(id, resource.properties().at("/Code/S3Key").asText());
            }
        });
        assertEquals(2, Set.copyOf(code.values()).size(), code::toString);
        assertEquals(1, one(inner -> stream(inner, "Orders", OwnApp.named("tables.json", "orders")).build())
                .ofType("AWS::Glue::Database").size());
    }

    @Test
    void theSameAppIsTheSameBytes() throws IOException {
        Consumer<App> shop = app -> {
            var stack = new Stack(app, "Shop");
            stream(stack, "Orders", OwnApp.buffer("orders")).build();
            stream(stack, "Clicks", OwnApp.buffer("clicks")).build();
        };
        for (String file : List.of("Shop.template.json", "Shop.assets.json")) {
            assertEquals(Files.readString(OwnApp.folder(shop).resolve(file)),
                    Files.readString(OwnApp.folder(shop).resolve(file)));
        }
    }

    private interface Made {
        SluiceStream.Builder of(Stack stack, SluiceStream.Builder stream);
    }

    /// What `grantPutRecord` gives a role.
    private static String granted(Made made) {
        StackTemplate template = one(stack -> made.of(stack, stream(stack, "Orders", OwnApp.buffer("orders"))).build()
                .grantPutRecord(role(stack)));
        JsonNode statement = template.resources().entrySet().stream()
                .filter(each -> each.getKey().startsWith("ProducerDefaultPolicy")).findFirst().orElseThrow().getValue()
                .properties().at("/PolicyDocument/Statement/0");
        var actions = new ArrayList<String>();
        statement.path("Action").forEach(action -> actions.add(action.asText()));
        return actions + " " + Synthesis.text(statement.path("Resource")).replaceAll("Stream[0-9A-F]{8}}", "Stream}");
    }

    private static Role role(Construct scope) {
        return Role.Builder.create(scope, "Producer").assumedBy(new ServicePrincipal("ec2.amazonaws.com")).build();
    }

    private static SluiceStream.Builder stream(Construct scope, String id, StreamDefinition definition) {
        return SluiceStream.Builder.create(scope, id).definition(definition);
    }

    private static StackTemplate one(Consumer<Stack> content) {
        return OwnApp.synthesise(app -> content.accept(new Stack(app, "Shop"))).stack("Shop");
    }

    private static JsonNode table(StackTemplate stack) {
        return stack.ofType("AWS::DynamoDB::Table").get(0).properties();
    }

    private static String policy(StackTemplate stack, String of) {
        var found = new StringBuilder();
        stack.resources().forEach((id, resource) -> {
            if (resource.type().equals("AWS::IAM::Policy") && id.contains(of)) {
                found.append(resource.properties());
            }
        });
        return found.toString();
    }

    private static Set<String> names(StackTemplate stack) {
        var names = new TreeSet<String>();
        stack.ofType("AWS::KinesisFirehose::DeliveryStream")
                .forEach(each -> names.add(each.properties().path("DeliveryStreamName").asText()));
        return names;
    }

    private static List<Resource> holdingData(StackTemplate stack) {
        return stack.resources().values().stream().filter(SluiceStreamTest::holdsData).toList();
    }

    private static boolean holdsData(Resource resource) {
        return Set.of("AWS::S3::Bucket", "AWS::DynamoDB::Table").contains(resource.type());
    }
}
