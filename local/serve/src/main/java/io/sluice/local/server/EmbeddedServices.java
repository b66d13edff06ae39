package io.sluice.local.server;

import io.sluice.aws.ServiceClients;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;

/// Both servers with what one stream needs on them: the data bucket, the staging bucket and the index table.
///
/// Both take requests signed with one access key, which is made when they start: other users and other programs of this
/// machine can neither read nor write what they hold.
///
/// Delivered objects are files under `<out>/<data bucket>`; the servers' own state is under `<out>/.sluice`, so that a
/// run that was killed can be taken up again.
public final class EmbeddedServices implements LocalServices {
    /// The name of the index table.
    public static final String INDEX_TABLE = "sluice-index";

    /// The folder of the table's files, in that of the state.
    static final String TABLES = "dynamodb";

    private static final int BUCKET_CHARS_MAX = 63;

    private final EmbeddedDynamoDb dynamoDb;
    private final EmbeddedS3 s3;
    private final String dataBucket;
    private final AccessKey key;
    private final Path work;

    private EmbeddedServices(EmbeddedDynamoDb dynamoDb, EmbeddedS3 s3, String dataBucket, AccessKey key, Path work) {
        this.dynamoDb = dynamoDb;
        this.s3 = s3;
        this.dataBucket = dataBucket;
        this.key = key;
        this.work = work;
    }

    /// Starts both servers side by side, about a second, and creates what is missing on them.
    ///
    /// @param out        the folder of delivered objects
    /// @param work       the folder of the servers' own state
    /// @param dataBucket the stream's bucket
    public static EmbeddedServices start(Path out, Path work, String dataBucket) {
        return start(out, work, dataBucket, key -> EmbeddedDynamoDb.on(work.resolve(TABLES), key));
    }

    /// The same with an index that is gone when they are closed: on disk, DynamoDB Local waits for the disk at every
    /// item that it writes or deletes, some ten milliseconds each, which DynamoDB does not.
    public static EmbeddedServices startWithIndexInMemory(Path out, Path work, String dataBucket) {
        return start(out, work, dataBucket, EmbeddedDynamoDb::inMemory);
    }

    private static EmbeddedServices start(Path out, Path work, String dataBucket,
            Function<AccessKey, EmbeddedDynamoDb> index) {
        EmbeddedDynamoDb.require();
        var key = AccessKey.random();
        var dynamoDb = CompletableFuture.supplyAsync(() -> index.apply(key));
        EmbeddedS3 s3;
        try {
            s3 = EmbeddedS3.serving(roots(out, work, dataBucket), key);
        } catch (RuntimeException e) {
            dynamoDb.join().close();
            throw e;
        }
        EmbeddedServices services;
        try {
            services = new EmbeddedServices(dynamoDb.join(), s3, dataBucket, key, work);
        } catch (CompletionException e) {
            s3.close();
            throw e.getCause() instanceof UsageException damaged ? damaged : e;
        }
        try {
            services.createBuckets();
            services.createTable();
            return services;
        } catch (RuntimeException e) {
            services.close();
            throw e;
        }
    }

    /// The folder of each of the buckets.
    static Map<String, Path> roots(Path out, Path work, String dataBucket) {
        return Map.of(dataBucket, out, stagingBucket(dataBucket), work.resolve("s3"));
    }

    /// The name of the staging bucket beside a data bucket.
    public static String stagingBucket(String dataBucket) {
        String beside = dataBucket + "-staging";
        return beside.length() <= BUCKET_CHARS_MAX ? beside : "sluice-staging";
    }

    private void createBuckets() {
        try (S3Client client = s3Client()) {
            createBuckets(client, dataBucket);
        }
    }

    /// Creates those of the stream's buckets that are missing.
    static void createBuckets(S3Client client, String dataBucket) {
        for (String bucket : List.of(dataBucket, stagingBucket(dataBucket))) {
            try {
                client.createBucket(b -> b.bucket(bucket));
            } catch (BucketAlreadyOwnedByYouException | BucketAlreadyExistsException e) {
                // Left by the run that this one takes up.
            }
        }
    }

    private void createTable() {
        try (DynamoDbClient client = dynamoDbClient()) {
            IndexTable.create(client, INDEX_TABLE);
        }
    }

    /// A client of the embedded S3; the caller closes it.
    public S3Client s3Client() {
        return S3Client.builder().endpointOverride(s3.endpoint().uri()).forcePathStyle(true).region(Region.US_EAST_1)
                .credentialsProvider(credentials()).httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    /// A client of the embedded DynamoDB; the caller closes it.
    public DynamoDbClient dynamoDbClient() {
        return DynamoDbClient.builder().endpointOverride(dynamoDb.endpoint().uri()).region(Region.US_EAST_1)
                .credentialsProvider(credentials()).httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    private StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret()));
    }

    /// The environment variables with which the functions, or any AWS client, find these servers.
    @Override
    public Map<String, String> environment() {
        return Map.of("SLUICE_DATA_BUCKET", dataBucket, "SLUICE_STAGING_BUCKET", stagingBucket(dataBucket),
                "SLUICE_INDEX_TABLE", INDEX_TABLE, "SLUICE_S3_ENDPOINT", s3Endpoint().uri().toString(),
                "SLUICE_DYNAMODB_ENDPOINT", dynamoDbEndpoint().uri().toString(), "AWS_REGION", Region.US_EAST_1.id(),
                "AWS_ACCESS_KEY_ID", key.id(), "AWS_SECRET_ACCESS_KEY", key.secret());
    }

    public ServiceEndpoint s3Endpoint() {
        return s3.endpoint();
    }

    public ServiceEndpoint dynamoDbEndpoint() {
        return dynamoDb.endpoint();
    }

    @Override
    public Optional<ServiceClients> clients() {
        return Optional.empty();
    }

    @Override
    public Optional<String> fullDisk(Throwable failure) {
        Throwable cause = s3.ranOutOfSpace() ? new IOException("No space left on device", failure) : failure;
        return FullDisk.behind(cause, work);
    }

    @Override
    public Optional<String> lostIndex(String stream, long batchesStaged) {
        try (DynamoDbClient table = dynamoDbClient(); S3Client client = s3Client()) {
            return new LostIndex(table, client, stagingBucket(dataBucket)).of(stream, batchesStaged);
        }
    }

    /// Stops both servers; files and tables stay.
    @Override
    public void close() {
        try {
            s3.close();
        } finally {
            dynamoDb.close();
        }
    }
}
