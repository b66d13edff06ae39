package io.sluice.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.firehose.FirehoseClient;

/// What is put lands by itself.
final class AwaitLandedTest {
    @RegisterExtension
    static final LocalFirehose FIREHOSE = LocalFirehose
            .with(Path.of("src/test/resources/io/sluice/junit/stream.json")).atSpeed(1_000);

    @Test
    void whatIsDueByTheBuffersHintsIsWaitedFor() {
        try (FirehoseClient client = FirehoseClient.builder().endpointOverride(FIREHOSE.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(LocalFirehose.ACCESS_KEY, LocalFirehose.SECRET_KEY)))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build()) {
            for (int i = 0; i < 3; i++) {
                String record = "{\"customer\":\"c" + i + "\"}";
                client.putRecord(put -> put.deliveryStreamName("orders")
                        .record(each -> each.data(SdkBytes.fromUtf8String(record))));
            }
        }
        FIREHOSE.awaitLanded(3);
        assertEquals(3, FIREHOSE.objects("orders").size());
    }
}
