package io.sluice.local.evidence;

import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.codec.ChunkCoding;
import io.sluice.codec.StagedChunk;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The damaged chunks that open deliveries of an interrupted run wait for. Changes nothing. Not safe for concurrent
/// use.
public final class DamagedChunks implements AutoCloseable {
    private final S3Client s3;
    private final DynamoDbClient dynamoDb;
    private final ObjectStore staging;
    private final ObjectStore data;
    private final LocalBuffers buffers;

    /// @param bucket the stream's own
    public DamagedChunks(String stream, String bucket, EmbeddedServices services) {
        this.s3 = services.s3Client();
        this.dynamoDb = services.dynamoDbClient();
        RequestCounts counts = new RequestCounts();
        this.staging = new S3ObjectStore(s3, services.environment().getOrDefault("SLUICE_STAGING_BUCKET", ""),
                Optional.empty(), counts);
        this.data = new S3ObjectStore(s3, bucket, Optional.empty(), counts);
        this.buffers = new LocalBuffers(stream, dynamoDb, counts);
    }

    /// One of them.
    ///
    /// @param segment key of its segment
    /// @param offset  its first byte there
    /// @param records how many it holds
    /// @param object  key of the object that waits for it
    public record Found(String segment, long offset, long records, String object) {
        /// The name that an operator knows it by: the records, whose they are, and where they lie.
        public String name() {
            String folder = object.substring(0, object.lastIndexOf('/') + 1);
            return records + " records of " + (folder.isEmpty() ? object : folder) + " at " + offset + " of "
                    + segment;
        }
    }

    /// All of them, each once, in the order of the deliveries.
    ///
    /// @throws StoreException when something could not be read
    public List<Found> find() {
        List<Found> found = new ArrayList<>();
        for (String buffer : buffers.names()) {
            found.addAll(find(buffer, buffers.index(buffer)));
        }
        return found;
    }

    private List<Found> find(String buffer, BufferIndex index) {
        Manifest manifest = index.state().map(FlushState::manifest).map(staging::get).map(Manifest::decode)
                .orElseGet(Manifest::empty);
        List<Found> found = new ArrayList<>();
        for (Delivery delivery : manifest.deliveries()) {
            for (ChunkRef chunk : waiting(delivery)) {
                ObjectKey segment = manifest.segments().id(chunk.segment()).key(buffer);
                if (!isWhole(segment, chunk, delivery)) {
                    found.add(new Found(segment.value(), chunk.offset(), chunk.records(), delivery.key().value()));
                }
            }
        }
        return found;
    }

    private List<ChunkRef> waiting(Delivery delivery) {
        return data.head(delivery.key()).isPresent()
                ? List.of()
                : delivery.chunks().stream().filter(chunk -> chunk.length() > 0).toList();
    }

    private boolean isWhole(ObjectKey segment, ChunkRef chunk, Delivery delivery) {
        byte[] bytes;
        try {
            bytes = staging.get(segment, new ByteRange(chunk.offset(), chunk.length()));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return false;
            }
            throw e;
        }
        return StagedChunk.check(ChunkCoding.of(chunk.form(), delivery.format().staged()), bytes, 0,
                chunk.length()).isPresent();
    }

    @Override
    public void close() {
        s3.close();
        dynamoDb.close();
    }
}
