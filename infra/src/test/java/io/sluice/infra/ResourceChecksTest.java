package io.sluice.infra;

import static io.sluice.infra.OwnApp.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.Deployed.StackTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.Stage;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kms.Alias;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketAttributes;
import software.constructs.Construct;

/// What of the user's does not go together, and what only looks so.
final class ResourceChecksTest {
    @Test
    void twoStreamsOfOneNameInOnePlaceAreRefusedWithBothNames() {
        var refusal = assertThrows(DeploymentException.class, () -> OwnApp.folder(app -> {
            stream(new Stack(app, "A"), "First", OwnApp.buffer("orders")).build();
            stream(new Stack(app, "B"), "Second", OwnApp.named("firehose.json", "orders")).build();
        })).explanation();
        assertTrue(refusal.contains("orders in one account and region: A/First/Pipeline and B/Second/Pipeline"),
                refusal);
    }

    @Test
    void streamsOfOneNameInOtherRegionsOrStagesAreNotTheSame() {
        OwnApp.folder(app -> {
            stream(in(app, "A", "eu-west-1"), "Orders", OwnApp.buffer("orders")).build();
            stream(in(app, "B", "us-east-1"), "Orders", OwnApp.buffer("orders")).build();
            stream(new Stack(new Stage(app, "Dev"), "C"), "Orders", OwnApp.buffer("orders")).build();
            stream(new Stack(new Stage(app, "Prod"), "C"), "Orders", OwnApp.buffer("orders")).build();
        });
    }

    @Test
    void whatIsInAnotherRegionIsRefusedAndABucketOfAnotherAccountWarnedOf() throws IOException {
        assertRefused("The bucket of stream orders is in region eu-west-1, and stack A is deployed to us-east-1",
                app -> {
                    var stack = in(app, "A", "us-east-1");
                    stream(stack, "Orders", OwnApp.buffer("orders")).bucket(Bucket.fromBucketAttributes(stack, "Mine",
                            BucketAttributes.builder().bucketName("mine").region("eu-west-1").build())).build();
                });
        assertRefused("The Kinesis stream of orders is in region eu-west-1", app -> {
            var stack = in(app, "A", "us-east-1");
            stream(stack, "Orders", OwnApp.buffer("orders")).source(new Source.KinesisEvents(Stream.fromStreamArn(stack,
                    "Mine", "arn:aws:kinesis:eu-west-1:123456789012:stream/clicks"))).build();
        });

        Path folder = OwnApp.folder(app -> {
            var stack = in(app, "A", "us-east-1");
            stream(stack, "Orders", OwnApp.buffer("orders")).bucket(Bucket.fromBucketAttributes(stack, "Mine",
                    BucketAttributes.builder().bucketName("mine").account("210987654321").build())).build();
        });
        assertTrue(Files.readString(folder.resolve("A.metadata.json")).contains("a bucket of account 210987654321"));
    }

    @Test
    void anAliasIsRefusedAsAKeyWhereverItIsGiven() {
        assertRefused("is an alias, and an alias cannot be granted", app -> {
            var stack = new Stack(app, "A");
            stream(stack, "Orders", OwnApp.buffer("orders")).key(Alias.fromAliasName(stack, "Key", "alias/orders"));
        });
        assertRefused("is an alias", app -> PlatformOptions.Builder.create()
                .key(Alias.fromAliasName(new Stack(app, "A"), "Key", "alias/orders")));
    }

    @Test
    void aBucketsNameMayBeKnownAtDeploymentOnlyAndTheConfigurationsValuesMayNot() {
        StackTemplate stack = one(inner -> {
            var bucket = Bucket.Builder.create(inner, "Mine").enforceSsl(true).build();
            stream(inner, "Orders", OwnApp.buffer("orders")).bucket(bucket).build();
        });
        assertTrue(stack.ofType("AWS::Lambda::Function").get(0).properties()
                .at("/Environment/Variables/SLUICE_DATA_BUCKET").has("Ref"));

        assertRefused("has a value that is known only at deployment, ${Token[", app -> {
            var bucket = new Bucket(new Stack(app, "A"), "Mine");
            StreamDefinition.of(Map.of("DeliveryStreamName", "orders", "ExtendedS3DestinationConfiguration",
                    Map.of("BucketARN", bucket.getBucketArn())));
        });
    }

    /// CDK says of it that stacks depend on each other, with the trace of another process.
    @Test
    void aKeyOfTheStreamsStackIsRefusedForStorageOfAnother() {
        assertRefused("The key A/Key is made in stack A, which waits for storageStack B", app -> {
            var stack = new Stack(app, "A");
            stream(stack, "Orders", OwnApp.buffer("orders")).storageStack(new Stack(app, "B"))
                    .key(new Key(stack, "Key")).build();
        });
        assertRefused("make the key in B, or in a stack of its own", app -> {
            var stack = new Stack(app, "A");
            stream(stack, "Orders", OwnApp.buffer("orders")).storageStack(new Stack(app, "B"))
                    .options(PlatformOptions.Builder.create().key(new Key(stack, "Key")).build()).build();
        });
        OwnApp.folder(app -> {
            var storage = new Stack(app, "B");
            stream(new Stack(app, "A"), "Orders", OwnApp.buffer("orders")).storageStack(storage)
                    .key(Key.Builder.create(storage, "Key").enableKeyRotation(true).build()).build();
        });
    }

