package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.Deployed.Resource;
import io.sluice.infra.Deployed.StackTemplate;
import io.sluice.infra.Deployed;
import io.sluice.infra.KafkaCluster.Msk;
import io.sluice.infra.KafkaCluster.SelfManaged;
import io.sluice.infra.KafkaCluster;
import io.sluice.infra.KafkaLogin.Mechanism;
import io.sluice.infra.KafkaLogin;
import io.sluice.infra.KafkaReading;
import io.sluice.infra.KafkaSecret;
import io.sluice.infra.KafkaStart;
import io.sluice.infra.KafkaTopics;
import io.sluice.infra.OwnApp;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.msk.CfnServerlessCluster;

/// Kafka topics that invoke the transform function.
@Tag("long")
final class KafkaSourceTest {
    private static final String ARN = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a-2b-3";
    private static final String SECRET = "arn:aws:secretsmanager:us-east-1:123456789012:secret:kafka-AbCdEf";
    private static final Set<String> INTERFACES = Set.of("ec2:CreateNetworkInterface on *",
            "ec2:DeleteNetworkInterface on *", "ec2:DescribeNetworkInterfaces on *",
            "ec2:DescribeSecurityGroups on *", "ec2:DescribeSubnets on *", "ec2:DescribeVpcs on *");
    private static final String MAPPING = "AWS::Lambda::EventSourceMapping";

    @Test
    void eachTopicHasOneMappingThatNeverGivesABatchUp() {
        var pipeline = Synthesis.of(Way.KAFKA_MSK).pipeline();
        var mappings = Synthesis.resources(pipeline, MAPPING).values().stream().map(each -> each.path("Properties"))
                .toList();

        assertEquals(new TreeSet<>(List.of("[\"orders\"]", "[\"returns\"]")),
                new TreeSet<>(mappings.stream().map(each -> each.path("Topics").toString()).toList()));
        for (var mapping : mappings) {
            assertEquals(ARN, mapping.path("EventSourceArn").asText());
            assertEquals("TRIM_HORIZON", mapping.path("StartingPosition").asText());
            assertEquals(10_000, mapping.path("BatchSize").asInt());
            assertEquals(60, mapping.path("MaximumBatchingWindowInSeconds").asInt());
            assertTrue(Synthesis.text(mapping.path("FunctionName")).endsWith(":live"));
            assertFalse(mapping.at("/DestinationConfig/OnFailure/Destination").isMissingNode());
            for (var bound : List.of("MaximumRetryAttempts", "MaximumRecordAgeInSeconds", "BisectBatchOnFunctionError",
                    "FunctionResponseTypes", "ParallelizationFactor", "SourceAccessConfigurations")) {
                assertTrue(mapping.path(bound).isMissingNode(), bound);
            }
        }
        assertEquals(Map.of(), Synthesis.resources(pipeline, "AWS::KinesisFirehose::DeliveryStream"));
    }

    /// AWS Lambda developer guide: what the poller needs for a cluster of Amazon MSK with IAM, and no more.
    @Test
    void theRoleReadsTheseTopicsOfThisClusterAndNothingElseOfKafka() {
        var expected = new TreeSet<>(INTERFACES);
        var kafka = "arn:aws:kafka:us-east-1:123456789012:";
        for (var action : List.of("kafka:DescribeClusterV2", "kafka:GetBootstrapBrokers", "kafka-cluster:Connect",
                "kafka-cluster:DescribeClusterDynamicConfiguration")) {
            expected.add(action + " on " + ARN);
        }
        for (var action : List.of("kafka-cluster:DescribeTopic", "kafka-cluster:ReadData")) {
            expected.add(action + " on " + kafka + "topic/shop/1a-2b-3/orders");
            expected.add(action + " on " + kafka + "topic/shop/1a-2b-3/returns");
        }
        for (var action : List.of("kafka-cluster:AlterGroup", "kafka-cluster:DescribeGroup")) {
            expected.add(action + " on " + kafka + "group/shop/1a-2b-3/*");
        }
        assertEquals(expected, beyondTheBuffer(Synthesis.of(Way.KAFKA_MSK).pipeline()));
    }

    /// IAM takes 6,144 characters of a managed policy, and 10,240 of all that a role has in itself.
    @Test
    void manyTopicsFitTheirPolicies() {
        String[] topics = IntStream.range(0, 80).mapToObj("a-topic-with-a-name-of-some-length-%02d"::formatted)
                .toArray(String[]::new);
        var stack = one(stream -> stream.source(kafka(new Msk(ARN, new KafkaLogin.Iam()), topics)));

        int inline = 0;
        for (var policy : stack.ofType("AWS::IAM::Policy")) {
            if (policy.properties().path("PolicyName").asText().contains("Transform")) {
                inline += policy.properties().path("PolicyDocument").toString().length();
            }
        }
        assertTrue(inline < 10_240, "in the role: " + inline);
        var overflow = stack.ofType("AWS::IAM::ManagedPolicy");
        assertFalse(overflow.isEmpty());
        overflow.forEach(each -> assertTrue(each.properties().path("PolicyDocument").toString().length() <= 6_144,
                each::toString));
        for (String topic : topics) {
            assertTrue(stack.toString().contains("topic/shop/1a-2b-3/" + topic + "\""), topic);
        }
    }

