package io.sluice.local.server;

import io.sluice.aws.ServiceClients;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.regions.Region;

/// The services of [EmbeddedServices], in the same files and the same tables, without the servers: requests are calls
/// within this process, and no port is open.
public final class DirectServices implements LocalServices {
    private final FolderBuckets buckets;
    private final DynamoDbLocal.Database database;
    private final ServiceClients clients;
    private final String dataBucket;
    private final Path work;

    private DirectServices(FolderBuckets buckets, DynamoDbLocal.Database database, String dataBucket, Path work) {
        this.buckets = buckets;
        this.database = database;
        this.clients = new ServiceClients(new FolderS3Client(buckets), new LocalDynamoDbClient(database));
        this.dataBucket = dataBucket;
        this.work = work;
    }

    /// Opens both, and creates what is missing in them.
    ///
    /// @param out        as in [EmbeddedServices#start]
    /// @param work       as there
    /// @param dataBucket the stream's bucket
    public static DirectServices start(Path out, Path work, String dataBucket) {
        return start(out, work, dataBucket, Writes.CACHED);
    }

    /// The same, where an object is on the disk once it is written: for what deletes the objects that it was made of.
    public static DirectServices startDurably(Path out, Path work, String dataBucket) {
        return start(out, work, dataBucket, Writes.FORCED);
    }

    private static DirectServices start(Path out, Path work, String dataBucket, Writes writes) {
        EmbeddedDynamoDb.require();
        var opened = CompletableFuture.supplyAsync(() -> database(work.resolve(EmbeddedServices.TABLES)));
        FolderBuckets buckets;
        try {
            buckets = new FolderBuckets(EmbeddedServices.roots(out, work, dataBucket), writes);
        } catch (RuntimeException e) {
            shutDown(opened.join());
            throw e;
        }
        DynamoDbLocal.Database database;
        try {
            database = opened.join();
        } catch (CompletionException e) {
            buckets.close();
            throw e.getCause() instanceof UsageException damaged ? damaged : e;
        }
        var services = new DirectServices(buckets, database, dataBucket, work);
        try {
            EmbeddedServices.createBuckets(services.clients.s3(), dataBucket);
            IndexTable.create(services.clients.dynamoDb(), EmbeddedServices.INDEX_TABLE);
            return services;
        } catch (RuntimeException e) {
            services.close();
            throw e;
        }
    }

    private static DynamoDbLocal.Database database(Path directory) {
        try {
            Files.createDirectories(directory);
            return DynamoDbLocal.open(directory.toRealPath().toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the DynamoDB folder " + directory, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("DynamoDB Local did not start: " + e, e);
        }
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("SLUICE_DATA_BUCKET", dataBucket, "SLUICE_STAGING_BUCKET",
                EmbeddedServices.stagingBucket(dataBucket), "SLUICE_INDEX_TABLE", EmbeddedServices.INDEX_TABLE,
                "AWS_REGION", Region.US_EAST_1.id());
    }

    @Override
    public Optional<ServiceClients> clients() {
        return Optional.of(clients);
    }

    @Override
    public Optional<String> fullDisk(Throwable failure) {
        Throwable cause = buckets.ranOutOfSpace() ? new IOException("No space left on device", failure) : failure;
        return FullDisk.behind(cause, work);
    }

    @Override
    public Optional<String> lostIndex(String stream, long batchesStaged) {
        return new LostIndex(clients.dynamoDb(), clients.s3(), EmbeddedServices.stagingBucket(dataBucket)).of(stream,
                batchesStaged);
    }

    @Override
    public void close() {
        try {
            buckets.close();
        } finally {
            shutDown(database);
        }
    }

    private static void shutDown(DynamoDbLocal.Database database) {
        try {
            database.shutdown();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("DynamoDB Local did not stop: " + e, e);
        }
    }
}
