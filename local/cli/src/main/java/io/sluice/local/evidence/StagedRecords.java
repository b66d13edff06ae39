package io.sluice.local.evidence;

import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.ObjectFormat;
import io.sluice.codec.StagedChunk;
import io.sluice.flush.FoldedObjects;
import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.verify.UndeliveredRecords;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.PendingPartition;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectStore;
import io.sluice.partition.Partition;
import io.sluice.segment.BatchId;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.work.Workers;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The records that a run that was cut short staged and did not deliver: pending chunks, open deliveries whose objects
/// are not there, and batches that no flush run has folded. Changes nothing. Not safe for concurrent use.
public final class StagedRecords implements UndeliveredRecords, AutoCloseable {
    private final S3Client s3;
    private final DynamoDbClient dynamoDb;
    private final ObjectStore staging;
    private final LocalBuffers buffers;

    public StagedRecords(String stream, EmbeddedServices services) {
        this.s3 = services.s3Client();
        this.dynamoDb = services.dynamoDbClient();
        RequestCounts counts = new RequestCounts();
        this.staging = new S3ObjectStore(s3, services.environment().getOrDefault("SLUICE_STAGING_BUCKET", ""),
                Optional.empty(), counts);
        this.buffers = new LocalBuffers(stream, dynamoDb, counts);
    }

    private static Home home(Partition partition) {
        return new Home.Of(partition.kind() == Partition.Kind.ERRORS, partition.prefix().text());
    }

    /// Records of the input that the transformation dropped are in no chunk.
    ///
    /// @param isWritten whether an object is there
    @Override
    public void forEach(Predicate<String> isWritten, Sink sink) throws IOException {
        for (String name : buffers.names()) {
            new Content(new Buffer(name, staging, buffers.index(name))).forEach(isWritten, sink);
        }
    }

    @Override
    public void close() {
        s3.close();
        dynamoDb.close();
    }

    /// The records that are staged in one of the stream's buffers.
    private record Content(Buffer buffer) {
        void forEach(Predicate<String> isWritten, Sink sink) throws IOException {
            Manifest manifest = buffer.index().state().map(FlushState::manifest).map(buffer.staging()::get)
                    .map(Manifest::decode)
                    .orElseGet(Manifest::empty);
            for (PendingPartition pending : manifest.pending()) {
                for (ChunkRef chunk : pending.chunks()) {
                    sink.chunk(home(pending.partition()),
                            content(manifest, chunk, pending.partition().format()));
                }
            }
            for (Delivery delivery : manifest.deliveries()) {
                if (!isWritten.test(delivery.key().value())) {
                    Home home = new Home.Under(delivery.key().value(),
                            delivery.kind() == Partition.Kind.ERRORS,
                            delivery.wrapping() != Wrapping.NONE);
                    for (ChunkRef chunk : delivery.chunks()) {
                        sink.chunk(home, content(manifest, chunk, delivery.format()));
                    }
                }
            }
            arrived(manifest, sink);
        }

        private void arrived(Manifest manifest, Sink sink) throws IOException {
            Set<BatchId> seen = new HashSet<>();
            int shards = Math.max(buffer.index().shardsUsed(), manifest.shardCount());
            for (int shard = 0; shard < shards; shard++) {
                Optional<EntryKey> after = Optional.empty();
                do {
                    EntryPage page = buffer.index().read(new Shard(shard), after);
                    for (IndexEntry entry : unfolded(manifest.folded(), page.entries())) {
                        if (seen.add(entry.batch())) {
                            batch(entry, sink);
                        }
                    }
                    after = page.after();
                } while (after.isPresent());
            }
        }

        private List<IndexEntry> unfolded(FoldedBatches folded, List<IndexEntry> entries) throws IOException {
            var known = new FoldedObjects(buffer, Workers.sequential()).among(folded,
                    entries.stream().map(IndexEntry::key).toList());
            if (!known.undecided().isEmpty()) {
                throw new IOException(known.undecided().values().iterator().next());
            }
            return entries.stream().filter(entry -> !known.folded().contains(entry.key())).toList();
        }

        private void batch(IndexEntry entry, Sink sink) throws IOException {
            Directory directory = switch (entry.directory()) {
                case IndexEntry.DirectoryAt.Inline(Directory inline) -> inline;
                case IndexEntry.DirectoryAt.Tail(long offset, int length) -> Directory
                        .decode(buffer.staging().get(entry.segment().key(buffer.name()),
                                new ByteRange(offset, length)));
            };
            if (directory.size() == 0) {
                return;
            }
            byte[] segment = buffer.staging().get(entry.segment().key(buffer.name()));
            for (Chunk chunk : directory) {
                sink.chunk(home(chunk.partition()),
                        raw(chunk.form(), chunk.partition().format(), segment,
                                Math.toIntExact(chunk.offset()), chunk.length()));
            }
        }

        private byte[] content(Manifest manifest, ChunkRef chunk, ObjectFormat format) throws IOException {
            byte[] staged = chunk.length() == 0
                    ? new byte[0]
                    : buffer.staging().get(manifest.segments().id(chunk.segment()).key(buffer.name()),
                            new ByteRange(chunk.offset(), chunk.length()));
            return raw(chunk.form(), format, staged, 0, chunk.length());
        }

        /// @throws IOException when the chunk is damaged
        private static byte[] raw(ChunkForm form, ObjectFormat format, byte[] bytes, int offset,
                int length) throws IOException {
            return StagedChunk.check(ChunkCoding.of(form, format.staged()), bytes, offset, length)
                    .orElseThrow(() -> new IOException("a staged chunk fails its checksum")).raw();
        }
    }
}
