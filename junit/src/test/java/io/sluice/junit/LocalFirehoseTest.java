package io.sluice.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.firehose.FirehoseClient;

/// As a user's test of a producer has it.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class LocalFirehoseTest {
    @RegisterExtension
    static final LocalFirehose FIREHOSE = LocalFirehose.with(Path.of("src/test/resources/io/sluice/junit/stream.json"));

    private static FirehoseClient client() {
        return FirehoseClient.builder().endpointOverride(FIREHOSE.endpoint()).region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(LocalFirehose.ACCESS_KEY, LocalFirehose.SECRET_KEY)))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    private static void put(String record) {
        try (FirehoseClient client = client()) {
            client.putRecord(put -> put.deliveryStreamName("orders")
                    .record(each -> each.data(SdkBytes.fromUtf8String(record))));
        }
    }

    @Test
    @Order(1)
    void whatAProducerPutsIsInItsPlaceAfterAFlush() {
        put("{\"customer\":\"c1\"}");
        put("{\"customer\":\"c2\"}");
        FIREHOSE.flush();
        var objects = FIREHOSE.objects("orders");
        assertEquals(List.of("customer=c1", "customer=c2"),
                objects.keySet().stream().map(key -> key.substring(0, key.indexOf('/'))).toList());
        assertEquals("{\"customer\":\"c1\"}\n", new String(objects.firstEntry().getValue(), UTF_8));
    }

    @Test
    @Order(2)
    void theNextTestBeginsWithTheStreamAndWithoutObjects() {
        assertEquals(List.of(), List.copyOf(FIREHOSE.objects("orders").keySet()));
        put("{\"customer\":\"c3\"}");
        FIREHOSE.flush();
        assertEquals(1, FIREHOSE.objects("orders").size());
    }

    @Test
    @Order(3)
    void otherStreamsCanBeCreatedThroughTheApi() {
        try (FirehoseClient client = client()) {
            assertEquals(List.of("orders"), client.listDeliveryStreams().deliveryStreamNames());
            client.createDeliveryStream(create -> create.deliveryStreamName("more")
                    .extendedS3DestinationConfiguration(s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r")
                            .bucketARN("arn:aws:s3:::more")));
            client.putRecord(put -> put.deliveryStreamName("more")
                    .record(each -> each.data(SdkBytes.fromUtf8String("as it is"))));
        }
        FIREHOSE.flush();
        assertEquals("as it is", new String(FIREHOSE.objects("more").firstEntry().getValue(), UTF_8));
    }

    @Test
    @Order(4)
    void aTestWaitsForWhatItPutsToLandAndIsToldWhatIsMissing() {
        put("{\"customer\":\"c1\"}");
        var missing = assertThrows(AssertionError.class, () -> FIREHOSE.awaitLanded(2, Duration.ZERO));
        assertTrue(String.valueOf(missing.getMessage()).startsWith("0 of 2 records landed within PT0S: 1 were put"),
                missing.getMessage());
        put("no JSON");
        put("{\"customer\":\"c2\"}");
        FIREHOSE.flush();
        FIREHOSE.awaitLanded(2);
        assertThrows(AssertionError.class, () -> FIREHOSE.awaitLanded(3, Duration.ZERO), "one is rejected");
    }

    @Test
    void outsideOfTestsThereIsNoServer() {
        var refused = assertThrows(IllegalStateException.class, () -> LocalFirehose.with().endpoint());
        assertTrue(String.valueOf(refused.getMessage()).contains("@RegisterExtension"));
        assertThrows(IllegalArgumentException.class, () -> LocalFirehose.with().atSpeed(0));
    }
}
