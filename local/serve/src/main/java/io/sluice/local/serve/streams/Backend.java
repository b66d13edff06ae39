package io.sluice.local.serve.streams;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.serve.function.LambdaFunction;
import io.sluice.local.server.AccessKey;
import io.sluice.local.server.EmbeddedDynamoDb;
import io.sluice.local.server.EmbeddedS3;
import io.sluice.local.server.FullDisk;
import io.sluice.local.server.IndexTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;

/// The servers behind the streams: one S3 whose data buckets are folders, and one DynamoDB with an index table for each
/// stream. Tests of the server's own files keep streams in memory in its place.
public class Backend implements AutoCloseable {
    /// The folder of the index's database, in that of the state.
    static final String TABLES = "dynamodb";

    private final Path out;
    private final Path tablesFolder;
    private final AccessKey key;
    private final OutsideServers outside;
    private final StreamTables catalogs;
    private final OwnBuckets own;
    private final Set<String> buckets = ConcurrentHashMap.newKeySet();
    private final Optional<EmbeddedDynamoDb> dynamoDb;
    private final Optional<EmbeddedS3> s3;
    private final S3Client objects;
    private final DynamoDbClient tables;

    Backend(Path out, Path tablesFolder, AccessKey key, OutsideServers outside, StreamTables catalogs,
            OwnBuckets own,
            Optional<EmbeddedDynamoDb> dynamoDb, Optional<EmbeddedS3> s3) {
        this.out = out;
        this.tablesFolder = tablesFolder;
        this.key = key;
        this.outside = outside;
        this.catalogs = catalogs;
        this.own = own;
        this.dynamoDb = dynamoDb;
        this.s3 = s3;
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret()));
        this.objects = S3Client.builder().endpointOverride(s3Endpoint()).forcePathStyle(true).region(Region.US_EAST_1)
                .credentialsProvider(credentials).httpClientBuilder(UrlConnectionHttpClient.builder()).build();
        this.tables = DynamoDbClient.builder().endpointOverride(dynamoDbEndpoint()).region(Region.US_EAST_1)
                .credentialsProvider(credentials).httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    /// Starts the servers that are embedded, side by side.
    ///
    /// @param out     the data buckets' folder, where S3 is embedded
    /// @param state   the folder of the servers' own state
    /// @param own     whose requests the embedded ones take, unless others are called as somebody else
    /// @param outside  the servers that are not embedded
    /// @param catalogs open streams' Iceberg tables
    public static Backend start(Path out, Path state, AccessKey own, OutsideServers outside, StreamTables catalogs) {
        AccessKey key = outside.key().orElse(own);
        var buckets = new OwnBuckets(state);
        if (outside.dynamoDb().isEmpty()) {
            EmbeddedDynamoDb.require();
        }
        var dynamoDb = CompletableFuture.supplyAsync(() -> outside.dynamoDb().isPresent()
                ? Optional.<EmbeddedDynamoDb>empty()
                : Optional.of(EmbeddedDynamoDb.on(state.resolve(TABLES), key)));
        Optional<EmbeddedS3> s3;
        try {
            s3 = outside.s3().isPresent()
                    ? Optional.empty()
                    : Optional.of(EmbeddedS3.servingDurably(Map.of(outside.stagingBucket(), state.resolve("s3")), key));
        } catch (RuntimeException e) {
            dynamoDb.join().ifPresent(EmbeddedDynamoDb::close);
            throw e;
        }
        try {
            return new Backend(out, state.resolve(TABLES), key, outside, catalogs, buckets, dynamoDb.join(), s3);
        } catch (CompletionException e) {
            s3.ifPresent(EmbeddedS3::close);
            throw e.getCause() instanceof UsageException damaged ? damaged : e;
        }
    }

    /// Makes sure that the staging bucket is there, and this folder's own.
    ///
    /// @param state      the folder of the servers' own state
    /// @param id         for a folder that has none
    /// @param hasStreams whether streams are kept in the folder already
    /// @throws io.sluice.local.UsageException when it is not
    public void claim(Path state, UUID id, boolean hasStreams) throws IOException {
        if (outside.s3().isEmpty()) {
            StagingClaim.requireEmbedded(state);
            makeBucket(outside.stagingBucket());
            return;
        }
        URI place = outside.s3().get();
        try {
            makeBucket(outside.stagingBucket());
        } catch (SdkException e) {
            throw new UsageException("The S3 server at " + place + " can't be used: " + e.getMessage());
        }
        new StagingClaim(state, objects, outside.stagingBucket(), place.toString()).take(id, hasStreams);
    }

    private void makeBucket(String bucket) {
        try {
            objects.createBucket(request -> request.bucket(bucket));
        } catch (BucketAlreadyOwnedByYouException | BucketAlreadyExistsException e) {
            // It is there from an earlier start.
        }
    }

    /// @throws IOException when what waits and what is delivered is not all in the server's folder
    void requireEmbedded() throws IOException {
        if (s3.isEmpty() || dynamoDb.isEmpty()) {
            throw new IOException("the streams are kept on other servers too, which a snapshot of this folder knows"
                    + " nothing of");
        }
    }

    /// The bucket of what waits.
    String stagingBucket() {
        return outside.stagingBucket();
    }

    /// Makes what a stream needs, unless it is there.
    ///
    /// @param bucket the stream's data bucket
    void prepare(String streamId, String bucket) {
        s3.ifPresent(embedded -> embedded.add(bucket, out));
        buckets.add(bucket);
        makeBucket(bucket);
        if (isEmpty(bucket)) {
            own(bucket);
        }
        IndexTable.create(tables, table(streamId));
    }

    /// The file that the index of a stream is gone from; empty when it is there, or on another server.
    Optional<Path> lostIndex(String streamId) {
        if (dynamoDb.isEmpty()) {
            return Optional.empty();
        }
        try {
            tables.describeTable(describe -> describe.tableName(table(streamId)));
            return Optional.empty();
        } catch (ResourceNotFoundException e) {
            return Optional.of(EmbeddedDynamoDb.database(tablesFolder));
        }
    }

    private boolean isEmpty(String bucket) {
        return objects.listObjectsV2(list -> list.bucket(bucket).maxKeys(1)).contents().isEmpty();
    }

    private void own(String bucket) {
        try {
            own.add(bucket);
        } catch (IOException e) {
            throw new UncheckedIOException("it can't be kept that " + bucket + " was empty: " + e.getMessage(), e);
        }
    }

    private static String table(String streamId) {
        return "sluice-index-" + streamId;
    }

    /// The functions' environment for a stream.
    Map<String, String> environment(String streamId, String bucket) {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLUICE_DATA_BUCKET", bucket);
        environment.put("SLUICE_STAGING_BUCKET", outside.stagingBucket());
        environment.put("SLUICE_INDEX_TABLE", table(streamId));
        environment.put("SLUICE_S3_ENDPOINT", s3Endpoint().toString());
        environment.put("SLUICE_DYNAMODB_ENDPOINT", dynamoDbEndpoint().toString());
        environment.put("AWS_REGION", Region.US_EAST_1.id());
        environment.put("AWS_ACCESS_KEY_ID", key.id());
        environment.put("AWS_SECRET_ACCESS_KEY", key.secret());
        return environment;
    }

    /// The Iceberg table of a stream; empty where it has none.
    Optional<LiveTable> table(StreamConfiguration stream, Map<String, String> environment) {
        return stream.sluice().iceberg().map(_ -> catalogs.open(stream, environment, http()));
    }

    /// The functions of a stream.
    ///
    /// @param environment as [#environment] gives it, with the stream's configuration
    StreamFunctions functions(Map<String, String> environment, InstantSource clock, Optional<LambdaFunction> own) {
        return new StreamFunctions(environment, clock, http(), own);
    }

    /// A client that functions send their requests by.
    SdkHttpClient http() {
        SdkHttpClient http = UrlConnectionHttpClient.create();
        return dynamoDb.isPresent() ? new IndexOnDisk(http, tablesFolder) : http;
    }

    /// One sentence that the disk of the folder is full; empty when it has room. The servers in this process say of it
    /// that something went wrong, and no more.
    public Optional<String> fullDisk() {
        return FullDisk.behind(null, out);
    }

    /// Removes all that waits of a stream; what is delivered stays. May be repeated.
    void discard(String streamId, String stream) {
        for (String folder : List.of("segments/", "manifests/", "folded/", "landings/", "conversions/")) {
            // What is not in the buffer's own folder, as the log of its lake, has names that no stream has.
            for (String own : List.of(stream + "/", stream + "!")) {
                objects.listObjectsV2Paginator(list -> list.bucket(outside.stagingBucket()).prefix(folder + own))
                        .contents()
                        .forEach(each -> objects
                                .deleteObject(delete -> delete.bucket(outside.stagingBucket()).key(each.key())));
            }
        }
        try {
            tables.deleteTable(delete -> delete.tableName(table(streamId)));
        } catch (ResourceNotFoundException e) {
            // An earlier attempt removed it.
        }
    }

    /// Requires that nothing lies in the data buckets that were prepared but what came with the server.
    ///
    /// @throws IOException naming the bucket where something may
    void requireOwnBuckets() throws IOException {
        for (String bucket : buckets) {
            if (!own.has(bucket)) {
                throw new IOException("the bucket " + bucket + " held objects before the stream's; nothing is deleted: "
                        + "move them away and start the server again, or use another bucket");
            }
        }
    }

    /// Deletes all objects of the data buckets that were prepared.
    ///
    /// @throws IOException as [#requireOwnBuckets()]
    void empty() throws IOException {
        requireOwnBuckets();
        for (String bucket : buckets) {
            objects.listObjectsV2Paginator(list -> list.bucket(bucket)).contents()
                    .forEach(each -> objects.deleteObject(delete -> delete.bucket(bucket).key(each.key())));
        }
    }

    /// A data bucket, to look into.
    BucketContent bucket(String name) {
        return new BucketContent(objects, name);
    }

    /// The address at which the AWS CLI finds the objects.
    public URI s3Endpoint() {
        return outside.s3().or(() -> s3.map(embedded -> embedded.endpoint().uri())).orElseThrow();
    }

    private URI dynamoDbEndpoint() {
        return outside.dynamoDb().or(() -> dynamoDb.map(embedded -> embedded.endpoint().uri())).orElseThrow();
    }

    @Override
    public void close() {
        try (EmbeddedDynamoDb _ = dynamoDb.orElse(null); EmbeddedS3 _ = s3.orElse(null); objects; tables) {
            // All of them, whatever one of them throws.
            objects.serviceName();
        }
    }
}
