package io.sluice.local.serve.streams;

import io.sluice.app.Ports;
import io.sluice.app.Stream;
import io.sluice.buffers.BufferCountLog;
import io.sluice.config.EventTarget;
import io.sluice.config.StreamConfiguration;
import io.sluice.flush.SweepMark;
import io.sluice.index.BufferIndex;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingCursors;
import io.sluice.local.serve.function.LambdaFunction;
import io.sluice.local.server.AccessKey;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.recover.RecoveryMark;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemoryRetentionRules;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import io.sluice.upload.UploadedObjects;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Buckets and indexes on other machines, whose power does not fail, of a server on this one. In memory.
public final class Elsewhere {
    private static final URI NOWHERE = URI.create("http://127.0.0.1:9");
    private static final OutsideServers SERVERS = new OutsideServers(Optional.of(NOWHERE), Optional.of(NOWHERE),
            OutsideServers.STAGING_BUCKET, Optional.of(new AccessKey("local", "local")));

    private final Map<String, MemoryObjectStore> buckets = new ConcurrentHashMap<>();
    private final Map<String, MemoryIndex> indexes = new ConcurrentHashMap<>();
    private final MemoryS3Client claims = new MemoryS3Client();
    private final InstantSource clock;
    private final Requests requests;
    private final RetentionRules rules = new MemoryRetentionRules();
    private volatile boolean removes;

    /// @param requests carries each request to the staging bucket
    public Elsewhere(InstantSource clock, Requests requests) {
        this.clock = clock;
        this.requests = requests;
    }

    /// From now on objects may be removed.
    void grantRemoval() {
        removes = true;
    }

    /// The objects of a bucket, by their keys.
    public Map<String, byte[]> objects(String bucket) {
        return store(bucket).contents();
    }

    private MemoryObjectStore store(String bucket) {
        return buckets.computeIfAbsent(bucket, _ -> new MemoryObjectStore(clock));
    }

    /// Where it is kept whose the staging bucket is.
    MemoryS3Client claims() {
        return claims;
    }

    /// As a server whose state is in `state` has it.
    Backend backend(Path out, Path state) {
        return new OfServer(out, state);
    }

    private final class OfServer extends Backend {
        private final OwnBuckets own;

        OfServer(Path out, Path state) {
            this(out, state, new OwnBuckets(state));
        }

        private OfServer(Path out, Path state, OwnBuckets own) {
            super(out, state.resolve(TABLES), new AccessKey("local", "local"), SERVERS, StreamTables.NONE, own,
                    Optional.empty(), Optional.empty());
            this.own = own;
        }

        @Override
        void prepare(String streamId, String bucket) {
            if (objects(bucket).isEmpty()) {
                own(own, bucket);
            }
        }

        @Override
        StreamFunctions functions(Map<String, String> environment, InstantSource time,
                Optional<LambdaFunction> function) {
            StreamConfiguration stream = ConfigurationCheck
                    .configuration(environment.getOrDefault("SLUICE_CONFIG", "").getBytes(StandardCharsets.UTF_8));
            var ports = new InMemory(environment.getOrDefault("SLUICE_INDEX_TABLE", ""), stream.bucket());
            return new StreamFunctions(new Stream(stream, ports, time, _ -> {}), function);
        }

        @Override
        void discard(String streamId, String stream) {
            ObjectStore staging = new PassingObjectStore(store(OutsideServers.STAGING_BUCKET), requests);
            objects(OutsideServers.STAGING_BUCKET).keySet().stream().filter(key -> key.contains("/" + stream + "/"))
                    .forEach(key -> staging.delete(List.of(new ObjectKey(key))));
            indexes.keySet().removeIf(name -> name.startsWith("sluice-index-" + streamId));
        }
    }

    private static void own(OwnBuckets own, String bucket) {
        try {
            own.add(bucket);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private final class InMemory implements Ports {
        private final String table;
        private final String bucket;

        InMemory(String table, String bucket) {
            this.table = table;
            this.bucket = bucket;
        }

        private MemoryIndex of(String buffer) {
            return indexes.computeIfAbsent(table + buffer, _ -> new MemoryIndex(50));
        }

        @Override
        public ObjectStore staging() {
            return new PassingObjectStore(store(OutsideServers.STAGING_BUCKET), requests);
        }

        @Override
        public ObjectStore data() {
            return store(bucket);
        }

        @Override
        public BufferIndex index() {
            return of("");
        }

        @Override
        public BufferIndex index(String buffer) {
            return of(buffer);
        }

        @Override
        public RecoveryMark recoveryMark(String buffer) {
            return of("");
        }

        @Override
        public SweepMark sweepMark(String buffer) {
            return of("");
        }

        @Override
        public BufferCountLog bufferCounts() {
            return of("");
        }

        @Override
        public LandingCursors landingCursors(LandingCursors.Reader reader) {
            throw unused();
        }

        @Override
        public EventSink eventSink(EventTarget target) {
            throw unused();
        }

        @Override
        public ObjectTree tree() {
            if (!removes) {
                throw unused();
            }
            return store(bucket);
        }

        @Override
        public RetentionRules rules() {
            if (!removes) {
                throw unused();
            }
            return rules;
        }

        @Override
        public SourceStore sourceObjects() {
            throw unused();
        }

        @Override
        public SourceRecords source() {
            throw unused();
        }

        @Override
        public UploadedObjects uploads() {
            throw unused();
        }

        @Override
        public List<String> buckets() {
            return List.of(bucket, OutsideServers.STAGING_BUCKET);
        }

        @Override
        public Optional<Invocations> invocations() {
            return Optional.empty();
        }

        private static UnsupportedOperationException unused() {
            return new UnsupportedOperationException("no server stages or delivers by it");
        }

        @Override
        public void close() {
            // What is kept is kept.
        }
    }
}