    @Test
    void aClusterOfOnesOwnIsReachedByItsNetworkWithItsSecretAndTheSecretsKey() {
        var pipeline = Synthesis.of(Way.KAFKA_OF_ONES_OWN).pipeline();
        var mapping = Synthesis.only(pipeline, MAPPING);

        assertEquals("[\"b1.shop.example:9096\",\"b2.shop.example:9096\"]",
                mapping.at("/SelfManagedEventSource/Endpoints/KafkaBootstrapServers").toString());
        var access = new ArrayList<String>();
        mapping.path("SourceAccessConfigurations")
                .forEach(each -> access.add(each.path("Type").asText() + " " + each.path("URI").asText()));
        assertEquals(List.of("SASL_SCRAM_512_AUTH " + SECRET, "VPC_SUBNET subnet:subnet-0a1b2c3d",
                "VPC_SUBNET subnet:subnet-0a1b2c3e", "VPC_SECURITY_GROUP security_group:sg-0a1b2c3d"), access);
        var expected = new TreeSet<>(INTERFACES);
        expected.add("secretsmanager:GetSecretValue on " + SECRET);
        expected.add("kms:Decrypt on arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555");
        assertEquals(expected, beyondTheBuffer(pipeline));
    }

    @Test
    void aClusterOverTheInternetNeedsNoNetwork() {
        var stack = one(stream -> stream.source(kafka(new SelfManaged(List.of("b1.example:9096"),
                new KafkaLogin.Secret(Mechanism.SASL_PLAIN, KafkaSecret.of(SECRET)), Optional.empty(),
                Optional.of(KafkaSecret.of(SECRET.replace("kafka", "root")))), "orders")));

        assertFalse(stack.toString().contains("ec2:"));
        assertEquals("SERVER_ROOT_CA_CERTIFICATE",
                mapping(stack).at("/SourceAccessConfigurations/1/Type").asText());
        assertTrue(stack.toString().contains("secret:root-AbCdEf"));
    }

    @Test
    void howItIsReadIsTheUsers() {
        var reading = KafkaReading.PRESET.from(new KafkaStart.At(Instant.parse("2026-11-22T00:00:00Z")))
                .inBatches(500, Duration.ofSeconds(5)).as("sluice-orders").where("{\"value\":{\"type\":[\"order\"]}}");
        var stack = one(stream -> stream.source(new Source.Kafka(
                KafkaTopics.of(new Msk(ARN, new KafkaLogin.Iam()), "orders").read(reading))));
        var mapping = mapping(stack);

        assertEquals("AT_TIMESTAMP", mapping.path("StartingPosition").asText());
        assertEquals(1_795_305_600L, mapping.path("StartingPositionTimestamp").asLong());
        assertEquals(500, mapping.path("BatchSize").asInt());
        assertEquals(5, mapping.path("MaximumBatchingWindowInSeconds").asInt());
        assertEquals("sluice-orders", mapping.at("/AmazonManagedKafkaEventSourceConfig/ConsumerGroupId").asText());
        assertEquals("{\"value\":{\"type\":[\"order\"]}}",
                mapping.at("/FilterCriteria/Filters/0/Pattern").asText());
        assertTrue(stack.toString().contains(":group/shop/1a-2b-3/sluice-orders\""), "of this group alone");
    }

    /// Its name is known only at deployment; topic and group are made of it all the same.
    @Test
    void aClusterOfTheAppIsReadByItsToken() {
        Deployed deployed = OwnApp.synthesise(app -> {
            var network = new Stack(app, "Network");
            var cluster = CfnServerlessCluster.Builder.create(network, "Cluster").clusterName("shop")
                    .clientAuthentication(CfnServerlessCluster.ClientAuthenticationProperty.builder()
                            .sasl(CfnServerlessCluster.SaslProperty.builder()
                                    .iam(CfnServerlessCluster.IamProperty.builder().enabled(true).build()).build())
                            .build())
                    .vpcConfigs(List.of(CfnServerlessCluster.VpcConfigProperty.builder()
                            .subnetIds(List.of("subnet-0a1b2c3d", "subnet-0a1b2c3e")).build()))
                    .build();
            stream(new Stack(app, "Shop")).source(kafka(new Msk(cluster.getAttrArn(), new KafkaLogin.Iam()), "orders"))
                    .build();
        });

        var mapping = mapping(deployed.stack("Shop"));
        assertFalse(mapping.path("EventSourceArn").isMissingNode());
        assertTrue(deployed.stack("Shop").resources().toString().contains(":topic/"));
        assertEquals(List.of(), deployed.findings());
    }

