package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.Deployed.StackTemplate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.logs.RetentionDays;

/// What an account's owners may ask, each of a stream of both deliveries, with cdk-nag over it.
@Tag("long")
final class PlatformOptionsTest {
    private static final String BOUNDARY = "arn:aws:iam::123456789012:policy/boundary";

    @Test
    void oneKeyEncryptsEverythingThatHasAKey() {
        StackTemplate shop = shop((stack, options) -> options
                .key(Key.Builder.create(stack, "Key").enableKeyRotation(true).build()));

        every(shop, "AWS::Logs::LogGroup", 9, "/KmsKeyId");
        every(shop, "AWS::SQS::Queue", 3, "/KmsMasterKeyId");
        every(shop, "AWS::Lambda::Function", 7, "/KmsKeyArn");
        every(shop, "AWS::DynamoDB::Table", 2, "/SSESpecification/KMSMasterKeyId");
        every(shop, "AWS::S3::Bucket", 5, "/BucketEncryption/ServerSideEncryptionConfiguration/0"
                + "/ServerSideEncryptionByDefault/KMSMasterKeyID");
        String keyPolicy = shop.ofType("AWS::KMS::Key").get(0).properties().path("KeyPolicy").toString();
        assertEquals(1, keyPolicy.split("CloudWatchLogs", -1).length - 1, "logs are let in, once: " + keyPolicy);
        for (String role : List.of("FlushRole", "FlusherScheduleRole", "DailyRetentionScheduleRole")) {
            assertTrue(policy(shop, role).contains("kms:GenerateDataKey"), () -> role + " sends to the queue");
        }
        for (String role : List.of("TransformRole", "FlushRole", "RetentionRole")) {
            assertTrue(policy(shop, role).contains("\"kms:Decrypt\",\"Effect\":\"Allow\""),
                    () -> role + " reads its environment: " + policy(shop, role));
        }
    }

    @Test
    void logsAreKeptAsLongAsAsked() {
        StackTemplate shop = shop((stack, options) -> options.logRetention(RetentionDays.THREE_MONTHS));

        shop.ofType("AWS::Logs::LogGroup")
                .forEach(each -> assertEquals(90, each.properties().path("RetentionInDays").asInt()));
    }

    /// The configuration's tags of the Firehose stream stay beside them.
    @Test
    void everythingThatTakesTagsHasThem() {
        StackTemplate shop = shop((stack, options) -> options.tag("cost-center", "4711").tag("stage", "test"));

        Map<String, String> untagged = new TreeMap<>();
        shop.resources().forEach((id, resource) -> {
            boolean takesTags = Set.of("AWS::S3::Bucket", "AWS::DynamoDB::Table", "AWS::Lambda::Function",
                    "AWS::IAM::Role", "AWS::SQS::Queue", "AWS::Logs::LogGroup", "AWS::KinesisFirehose::DeliveryStream",
                    "AWS::CloudWatch::Alarm").contains(resource.type());
            if (takesTags && !resource.properties().path("Tags").toString()
                    .contains("{\"Key\":\"cost-center\",\"Value\":\"4711\"}")) {
                untagged.put(id, resource.type());
            }
        });
        assertEquals(Map.of(), untagged);

        StackTemplate own = OwnApp.synthesise(app -> SluiceStream.Builder.create(new Stack(app, "Shop"), "Orders")
                .definition(OwnApp.named("passed-on.json", "orders"))
                .options(PlatformOptions.Builder.create().tag("cost-center", "4711").build()).build()).stack("Shop");
        assertEquals("[{\"Key\":\"cost-center\",\"Value\":\"4711\"},{\"Key\":\"team\",\"Value\":\"shop\"}]",
                own.ofType("AWS::KinesisFirehose::DeliveryStream").get(0).properties().path("Tags").toString());
    }

    @Test
    void everyRoleIsBounded() {
        StackTemplate shop = shop((stack, options) -> options.permissionsBoundary(
                ManagedPolicy.fromManagedPolicyArn(stack, "Boundary", BOUNDARY)));

        shop.ofType("AWS::IAM::Role")
                .forEach(each -> assertEquals(BOUNDARY, each.properties().path("PermissionsBoundary").asText()));
    }

    @Test
    void functionsRunInTheVpcAndMayMakeTheirInterfacesThere() {
        StackTemplate shop = shop((stack, options) -> options.vpc(vpc(stack),
                SubnetSelection.builder().subnetType(SubnetType.PRIVATE_ISOLATED).build()));

        shop.ofType("AWS::Lambda::Function").forEach(each -> {
            assertEquals("[\"subnet-0123456789abcdef0\",\"subnet-0123456789abcdef1\"]",
                    each.properties().at("/VpcConfig/SubnetIds").toString());
            assertEquals(1, each.properties().at("/VpcConfig/SecurityGroupIds").size());
        });
        for (String role : List.of("TransformRole", "FlushRole", "RetentionRole")) {
            assertTrue(policy(shop, role).contains("ec2:CreateNetworkInterface"), role);
        }
        shop.ofType("AWS::EC2::SecurityGroup").forEach(each -> assertTrue(
                each.properties().path("SecurityGroupIngress").isMissingNode(), "nothing is let in"));
    }

