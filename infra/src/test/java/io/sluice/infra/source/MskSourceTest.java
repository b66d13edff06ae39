package io.sluice.infra.source;

import static io.sluice.infra.OwnApp.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.OwnApp;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.app.SluiceApp;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;

/// A new Firehose stream that reads a topic of Amazon MSK.
final class MskSourceTest {
    private static final String STREAM = "AWS::KinesisFirehose::DeliveryStream";
    private static final String KAFKA = "arn:aws:kafka:us-east-1:123456789012:";

    @Test
    void theConfigurationsTopicIsReadUnderTheStacksRole() {
        var stream = Synthesis.only(Synthesis.of(Way.FIREHOSE_FROM_MSK).pipeline(), STREAM);
        var source = stream.path("MSKSourceConfiguration");

        assertEquals("MSKAsSource", stream.path("DeliveryStreamType").asText());
        assertEquals(KAFKA + "cluster/shop/1a2b3c4d-3", source.path("MSKClusterARN").asText());
        assertEquals("orders", source.path("TopicName").asText());
        assertEquals("2026-11-22T00:00:00Z", source.path("ReadFromTimestamp").asText());
        assertEquals("PRIVATE", source.at("/AuthenticationConfiguration/Connectivity").asText());
        assertTrue(source.at("/AuthenticationConfiguration/RoleARN/Fn::GetAtt/0").asText().contains("FirehoseRole"));
        for (var other : List.of("DeliveryStreamEncryptionConfigurationInput", "KinesisStreamSourceConfiguration",
                "DirectPutSourceConfiguration")) {
            assertTrue(stream.path(other).isMissingNode(), other);
        }
    }

    @Test
    void theRoleReadsThisTopicAndNoOther() {
        var grants = new TreeSet<String>();
        Synthesis.statements(Synthesis.of(Way.FIREHOSE_FROM_MSK).pipeline(), "FirehoseRole").forEach(statement -> {
            for (var action : statement.path("Action").isArray()
                    ? statement.path("Action")
                    : List.of(statement.path("Action"))) {
                if (action.asText().startsWith("kafka")) {
                    grants.add(action.asText() + " " + statement.path("Resource").asText().replace(KAFKA, ""));
                }
            }
        });
        assertEquals(new TreeSet<>(List.of("kafka-cluster:Connect cluster/shop/1a2b3c4d-3",
                "kafka-cluster:DescribeGroup group/shop/1a2b3c4d-3/*",
                "kafka-cluster:DescribeTopic topic/shop/1a2b3c4d-3/orders",
                "kafka-cluster:DescribeTopicDynamicConfiguration topic/shop/1a2b3c4d-3/orders",
                "kafka-cluster:ReadData topic/shop/1a2b3c4d-3/orders",
                "kafka:DescribeCluster cluster/shop/1a2b3c4d-3", "kafka:DescribeClusterV2 cluster/shop/1a2b3c4d-3",
                "kafka:GetBootstrapBrokers cluster/shop/1a2b3c4d-3")), grants);
    }

    @Test
    void aConstructOfTheAppReadsItToo() {
        var deployed = OwnApp.synthesise(app -> stream(app, "orders", "MSKClusterARN", KAFKA + "cluster/shop/1a-3")
                .build());
        assertEquals("MSKAsSource", deployed.stack("Shop").ofType(STREAM).getFirst().properties()
                .path("DeliveryStreamType").asText());
        assertEquals(List.of(), deployed.findings());
    }

    @ParameterizedTest
    @CsvSource({"TopicName, .hidden, .hidden is not the name of a topic",
            "TopicName, orders*, Member must satisfy regular expression pattern",
            "MSKClusterARN, arn:aws:kafka:us-east-1:123456789012:cluster/*/*, is not the ARN of an Amazon MSK cluster",
            "MSKClusterARN, shop, Member must satisfy regular expression pattern"})
    void aNameThatWouldGrantMoreThanATopicIsRefused(String member, String value, String reason) {
        assertRefused(reason, app -> stream(app, "orders", member, value).build());
    }

    @Test
    void anotherSourceContradictsIt() {
        assertRefused("source DirectPut contradicts DeliveryStreamType MSKAsSource", app -> stream(app, "orders",
                "TopicName", "orders").source(new Source.DirectPut()).build());
        assertRefused("Stream orders names no topic for Firehose to read", app -> SluiceStream.Builder
                .create(new Stack(app, "Shop"), "Orders").definition(OwnApp.named("firehose.json", "orders"))
                .source(new Source.MskThroughFirehose()).build());
        assertRefused("records of a Kinesis stream contradict DeliveryStreamType MSKAsSource", _ -> SluiceApp.define(
                Synthesis.app(Way.FIREHOSE_FROM_MSK.context("{'Type': 'firehose', 'KinesisStream': 'new'}"))));
    }

    @Test
    void aStreamOfTheUsersWithSuchASourceIsAttachedTo() {
        var app = Synthesis.app(Way.FIREHOSE_FROM_MSK.context("{'Type': 'firehose', 'ExistingStream': 'orders'}"));
        SluiceApp.define(app);
        assertTrue(app.synth().getDirectory().length() > 0);
        assertRefused("grant it there", other -> {
            var made = stream(other, "orders", "TopicName", "orders").build();
            made.grantPutRecord(made.transform());
        });
    }

    private static SluiceStream.Builder stream(App app, String name, String member, String value) {
        var json = (ObjectNode) Synthesis.read(Synthesis.configuration("msk.json"));
        json.put("DeliveryStreamName", name);
        ((ObjectNode) json.path("MSKSourceConfiguration")).put(member, value);
        return SluiceStream.Builder.create(new Stack(app, "Shop"), "Orders")
                .definition(StreamDefinition.parse(json.toString()));
    }
}
