package io.sluice.local.serve.streams;

import io.sluice.local.server.AccessKey;
import io.sluice.local.server.EmbeddedDynamoDb;
import io.sluice.local.server.EmbeddedS3;
import io.sluice.local.server.IndexTable;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;

/// The servers behind the streams: one S3 whose data buckets are folders, and one DynamoDB with an index table for each
/// stream.
public final class Backend implements AutoCloseable {
    static final String STAGING_BUCKET = "sluice-staging";

    private final Path out;
    private final AccessKey key;
    private final Set<String> buckets = ConcurrentHashMap.newKeySet();
    private final EmbeddedDynamoDb dynamoDb;
    private final EmbeddedS3 s3;
    private final S3Client objects;
    private final DynamoDbClient tables;

    private Backend(Path out, AccessKey key, EmbeddedDynamoDb dynamoDb, EmbeddedS3 s3) {
        this.out = out;
        this.key = key;
        this.dynamoDb = dynamoDb;
        this.s3 = s3;
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret()));
        this.objects = S3Client.builder().endpointOverride(s3.endpoint().uri()).forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials).httpClientBuilder(UrlConnectionHttpClient.builder()).build();
        this.tables = DynamoDbClient.builder().endpointOverride(dynamoDb.endpoint().uri()).region(Region.US_EAST_1)
                .credentialsProvider(credentials).httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    /// Starts both servers side by side.
    ///
    /// @param out   the data buckets' folder
    /// @param state the folder of the servers' own state
    /// @param key   whose requests both take
    public static Backend start(Path out, Path state, AccessKey key) {
        var dynamoDb = CompletableFuture.supplyAsync(() -> EmbeddedDynamoDb.on(state.resolve("dynamodb"), key));
        EmbeddedS3 s3;
        try {
            s3 = EmbeddedS3.serving(Map.of(STAGING_BUCKET, state.resolve("s3")), key);
        } catch (RuntimeException e) {
            dynamoDb.join().close();
            throw e;
        }
        try {
            var backend = new Backend(out, key, dynamoDb.join(), s3);
            backend.makeBucket(STAGING_BUCKET);
            return backend;
        } catch (CompletionException e) {
            s3.close();
            throw e;
        }
    }

    private void makeBucket(String bucket) {
        try {
            objects.createBucket(request -> request.bucket(bucket));
        } catch (BucketAlreadyOwnedByYouException | BucketAlreadyExistsException e) {
            // It is there from an earlier start.
        }
    }

    /// Makes what a stream needs, unless it is there.
    ///
    /// @param bucket the stream's data bucket
    void prepare(String streamId, String bucket) {
        s3.add(bucket, out);
        buckets.add(bucket);
        makeBucket(bucket);
        IndexTable.create(tables, table(streamId));
    }

    private static String table(String streamId) {
        return "sluice-index-" + streamId;
    }

    /// The functions' environment for a stream.
    Map<String, String> environment(String streamId, String bucket) {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLUICE_DATA_BUCKET", bucket);
        environment.put("SLUICE_STAGING_BUCKET", STAGING_BUCKET);
        environment.put("SLUICE_INDEX_TABLE", table(streamId));
        environment.put("SLUICE_S3_ENDPOINT", s3.endpoint().uri().toString());
        environment.put("SLUICE_DYNAMODB_ENDPOINT", dynamoDb.endpoint().uri().toString());
        environment.put("AWS_REGION", Region.US_EAST_1.id());
        environment.put("AWS_ACCESS_KEY_ID", key.id());
        environment.put("AWS_SECRET_ACCESS_KEY", key.secret());
        return environment;
    }

    /// Removes all that waits of a stream; what is delivered stays. May be repeated.
    void discard(String streamId, String stream) {
        for (String folder : List.of("segments/", "manifests/", "conversions/")) {
            objects.listObjectsV2Paginator(list -> list.bucket(STAGING_BUCKET).prefix(folder + stream + "/")).contents()
                    .forEach(each -> objects.deleteObject(delete -> delete.bucket(STAGING_BUCKET).key(each.key())));
        }
        try {
            tables.deleteTable(delete -> delete.tableName(table(streamId)));
        } catch (ResourceNotFoundException e) {
            // An earlier attempt removed it.
        }
    }

    /// Deletes all objects of the data buckets that were prepared.
    void empty() {
        for (String bucket : buckets) {
            objects.listObjectsV2Paginator(list -> list.bucket(bucket)).contents()
                    .forEach(each -> objects.deleteObject(delete -> delete.bucket(bucket).key(each.key())));
        }
    }

    /// Where the AWS CLI finds the objects.
    public URI s3Endpoint() {
        return s3.endpoint().uri();
    }

    /// Why keys were refused; see [EmbeddedS3#refusals()].
    public List<String> refusals() {
        return s3.refusals();
    }

    @Override
    public void close() {
        try (dynamoDb; s3; objects; tables) {
            // All of them, whatever one of them throws.
            objects.serviceName();
        }
    }
}
