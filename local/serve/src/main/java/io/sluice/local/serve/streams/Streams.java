package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ApiException;
import io.sluice.api.Description;
import io.sluice.api.Encryption;
import io.sluice.api.RequestMembers;
import io.sluice.api.StreamNames;
import io.sluice.api.StreamState;
import io.sluice.api.Tags;
import io.sluice.local.UsageException;
import io.sluice.local.serve.function.FunctionServer;
import io.sluice.local.serve.journal.JournalException;
import io.sluice.local.serve.journal.JournalLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// All streams: what the operations of the API on streams do. Each has a folder of its own, named by its id, and is
/// there again after a restart. Thread-safe.
public final class Streams implements AutoCloseable {
    /// Firehose's own quota for a region, in its smaller ones.
    public static final int STREAMS_MAX = 50;
    private static final Duration RETRY_FIRST = Duration.ofMillis(200);
    private static final Duration RETRY_MAX = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StreamFolders folders;
    private final Backend backend;
    private final ServeClock clock;
    private final ProcessorFunctions functions;
    private final Supplier<UUID> ids;
    private final Consumer<String> warnings;
    private final ConcurrentSkipListMap<String, LiveStream> live = new ConcurrentSkipListMap<>();
    /// Removals; guarded by `changes`.
    private final List<CompletableFuture<Void>> removals = new ArrayList<>();
    private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
    private final Object changes = new Object();
    private final CountDownLatch closing = new CountDownLatch(1);

    /// @param folder   where streams are kept
    /// @param realTime by which clients' calls are remembered
    /// @param functions where streams' functions are called; empty: such streams are refused
    /// @param ids      gives every stream and journal one of its own
    /// @param warnings what somebody should see, in sentences
    public Streams(Path folder, Backend backend, ServeClock clock, InstantSource realTime, JournalLimits limits,
            Optional<FunctionServer> functions, Supplier<UUID> ids, Consumer<String> warnings) {
        this.backend = backend;
        this.clock = clock;
        this.functions = new ProcessorFunctions(functions, ids);
        this.folders = new StreamFolders(folder, backend, clock, realTime, limits, this.functions, ids, warnings);
        this.ids = ids;
        this.warnings = warnings;
    }

    /// Takes up the streams that were there before.
    ///
    /// @throws JournalException when a journal is damaged
    /// @throws UsageException   when a stream's file can't be read or is gone, or there is no server for its function
    public void load() throws IOException {
        folders.open(stream -> {
            live.put(stream.state().name(), stream);
            if (stream.state().status() == StreamState.Status.DELETING) {
                remove(stream);
            } else {
                activate(stream);
            }
        });
    }

    private void activate(LiveStream stream) {
        stream.start();
        folders.keep(stream, stream.state().with(StreamState.Status.ACTIVE));
    }

    /// `CreateDeliveryStream`. The stream takes records at once, and is `ACTIVE` as soon as its index is there.
    public ObjectNode create(JsonNode request) {
        String name = RequestMembers.stream(request);
        ObjectNode configuration = ((ObjectNode) request).deepCopy();
        configuration.remove(List.of("Tags", "DeliveryStreamEncryptionConfigurationInput"));
        PlainDestination.extend(configuration, "Configuration");
        accept(configuration);
        SortedMap<String, String> tags = Tags.with(new TreeMap<>(), request);
        ObjectNode encryption = Encryption.atCreation(request);
        LiveStream stream;
        synchronized (changes) {
            if (live.containsKey(name)) {
                throw ApiException.of("ResourceInUseException",
                        "Firehose " + name + " under accountId " + StreamState.ACCOUNT + " already exists");
            }
            if (live.size() >= STREAMS_MAX) {
                throw ApiException.of("LimitExceededException",
                        "You have already consumed your firehose quota of " + STREAMS_MAX + " hoses. Firehose names: ["
                                + name + "]");
            }
            Instant now = Instant.ofEpochMilli(clock.millis());
            var state = new StreamState(ids.get().toString().replace("-", ""), name, StreamState.Status.CREATING, 1,
                    now, now, configuration, tags, encryption);
            stream = folders.begin(state);
            live.put(name, stream);
        }
        tasks.execute(() -> activateLater(stream));
        return JSON.createObjectNode().put("DeliveryStreamARN", stream.state().arn());
    }

    private void accept(ObjectNode request) {
        ConfigurationCheck.accept(request, functions, backend.stagingBucket());
    }

