package io.sluice.aws;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Makes the SDK's clients with explicit bounds: the defaults retry a throttled DynamoDB request for 54 seconds, longer
/// than an invocation may have left.
public final class AwsClients {
    private static final int ATTEMPTS_MAX = 4;
    private static final Duration DYNAMODB_ATTEMPT = Duration.ofSeconds(3);
    private static final Duration DYNAMODB_CALL = Duration.ofSeconds(10);
    private static final Duration S3_ATTEMPT = Duration.ofSeconds(20);
    private static final Duration S3_CALL = Duration.ofSeconds(45);

    private AwsClients() {}

    /// @param endpoint another endpoint than AWS's own: path-style requests, in any region, with its credentials
    public static S3Client s3(SdkHttpClient http, Optional<ServiceEndpoint> endpoint) {
        var builder = S3Client.builder().httpClient(http).forcePathStyle(endpoint.isPresent())
                .overrideConfiguration(bounds(S3_ATTEMPT, S3_CALL));
        endpoint.ifPresent(other -> at(builder, other));
        return builder.build();
    }

    /// @param endpoint as in [#s3]
    public static DynamoDbClient dynamoDb(SdkHttpClient http, Optional<ServiceEndpoint> endpoint) {
        var builder = DynamoDbClient.builder().httpClient(http)
                .overrideConfiguration(bounds(DYNAMODB_ATTEMPT, DYNAMODB_CALL));
        endpoint.ifPresent(other -> at(builder, other));
        return builder.build();
    }

    private static ClientOverrideConfiguration bounds(Duration attempt, Duration call) {
        return ClientOverrideConfiguration.builder().apiCallAttemptTimeout(attempt).apiCallTimeout(call)
                .retryStrategy(StandardRetryStrategy.builder().maxAttempts(ATTEMPTS_MAX).build()).build();
    }

    private static void at(AwsClientBuilder<?, ?> builder, ServiceEndpoint endpoint) {
        builder.endpointOverride(endpoint.uri()).region(Region.US_EAST_1).credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(endpoint.key(), endpoint.secret())));
    }
}
