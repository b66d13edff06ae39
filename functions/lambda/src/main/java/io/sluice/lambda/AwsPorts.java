package io.sluice.lambda;

import io.sluice.app.Once;
import io.sluice.app.PluginServices;
import io.sluice.app.Ports;
import io.sluice.app.Stream;
import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbBufferCounts;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.DynamoDbLandingCursors;
import io.sluice.aws.DynamoDbRecoveryMark;
import io.sluice.aws.DynamoDbRetentionRules;
import io.sluice.aws.DynamoDbSweepMark;
import io.sluice.aws.EventBusSink;
import io.sluice.aws.LambdaInvocations;
import io.sluice.aws.QueueSink;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.aws.S3SourceStore;
import io.sluice.aws.S3UploadedObjects;
import io.sluice.aws.SecretText;
import io.sluice.aws.ServiceClients;
import io.sluice.buffers.BufferCountLog;
import io.sluice.config.EventTarget;
import io.sluice.flush.SweepMark;
import io.sluice.index.BufferIndex;
import io.sluice.input.RowFiles;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingCursors;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.recover.RecoveryMark;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.upload.UploadedObjects;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Two buckets and a table on AWS, or on servers that speak their protocols. Clients are made when something is asked
/// of them first: a function that keeps nothing makes none.
public final class AwsPorts implements Ports {
    private final Settings settings;
    private final Once<SdkHttpClient> http;
    private final RequestCounts requests = new RequestCounts();
    private final Once<S3Client> s3;
    private final Once<DynamoDbClient> dynamoDb;
    private final Once<S3ObjectStore> staging;
    private final Once<S3ObjectStore> data;
    private final Once<BufferIndex> index;

    /// The stream of a function: of the process's environment, with the system clock and lines to standard output.
    static Stream ofFunction() {
        return of(System.getenv()).stream(InstantSource.system(), System.out::println);
    }

    /// @param environment the variables that are listed at [Settings]
    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    public static AwsPorts of(Map<String, String> environment) {
        return connecting(environment, new Once<>(UrlConnectionHttpClient::create));
    }

    /// @param http carries every request to AWS; closed with the ports
    public static AwsPorts of(Map<String, String> environment, SdkHttpClient http) {
        return connecting(environment, Once.there(http));
    }

    /// The ports of a function whose cold start is without TLS until there is something to connect to.
    static AwsPorts connecting(Map<String, String> environment, Once<SdkHttpClient> http) {
        Settings settings = Settings.parse(environment);
        return new AwsPorts(settings, http, () -> AwsClients.s3(http.get(), settings.s3Endpoint()),
                () -> AwsClients.dynamoDb(http.get(), settings.dynamoDbEndpoint()));
    }

    /// @param clients take every request to S3 and DynamoDB, whatever endpoints the environment names
    public static AwsPorts of(Map<String, String> environment, ServiceClients clients) {
        return new AwsPorts(Settings.parse(environment), new Once<>(UrlConnectionHttpClient::create), clients::s3,
                clients::dynamoDb);
    }

    private AwsPorts(Settings settings, Once<SdkHttpClient> http, Supplier<S3Client> s3,
            Supplier<DynamoDbClient> dynamoDb) {
        this.settings = settings;
        this.http = http;
        this.s3 = new Once<>(s3);
        this.dynamoDb = new Once<>(dynamoDb);
        this.staging = new Once<>(() -> bucket(settings.stagingBucket(), Optional.empty()));
        this.data = new Once<>(() -> bucket(settings.dataBucket(), settings.stream().kmsKeyArn()));
        this.index = new Once<>(() -> index(settings.stream().stream()));
    }

    /// A secret of Secrets Manager, on AWS or on a server that speaks its protocol.
    ///
    /// @param environment may name another endpoint than AWS's own
    /// @throws IllegalArgumentException when the ARN is no secret's, or the endpoint none
    public static SecretText secret(String arn, Map<String, String> environment, SdkHttpClient http) {
        return new SecretText(http, arn, Settings.endpoint(environment, "SLUICE_SECRETSMANAGER_ENDPOINT"));
    }

    /// Another endpoint of the Glue Data Catalog than AWS's own.
    ///
    /// @throws IllegalArgumentException when the environment names what is none
    public static Optional<URI> glueEndpoint(Map<String, String> environment) {
        return Settings.endpoint(environment, "SLUICE_GLUE_ENDPOINT");
    }

    /// The stream over these ports, which are closed with it.
    ///
    /// @param lines takes log and metric lines, without their ends
    /// @throws IllegalArgumentException when the configuration names code that is not there
    public Stream stream(InstantSource clock, Consumer<String> lines) {
        return stream(clock, lines, Stream.Extras.NONE);
    }

    /// The same with what the configuration does not tell.
    public Stream stream(InstantSource clock, Consumer<String> lines, Stream.Extras extras) {
        return new Stream(settings.stream(), this, clock, lines, extras);
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
        return new DynamoDbIndex(dynamoDb.get(), settings.indexTable(), buffer, settings.stream().stream(), requests);
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
    public BufferCountLog bufferCounts() {
        return new DynamoDbBufferCounts(dynamoDb.get(), settings.indexTable(), settings.stream().stream(), requests);
    }

    @Override
    public LandingCursors landingCursors(LandingCursors.Reader reader) {
        return new DynamoDbLandingCursors(dynamoDb.get(), settings.indexTable(), settings.stream().stream(), reader,
                requests);
    }

    @Override
    public EventSink eventSink(EventTarget target) {
        Settings.EventEndpoints at = settings.events();
        return switch (target) {
            case EventTarget.EventBus(var arn) -> new EventBusSink(http.get(), arn, at.region(), at.eventBridge());
            case EventTarget.Queue queue -> new QueueSink(http.get(), queue, at.sqs());
        };
    }

    @Override
    public ObjectTree tree() {
        return data.get();
    }

    @Override
    public RetentionRules rules() {
        return DynamoDbRetentionRules.create(dynamoDb.get(), settings.indexTable(), settings.stream().stream(),
                requests);
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
                ? Optional.of(new LambdaInvocations(http.get(), settings.lambdaEndpoint())::start)
                : Optional.empty();
    }

    /// The requests to AWS so far.
    public RequestCounts.Snapshot requests() {
        return requests.snapshot();
    }

    @Override
    public void close() {
        s3.ifMade().ifPresent(S3Client::close);
        dynamoDb.ifMade().ifPresent(DynamoDbClient::close);
        http.ifMade().ifPresent(SdkHttpClient::close);
    }
}