    /// Tries until it is done, the stream is deleted, or the server ends.
    private void activateLater(LiveStream stream) {
        Duration pause = RETRY_FIRST;
        try {
            while (!isSettled(stream) && !closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = pause.compareTo(RETRY_MAX) < 0 ? pause.multipliedBy(2) : pause;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isSettled(LiveStream stream) {
        synchronized (changes) {
            if (stream.state().status() != StreamState.Status.CREATING) {
                return true;
            }
            try {
                activate(stream);
                return true;
            } catch (RuntimeException | Error e) {
                tell(stream, e);
                return false;
            }
        }
    }

    /// Throws nothing, so that it is tried again.
    private void tell(LiveStream stream, Throwable failure) {
        try {
            warnings.accept("The stream " + stream.state().name() + " can't be made ready: " + failure
                    + "; its records wait in its journal, and it is tried again");
        } catch (Error _) {
            // There is no memory, for one; the next attempt tells it.
        }
    }

    /// A stream out of a configuration file: created, or brought to this configuration.
    ///
    /// @throws ApiException when the configuration is refused
    public void ensure(ObjectNode configuration) {
        ObjectNode request = configuration.deepCopy();
        if (!request.has("Sluice")) {
            request.putObject("Sluice");
        }
        PlainDestination.extend(request, "Configuration");
        String name = RequestMembers.stream(request);
        ObjectNode bare = request.deepCopy();
        bare.remove(List.of("Tags", "DeliveryStreamEncryptionConfigurationInput"));
        synchronized (changes) {
            LiveStream stream = live.get(name);
            if (stream == null) {
                create(request);
            } else if (!stream.state().request().equals(bare)) {
                accept(bare);
                reconfigure(stream, bare);
            }
        }
    }

    private void reconfigure(LiveStream stream, ObjectNode request) {
        new Reconfiguration(stream, folders)
                .carryOut(stream.state().reconfigured(request, Instant.ofEpochMilli(clock.millis())));
    }

    /// `DeleteDeliveryStream`: what waits is discarded, what is delivered stays.
    public ObjectNode delete(JsonNode request) {
        LiveStream stream = require(RequestMembers.stream(request));
        synchronized (changes) {
            if (stream.state().status() == StreamState.Status.DELETING) {
                throw ApiException.of("ResourceInUseException",
                        "Firehose " + stream.state().name() + " is being deleted already");
            }
            beginRemoval(stream);
        }
        return JSON.createObjectNode();
    }

    private void beginRemoval(LiveStream stream) {
        folders.keep(stream, stream.state().with(StreamState.Status.DELETING));
        removals.removeIf(CompletableFuture::isDone);
        removals.add(CompletableFuture.runAsync(() -> remove(stream), tasks));
    }

    private void remove(LiveStream stream) {
        StreamState state = stream.state();
        try {
            stream.close();
            folders.delete(state);
            live.remove(state.name(), stream);
        } catch (IOException | RuntimeException | Error e) {
            warnings.accept("The stream " + state.name() + " can't be deleted: " + e
                    + "; it is tried again at the next start");
        }
    }

    public ObjectNode describe(JsonNode request) {
        return Description.of(require(RequestMembers.stream(request)).state());
    }

    public ObjectNode list(JsonNode request) {
        return StreamNames.list(live.navigableKeySet(), request);
    }

    public ObjectNode update(JsonNode request) {
        LiveStream stream = require(RequestMembers.stream(request));
        synchronized (changes) {
            requireActive(stream);
            ObjectNode changed = DestinationUpdate.apply(stream.state(), (ObjectNode) request);
            accept(changed);
            if (!changed.equals(stream.state().request())) {
                reconfigure(stream, changed);
            }
        }
        return JSON.createObjectNode();
    }

    private static void requireActive(LiveStream stream) {
        StreamState state = stream.state();
        if (state.status() != StreamState.Status.ACTIVE) {
            throw ApiException.of("ResourceInUseException",
                    "Firehose " + state.name() + " is not ACTIVE, it is " + state.status());
        }
    }

    public ObjectNode tag(JsonNode request) {
        return changed(request, state -> state.withTags(Tags.with(state.tags(), request)));
    }

    public ObjectNode untag(JsonNode request) {
        return changed(request, state -> state.withTags(Tags.without(state.tags(), request)));
    }

    public ObjectNode listTags(JsonNode request) {
        return Tags.list(require(RequestMembers.stream(request)).state().tags(), request);
    }

    /// `StartDeliveryStreamEncryption`: a state alone.
    public ObjectNode startEncryption(JsonNode request) {
        ObjectNode enabled = Encryption.started(request);
        return changed(request, state -> state.withEncryption(enabled));
    }

    public ObjectNode stopEncryption(JsonNode request) {
        return changed(request, state -> state.withEncryption(Encryption.disabled()));
    }

    private ObjectNode changed(JsonNode request, UnaryOperator<StreamState> change) {
        LiveStream stream = require(RequestMembers.stream(request));
        synchronized (changes) {
            folders.keep(stream, change.apply(stream.state()));
        }
        return JSON.createObjectNode();
    }

    /// The stream of that name.
    ///
    /// @throws ApiException when there is none
    public LiveStream require(String name) {
        LiveStream stream = live.get(name);
        if (stream == null) {
            throw ApiException.notFound(name);
        }
        return stream;
    }

    /// All streams, in the order of their names.
    public Collection<LiveStream> all() {
        return live.values();
    }

    /// Deletes all streams, and the objects of all buckets that a stream ever had since the server's start.
    ///
    /// @throws IOException when that takes longer than `patience`, or a stream could not be deleted; and before
    ///     anything is, when a bucket held objects before it was a stream's
    public void reset(Duration patience) throws IOException, InterruptedException {
        List<CompletableFuture<Void>> underWay;
        synchronized (changes) {
            // Of a bucket whose stream is just being made it is not decided yet whose it is.
            backend.requireOwnBuckets();
            live.values().stream().filter(stream -> stream.state().status() != StreamState.Status.DELETING)
                    .forEach(this::beginRemoval);
            underWay = List.copyOf(removals);
        }
        try {
            CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new)).get(patience.toNanos(),
                    TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("streams are still being deleted: " + live.keySet(), e);
        } catch (ExecutionException e) {
            throw new IOException("not all streams could be deleted: " + live.keySet(), e.getCause());
        }
        synchronized (changes) {
            if (!live.isEmpty()) {
                throw new IOException("not all streams could be deleted, or one was created meanwhile: "
                        + live.keySet());
            }
            // Before a stream is created whose objects would go, too.
            backend.empty();
        }
    }

    /// Copies the folder of the server as it is at one moment. Records are taken meanwhile.
    ///
    /// @param out the folder
    /// @param to  where the copy is to be
    /// @return how many objects were copied
    /// @throws IOException when it can't be; nothing is left of the copy then
    public int snapshot(Path out, Path to) throws IOException, InterruptedException {
        backend.requireEmbedded();
        var snapshot = new Snapshot(out, to);
        try {
            synchronized (changes) {
                CompletableFuture.allOf(removals.toArray(CompletableFuture[]::new)).join();
                requireNoneInCreation();
                quietly(live.values().iterator(), snapshot::copyState);
            }
            return snapshot.copyObjects();
        } catch (IOException | InterruptedException | RuntimeException e) {
            snapshot.discard();
            throw e;
        }
    }

    /// Its creation goes on when the changes of streams do.
    private void requireNoneInCreation() throws IOException {
        for (LiveStream stream : live.values()) {
            if (stream.state().status() == StreamState.Status.CREATING) {
                throw new IOException("the stream " + stream.state().name() + " is being created; try again");
            }
        }
    }

    private static void quietly(Iterator<LiveStream> streams, RunningFunctions.Quiet what)
            throws IOException, InterruptedException {
        if (streams.hasNext()) {
            streams.next().quietly(() -> quietly(streams, what));
        } else {
            what.run();
        }
    }

    /// Ends all streams. What they took and could not stage within `patience` stays in their journals.
    ///
    /// @return the names of streams whose journals are not empty
    public List<String> stop(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        List<String> unstaged = new ArrayList<>();
        for (LiveStream stream : live.values()) {
            Duration left = Duration.ofNanos(Math.max(deadline - System.nanoTime(), 1));
            if (!stream.stop(left) && stream.state().status() != StreamState.Status.DELETING) {
                unstaged.add(stream.state().name());
            }
        }
        return unstaged;
    }

    @Override
    public void close() {
        closing.countDown();
        tasks.shutdown();
        try {
            boolean ended = tasks.awaitTermination(10, TimeUnit.SECONDS);
            for (LiveStream stream : live.values()) {
                stream.close();
            }
            if (!ended) {
                warnings.accept("A stream is still being created or deleted; the next start goes on with it");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
