package io.sluice.local.smoke;

import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.scheduler.SchedulerClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/// AWS by its SDK, with the usual credentials.
public final class SdkCloud {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
    /// As long as a function may take.
    private static final Duration FUNCTION_MAX = Duration.ofMinutes(16);

    private final CloudAccess access;

    private SdkCloud(CloudAccess access) {
        this.access = access;
    }

    /// The services at `access`. No request is made.
    public static SmokeCloud open(CloudAccess access) {
        return new SdkCloud(access).clients();
    }

    private SmokeCloud clients() {
        var sts = built(StsClient.builder(), ANSWER_MAX);
        var s3 = built(S3Client.builder().forcePathStyle(access.endpoint().isPresent()), ANSWER_MAX);
        var formation = built(CloudFormationClient.builder(), ANSWER_MAX);
        // A call that nobody answered may have been heard: neither is repeated.
        var lambda = built(once(LambdaClient.builder()), FUNCTION_MAX);
        var sending = built(once(SqsClient.builder()), FUNCTION_MAX);
        var sqs = built(SqsClient.builder(), ANSWER_MAX);
        var dynamoDb = built(DynamoDbClient.builder(), ANSWER_MAX);
        var scheduler = built(SchedulerClient.builder(), ANSWER_MAX);
        List<SdkAutoCloseable> all = List.of(sts, s3, formation, lambda, sending, sqs, dynamoDb, scheduler);
        return new SmokeCloud(() -> sts.getCallerIdentity().account(), new SdkBuckets(s3), new SdkStacks(formation),
                new SdkFunctions(lambda), new SdkQueues(sqs, sending), new SdkTables(dynamoDb),
                new SdkSchedules(scheduler), () -> all.forEach(SdkAutoCloseable::close));
    }

    private static <B extends AwsClientBuilder<B, ?>> B once(B builder) {
        return builder.overrideConfiguration(configuration -> configuration.retryStrategy(
                strategy -> strategy.maxAttempts(1)));
    }

    private <C, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>> C built(B builder, Duration answerMax) {
        builder.httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(answerMax))
                .region(Region.of(access.region()));
        access.endpoint().ifPresent(builder::endpointOverride);
        return builder.build();
    }
}