    @Test
    void namesBeginWithThePrefixAndThoseOfDataAreCloudFormations() {
        StackTemplate shop = shop((stack, options) -> options.namePrefix("acme-"));

        assertEquals("[acme-clicks-transform, acme-events-flush, acme-events-retention, acme-events-transform,"
                + " acme-orders-flush, acme-orders-retention, acme-orders-transform]",
                names(shop, "AWS::Lambda::Function", "FunctionName").toString());
        assertEquals("[/aws/kinesisfirehose/acme-clicks-firehose, /aws/kinesisfirehose/acme-orders-firehose,"
                + " /aws/lambda/acme-clicks-transform, /aws/lambda/acme-events-flush,"
                + " /aws/lambda/acme-events-retention, /aws/lambda/acme-events-transform,"
                + " /aws/lambda/acme-orders-flush,"
                + " /aws/lambda/acme-orders-retention, /aws/lambda/acme-orders-transform]",
                names(shop, "AWS::Logs::LogGroup", "LogGroupName").toString());
        Map.of("AWS::IAM::Role", "RoleName", "AWS::SQS::Queue", "QueueName", "AWS::CloudWatch::Alarm", "AlarmName",
                "AWS::CloudWatch::Dashboard", "DashboardName").forEach(
                        (type, member) -> shop.ofType(type)
                                .forEach(each -> assertTrue(each.properties().path(member).asText().startsWith("acme-"),
                                        each::toString)));
        assertEquals(Set.of(""), names(shop, "AWS::S3::Bucket", "BucketName"));
        assertEquals(Set.of(""), names(shop, "AWS::DynamoDB::Table", "TableName"));
    }

    @Test
    void aPrefixThatNoNameCanHaveIsRefused() {
        var options = PlatformOptions.Builder.create();
        for (String prefix : List.of("", "-a", "a_b", "a/b", "a".repeat(33), "${Token[TOKEN.1]}")) {
            assertTrue(assertThrows(DeploymentException.class, () -> options.namePrefix(prefix)).explanation()
                    .contains("is not 1 to 32 letters"), prefix);
        }
        var refusal = assertThrows(DeploymentException.class, () -> OwnApp.folder(app -> SluiceStream.Builder
                .create(new Stack(app, "Shop"), "Orders").definition(OwnApp.buffer("o".repeat(40)))
                .options(PlatformOptions.Builder.create().namePrefix("a-rather-long-prefix-").build()).build()));
        assertTrue(refusal.explanation().contains("and AWS takes 64: shorten namePrefix a-rather-long-prefix-"),
                refusal.explanation());
    }

    @Test
    void allTogetherAreWithoutAFindingOfCdkNag() {
        shop((stack, options) -> options.key(Key.Builder.create(stack, "Key").enableKeyRotation(true).build())
                .logRetention(RetentionDays.ONE_YEAR).tag("stage", "test").namePrefix("acme-")
                .permissionsBoundary(ManagedPolicy.fromManagedPolicyArn(stack, "Boundary", BOUNDARY))
                .vpc(vpc(stack), SubnetSelection.builder().subnetType(SubnetType.PRIVATE_ISOLATED).build()));
    }

    /// A stream of each delivery, and one of Kinesis events, with what `asked` adds to the options, without a finding
    /// of cdk-nag.
    private static StackTemplate shop(BiConsumer<Stack, PlatformOptions.Builder> asked) {
        Deployed deployed = OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            var options = PlatformOptions.Builder.create();
            asked.accept(stack, options);
            SluiceStream.Builder.create(stack, "events").definition(OwnApp.buffer("events")).options(options.build())
                    .source(new Source.KinesisEvents(Stream.fromStreamArn(stack, "Events",
                            "arn:aws:kinesis:us-east-1:123456789012:stream/clicks")))
                    .build();
            for (StreamDefinition each : List.of(OwnApp.buffer("orders"), OwnApp.named("firehose.json", "clicks"))) {
                SluiceStream.Builder.create(stack, each.stream()).definition(each).options(options.build()).build();
            }
        });
        assertEquals(List.of(), deployed.findings());
        return deployed.stack("Shop");
    }

    private static IVpc vpc(Stack stack) {
        return Vpc.fromVpcAttributes(stack, "Vpc", VpcAttributes.builder().vpcId("vpc-0123456789abcdef0")
                .availabilityZones(List.of("a", "b"))
                .isolatedSubnetIds(List.of("subnet-0123456789abcdef0", "subnet-0123456789abcdef1")).build());
    }

    private static void every(StackTemplate stack, String type, int atLeast, String member) {
        var found = stack.ofType(type);
        assertTrue(found.size() >= atLeast, () -> found.size() + " of " + type);
        found.forEach(each -> assertTrue(each.properties().at(member).toString().contains("\"Key"),
                () -> type + " " + each.properties()));
    }

    private static Set<String> names(StackTemplate stack, String type, String member) {
        var names = new TreeSet<String>();
        stack.ofType(type).forEach(each -> names.add(each.properties().path(member).asText()));
        return names;
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
}
