package io.sluice.local.serve;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.firehose.FirehoseClient;

/// A client's patience without end and without pauses.
final class NeverGivesUp {
    private static final RetryStrategy STRATEGY = StandardRetryStrategy.builder().maxAttempts(1_000)
            .backoffStrategy(BackoffStrategy.retryImmediately())
            .throttlingBackoffStrategy(BackoffStrategy.fixedDelay(Duration.ofMillis(1)))
            .circuitBreakerEnabled(false).retryOnException(failure -> true).build();

    private NeverGivesUp() {}

    static FirehoseClient client(URI uri) {
        return FirehoseClient.builder().endpointOverride(uri).region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(each -> each.retryStrategy(STRATEGY)).build();
    }
}