    @Test
    void theFirstStreamThatFindsNoRoomInAStackIsRefused() {
        assertRefused("give the stream a stack of its own, or its storage one (storageStack)", app -> {
            var stack = new Stack(app, "A");
            for (int i = 0; i < 12; i++) {
                stream(stack, "Orders" + i, OwnApp.buffer("orders" + i)).build();
            }
        });
    }

    @Test
    void aPrefixWithoutATextOfItsOwnIsWarnedOfInABucketOfOnesOwn() throws IOException {
        var json = (ObjectNode) Synthesis.read(Synthesis.configuration("buffer.json"));
        ((ObjectNode) json.path("ExtendedS3DestinationConfiguration")).put("Prefix",
                "!{partitionKeyFromQuery:shop}/");
        var definition = StreamDefinition.parse(json.toString());
        String warning = "Prefix of stream orders begins with an expression: the retention function may delete any";

        Path own = OwnApp.folder(app -> {
            var stack = new Stack(app, "A");
            stream(stack, "Orders", definition).bucket(Bucket.fromBucketName(stack, "Mine", "mine")).build();
        });
        assertTrue(Files.readString(own.resolve("A.metadata.json")).contains(warning));
        Path made = OwnApp.folder(app -> stream(new Stack(app, "A"), "Orders", definition).build());
        assertFalse(Files.readString(made.resolve("A.metadata.json")).contains(warning));
    }

    @Test
    void storageOfAnotherRegionIsRefused() {
        assertRefused("storageStack B is of aws://123456789012/eu-west-1, and stack A of aws://123456789012/us-east-1",
                app -> stream(in(app, "A", "us-east-1"), "Orders", OwnApp.buffer("orders"))
                        .storageStack(in(app, "B", "eu-west-1")).build());
    }

    @Test
    void aDatabaseOfTwoStreamsIsMadeOnceAndBeforeTheTablesOfBoth() {
        assertRefused("The Glue database lake would be made twice, by A/First/Tables and by A/Second/Tables", app -> {
            var stack = new Stack(app, "A");
            stream(stack, "First", OwnApp.named("tables.json", "first")).build();
            stream(stack, "Second", OwnApp.named("tables.json", "second")).build();
        });
        StackTemplate shop = one(stack -> {
            stream(stack, "First", OwnApp.named("tables.json", "first")).build();
            stream(stack, "Second", OwnApp.named("tables.json", "second")).tableDatabase(TableDatabase.EXISTING)
                    .build();
        });
        assertEquals(1, shop.ofType("AWS::Glue::Database").size());
        assertEquals(4, shop.ofType("AWS::Glue::Table").size());
    }

    @Test
    void aConfigurationThatIsNotThereIsNamedWithWhereItWasLookedFor() {
        var relative = assertThrows(DeploymentException.class, () -> StreamDefinition.read(Path.of("nowhere.json")));
        assertTrue(relative.explanation().contains("nowhere.json in " + Path.of("").toAbsolutePath() + ": the request"),
                relative.explanation());
        assertEquals(
                "There is no configuration nowhere.json on the class path beside io.sluice.infra.ResourceChecksTest; a"
                        + " leading / begins at the class path's root",
                assertThrows(DeploymentException.class,
                        () -> StreamDefinition.resource(ResourceChecksTest.class, "nowhere.json")).explanation());
        assertEquals("orders", StreamDefinition.resource(ResourceChecksTest.class, "buffer.json").stream());
        assertTrue(assertThrows(DeploymentException.class, () -> StreamDefinition.of(Map.of("a", new Object())))
                .explanation().startsWith("The configuration is none of maps"));
    }

    @Test
    void contradictionsOfConfigurationAndBuilderAreRefused() {
        assertRefused("source DirectPut contradicts DeliveryStreamType KinesisStreamAsSource", app -> stream(
                new Stack(app, "A"), "Orders", OwnApp.named("passed-on.json", "orders"))
                .source(new Source.DirectPut()).build());
        assertRefused("The key of stream orders contradicts AWSKMSKeyARN", app -> {
            var stack = new Stack(app, "A");
            stream(stack, "Orders", OwnApp.named("encrypted.json", "orders")).key(new Key(stack, "Key")).build();
        });
        assertRefused("Stream Orders has no definition",
                app -> SluiceStream.Builder.create(new Stack(app, "A"), "Orders").build());
        assertRefused("A Kinesis event source needs Sluice.Delivery \"buffer\"", app -> {
            var stack = new Stack(app, "A");
            stream(stack, "Orders", OwnApp.named("firehose.json", "orders"))
                    .source(new Source.KinesisEvents(new Stream(stack, "Clicks"))).build();
        });
    }

    private static SluiceStream.Builder stream(Construct scope, String id, StreamDefinition definition) {
        return SluiceStream.Builder.create(scope, id).definition(definition);
    }

    private static Stack in(App app, String id, String region) {
        return new Stack(app, id, StackProps.builder()
                .env(Environment.builder().account("123456789012").region(region).build()).build());
    }

    private static StackTemplate one(Consumer<Stack> content) {
        return OwnApp.synthesise(app -> content.accept(new Stack(app, "Shop"))).stack("Shop");
    }
}
