package io.sluice.lambda;

import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.DynamoDbRecoveryMark;
import io.sluice.aws.DynamoDbRetentionRules;
import io.sluice.aws.LambdaInvocations;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.aws.S3SourceStore;
import io.sluice.index.BufferIndex;
import io.sluice.input.RowFiles;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.recover.RecoveryMark;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceRecords;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Two buckets and a table on AWS, or on servers that speak their protocols.
final class AwsPorts implements Ports {
    private final SdkHttpClient http;
    private final S3Client s3;
    private final DynamoDbClient dynamoDb;
    private final RequestCounts requests = new RequestCounts();
    private final ObjectStore staging;
    private final S3ObjectStore data;
    private final BufferIndex index;
    private final RecoveryMark recoveryMark;
    private final RetentionRules rules;
    private final SourceRecords source;
    private final Optional<Invocations> invocations;

    /// @param http closed with the ports
    AwsPorts(Settings settings, SdkHttpClient http) {
        this.http = http;
        this.s3 = AwsClients.s3(http, settings.s3Endpoint());
        this.dynamoDb = AwsClients.dynamoDb(http, settings.dynamoDbEndpoint());
        this.staging = new S3ObjectStore(s3, settings.stagingBucket(), Optional.empty(), requests);
        this.data = new S3ObjectStore(s3, settings.dataBucket(), settings.stream().kmsKeyArn(), requests);
        this.index = new DynamoDbIndex(dynamoDb, settings.indexTable(), settings.stream().stream(), requests);
        this.recoveryMark = new DynamoDbRecoveryMark(dynamoDb, settings.indexTable(), settings.stream().stream(),
                requests);
        this.rules = new DynamoDbRetentionRules(dynamoDb, settings.indexTable(), settings.stream().stream(), requests);
        this.source = new SourceRecords(new S3SourceStore(s3, settings.dataBucket(), requests), settings.dataBucket(),
                Services.only(RowFiles.class));
        this.invocations = settings.inLambda() && settings.stream().sluice().flushParallelism() > 1
                ? Optional.of(new LambdaInvocations(http, settings.lambdaEndpoint())::start)
                : Optional.empty();
    }

    @Override
    public ObjectStore staging() {
        return staging;
    }

    @Override
    public ObjectStore data() {
        return data;
    }

    @Override
    public BufferIndex index() {
        return index;
    }

    @Override
    public RecoveryMark recoveryMark() {
        return recoveryMark;
    }

    @Override
    public ObjectTree tree() {
        return data;
    }

    @Override
    public RetentionRules rules() {
        return rules;
    }

    @Override
    public SourceRecords source() {
        return source;
    }

    @Override
    public Optional<Invocations> invocations() {
        return invocations;
    }

    @Override
    public RequestCounts.Snapshot requests() {
        return requests.snapshot();
    }

    @Override
    public void close() {
        s3.close();
        dynamoDb.close();
        http.close();
    }
}
