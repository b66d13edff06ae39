package io.sluice.lambda;

import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.DynamoDbLanes;
import io.sluice.aws.DynamoDbRecoveryMark;
import io.sluice.aws.DynamoDbRetentionRules;
import io.sluice.aws.DynamoDbSweepMark;
import io.sluice.aws.LambdaInvocations;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.aws.S3SourceStore;
import io.sluice.aws.S3UploadedObjects;
import io.sluice.aws.ServiceClients;
import io.sluice.flush.SweepMark;
import io.sluice.index.BufferIndex;
import io.sluice.input.RowFiles;
import io.sluice.lane.LaneLog;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.recover.RecoveryMark;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.upload.UploadedObjects;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Two buckets and a table on AWS, or on servers that speak their protocols. Clients are made when something is asked
/// of them first: a function that keeps nothing makes none.
final class AwsPorts implements Ports {
    private final Settings settings;
    private final SdkHttpClient http;
    private final RequestCounts requests = new RequestCounts();
    private final Once<S3Client> s3;
    private final Once<DynamoDbClient> dynamoDb;
    private final Once<S3ObjectStore> staging;
    private final Once<S3ObjectStore> data;
    private final Once<BufferIndex> index;

    /// @param http closed with the ports
    AwsPorts(Settings settings, SdkHttpClient http) {
        this(settings, http, () -> AwsClients.s3(http, settings.s3Endpoint()),
                () -> AwsClients.dynamoDb(http, settings.dynamoDbEndpoint()));
    }

    /// @param http    as above
    /// @param clients for all requests but those to Lambda
    AwsPorts(Settings settings, SdkHttpClient http, ServiceClients clients) {
        this(settings, http, clients::s3, clients::dynamoDb);
    }

    private AwsPorts(Settings settings, SdkHttpClient http, Supplier<S3Client> s3, Supplier<DynamoDbClient> dynamoDb) {
        this.settings = settings;
        this.http = http;
        this.s3 = new Once<>(s3);
        this.dynamoDb = new Once<>(dynamoDb);
        this.staging = new Once<>(() -> bucket(settings.stagingBucket(), Optional.empty()));
        this.data = new Once<>(() -> bucket(settings.dataBucket(), settings.stream().kmsKeyArn()));
        this.index = new Once<>(() -> index(settings.stream().stream()));
    }

    private S3ObjectStore bucket(String name, Optional<String> kmsKeyArn) {
        return new S3ObjectStore(s3.get(), name, kmsKeyArn, requests);
    }

    @Override
    public ObjectStore staging() {
        return staging.get();
    }

    @Override
    public ObjectStore data() {
        return data.get();
    }

    @Override
    public BufferIndex index() {
        return index.get();
    }

    @Override
    public BufferIndex index(String buffer) {
        return new DynamoDbIndex(dynamoDb.get(), settings.indexTable(), buffer, requests);
    }

    @Override
    public RecoveryMark recoveryMark(String buffer) {
        return new DynamoDbRecoveryMark(dynamoDb.get(), settings.indexTable(), buffer, requests);
    }

    @Override
    public SweepMark sweepMark(String buffer) {
        return new DynamoDbSweepMark(dynamoDb.get(), settings.indexTable(), buffer, requests);
    }

    @Override
    public LaneLog lanes() {
        return new DynamoDbLanes(dynamoDb.get(), settings.indexTable(), settings.stream().stream(), requests);
    }

    @Override
    public ObjectTree tree() {
        return data.get();
    }

    @Override
    public RetentionRules rules() {
        return new DynamoDbRetentionRules(dynamoDb.get(), settings.indexTable(), settings.stream().stream(), requests);
    }

    @Override
    public SourceStore sourceObjects() {
        return new S3SourceStore(s3.get(), settings.dataBucket(), requests);
    }

    @Override
    public SourceRecords source() {
        return new SourceRecords(sourceObjects(), settings.dataBucket(), PluginServices.only(RowFiles.class));
    }

    @Override
    public UploadedObjects uploads() {
        return new S3UploadedObjects(s3.get(), requests, PluginServices.only(RowFiles.class));
    }

    @Override
    public List<String> buckets() {
        return List.of(settings.dataBucket(), settings.stagingBucket());
    }

    @Override
    public Optional<Invocations> invocations() {
        return settings.inLambda()
                ? Optional.of(new LambdaInvocations(http, settings.lambdaEndpoint())::start)
                : Optional.empty();
    }

    @Override
    public RequestCounts.Snapshot requests() {
        return requests.snapshot();
    }

    @Override
    public void close() {
        s3.ifMade().ifPresent(S3Client::close);
        dynamoDb.ifMade().ifPresent(DynamoDbClient::close);
        http.close();
    }
}