    @Test
    void aNewOrderOfTopicsIsNoChange() {
        var there = one(stream -> stream.source(kafka(new Msk(ARN, new KafkaLogin.Iam()), "orders", "returns")));
        var back = one(stream -> stream.source(kafka(new Msk(ARN, new KafkaLogin.Iam()), "returns", "orders")));
        assertEquals(mappings(there), mappings(back));
    }

    /// Logical ids have letters and digits alone.
    @Test
    void topicsWhoseNamesDifferInTheirSignsAloneHaveMappingsOfTheirOwn() {
        assertEquals(3, mappings(one(stream -> stream.source(kafka(new Msk(ARN, new KafkaLogin.Iam()), "a.b", "a_b",
                "a-b")))).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", ".a", "a", "a b", "a/b", "orders\n", "bestellungen-ä", "a,b", "$topic", "*"})
    void aTopicThatLambdaRefusesIsRefused(String topic) {
        assertRefused("the name of a topic", () -> KafkaTopics.of(new Msk(ARN, new KafkaLogin.Iam()), topic));
    }

    @Test
    void whatIsKnownOnlyAtDeploymentIsTakenWhereItCanBe() {
        var msk = new Msk(ARN, new KafkaLogin.Iam());
        OwnApp.folder(app -> {
            var elsewhere = Fn.importValue("Topic");
            assertRefused("known only at deployment", () -> KafkaTopics.of(msk, elsewhere));
            assertRefused("a list that is known only at deployment", () -> new KafkaTopics(msk,
                    Fn.split(",", Fn.importValue("Topics")), KafkaReading.PRESET));
            assertRefused("a list that is known only at deployment", () -> new SelfManaged(
                    Fn.split(",", Fn.importValue("Servers")), new KafkaLogin.None(), Optional.empty(),
                    Optional.empty()));
            new Stack(app, "Any");
        });
        assertRefused("are an empty list", () -> new KafkaTopics(msk, List.of(), KafkaReading.PRESET));
        assertRefused("have orders twice", () -> KafkaTopics.of(msk, "orders", "orders"));
        assertRefused("AWS takes a group for one", () -> KafkaTopics.of(msk, "orders", "returns")
                .read(KafkaReading.PRESET.as("both")));
    }

    @Test
    void aLoginThatAClusterDoesNotKnowIsRefused() {
        var secret = KafkaSecret.of(SECRET);
        assertRefused("Amazon MSK takes no SASL_PLAIN",
                () -> new Msk(ARN, new KafkaLogin.Secret(Mechanism.SASL_PLAIN, secret)));
        assertRefused("Only Amazon MSK knows IAM", () -> own(new KafkaLogin.Iam(), List.of("b:9092")));
        assertRefused("over the internet", () -> own(new KafkaLogin.None(), List.of("b:9092")));
        assertRefused("is not the whole ARN of a secret", () -> KafkaSecret.of(SECRET.replace("-AbCdEf", "")));
        assertRefused("an alias cannot be granted", () -> new KafkaSecret(SECRET, Optional.of("alias/mine")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"b", "b:0", "b:123456", "http://b:9092", "-b:9092", "b..c:9092", "b:9092,c:9092", "b:9092/x",
                    "[::1]:9092", ""})
    void aBootstrapServerThatIsNoneIsRefused(String server) {
        assertRefused("is not a bootstrap server", () -> own(new KafkaLogin.Secret(Mechanism.SASL_PLAIN, KafkaSecret.of(
                SECRET)), List.of(server)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "\"order\"", "{\"value\":", "{\"value\":[1]} {}"})
    void aFilterThatIsNoPatternIsRefused(String filter) {
        assertTrue(assertThrows(DeploymentException.class, () -> KafkaReading.PRESET.where(filter)).explanation()
                .startsWith("The filter " + filter));
    }

    @Test
    void boundsOfLambdaAreKept() {
        assertRefused("1 to 10000 records, and not 0", () -> KafkaReading.PRESET.inBatches(0, Duration.ZERO));
        assertRefused("and not 10001", () -> KafkaReading.PRESET.inBatches(10_001, Duration.ZERO));
        assertRefused("0 to 300 whole seconds", () -> KafkaReading.PRESET.inBatches(1, Duration.ofSeconds(301)));
        assertRefused("0 to 300 whole seconds", () -> KafkaReading.PRESET.inBatches(1, Duration.ofMillis(500)));
        assertRefused("whole seconds, from 1970 on", () -> new KafkaStart.At(Instant.EPOCH.minusSeconds(1)));
        assertRefused("a consumer group", () -> KafkaReading.PRESET.as("two words"));
    }

    @ParameterizedTest
    @CsvSource({"eu-west-1, 123456789012", "us-east-1, 210987654321"})
    void aClusterOfAnotherRegionOrAccountIsRefused(String region, String account) {
        var cluster = new Msk("arn:aws:kafka:%s:%s:cluster/shop/1a".formatted(region, account), new KafkaLogin.Iam());
        assertRefused("is of region " + region + " and account " + account, () -> OwnApp.folder(app -> stream(in(app))
                .source(kafka(cluster, "orders")).build()));
    }

    @Test
    void aConsumerGroupThatAnotherStreamHasIsRefused() {
        var msk = new Msk(ARN, new KafkaLogin.Iam());
        var own = new SelfManaged(List.of("b:9092"),
                new KafkaLogin.Secret(Mechanism.SASL_PLAIN, KafkaSecret.of(SECRET)),
                Optional.empty(), Optional.empty());
        for (var cluster : List.of(msk, own)) {
            assertRefused("The consumer group mine is that of Shop/orders/Pipeline/Kafka", () -> OwnApp.folder(app -> {
                var stack = new Stack(app, "Shop");
                for (var name : List.of("orders", "returns")) {
                    SluiceStream.Builder.create(stack, name).definition(OwnApp.named("kafka.json", name))
                            .source(new Source.Kafka(KafkaTopics.of(cluster, name)
                                    .read(KafkaReading.PRESET.as("mine"))))
                            .build();
                }
            }));
        }
    }

    @ParameterizedTest
    @CsvSource({"buffer.json", "firehose.json", "logs.json"})
    void aStreamThatTakesOtherEventsIsRefused(String configuration) {
        assertRefused("its function would refuse those of Kafka", () -> OwnApp.folder(app -> SluiceStream.Builder
                .create(new Stack(app, "Shop"), "Orders").definition(OwnApp.named(configuration, "orders"))
                .source(kafka(new Msk(ARN, new KafkaLogin.Iam()), "orders")).build()));
    }

    private static KafkaCluster own(KafkaLogin login, List<String> servers) {
        return new SelfManaged(servers, login, Optional.empty(), Optional.empty());
    }

    private static Source kafka(KafkaCluster cluster, String... topics) {
        return new Source.Kafka(KafkaTopics.of(cluster, topics));
    }

    private static Stack in(App app) {
        return new Stack(app, "Shop", StackProps.builder()
                .env(Environment.builder().account("123456789012").region("us-east-1").build()).build());
    }

    private static SluiceStream.Builder stream(Stack stack) {
        return SluiceStream.Builder.create(stack, "Orders").definition(OwnApp.named("kafka.json", "orders"));
    }

    private static StackTemplate one(Consumer<SluiceStream.Builder> with) {
        var deployed = OwnApp.synthesise(app -> {
            var stream = stream(new Stack(app, "Shop"));
            with.accept(stream);
            stream.build();
        });
        assertEquals(List.of(), deployed.findings());
        return deployed.stack("Shop");
    }

    private static Map<String, JsonNode> mappings(StackTemplate stack) {
        var found = new TreeMap<String, JsonNode>();
        stack.resources().forEach((id, resource) -> {
            if (resource.type().equals(MAPPING)) {
                found.put(id, resource.properties());
            }
        });
        return found;
    }

    private static JsonNode mapping(StackTemplate stack) {
        return stack.ofType(MAPPING).stream().map(Resource::properties).findFirst().orElseThrow();
    }

    /// What the transform function's role may, apart from buffer, queue and logs: an action on a resource each.
    private static Set<String> beyondTheBuffer(JsonNode pipeline) {
        var grants = new TreeSet<String>();
        for (var statement : Synthesis.statements(pipeline, "TransformRole")) {
            for (var action : texts(statement.path("Action"))) {
                if (!action.matches("(s3|dynamodb|sqs|logs):.*")) {
                    texts(statement.path("Resource")).forEach(resource -> grants.add(action + " on " + resource));
                }
            }
        }
        return grants;
    }

    private static List<String> texts(JsonNode oneOrMany) {
        var texts = new ArrayList<String>();
        (oneOrMany.isArray() ? oneOrMany : List.of(oneOrMany)).forEach(node -> texts.add(Synthesis.text(node)));
        return texts;
    }

    private static void assertRefused(String reason, Executable what) {
        var refusal = assertThrows(DeploymentException.class, what).explanation();
        assertTrue(refusal.contains(reason), refusal);
    }
}
