package io.sluice.simulation;

import io.sluice.buffers.BufferCountArchive;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.landing.Landing;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.ManifestInvariants;
import io.sluice.manifest.SealedBatches;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.SequenceRange;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import io.sluice.segment.SegmentTail;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Knows everything that was ever committed, and checks what is done against it: at every commit all invariants of the
/// manifest, at every delete that nothing loses what it refers to, at every write that a key never changes its bytes.
public final class Ledger {
    public static final int SHARDS_MAX = 8;

    private final String stream;
    private final MemoryObjectStore staging;
    private final MemoryIndex index;
    private final Map<String, ObjectKey> deliveredChunks = new HashMap<>();
    private final Set<BatchId> everFolded = new HashSet<>();
    private final Map<ObjectKey, Long> closedAt = new HashMap<>();
    private final VirtualClock clock;
    private final ToldLandings landings;
    private final CommitWatch watch;
    private Manifest current = Manifest.empty();
    private Optional<ObjectKey> currentKey = Optional.empty();
    private String refusedPrefix = "";
    private boolean refusesReads;
    private Table table = Table.WHOLE;
    /// A lane in which nothing was committed as the table was lost, and that nobody knew of: it may begin.
    private boolean hadNothing;
    /// Segments whose entries were lost with the table before they were folded.
    private final Map<ObjectKey, BatchId> unindexed = new HashMap<>();

    /// What became of the stream's table.
    private enum Table {
        WHOLE,
        /// It holds nothing, or is not there.
        LOST,
        /// It is being made again.
        RECOVERING,
        /// Its state is there again, and its recovery has not ended.
        RECOVERED
    }

    public Ledger(String stream, MemoryObjectStore staging, MemoryIndex index, VirtualClock clock,
            CommitWatch watch) {
        this.watch = watch;
        this.stream = stream;
        this.staging = staging;
        this.index = index;
        this.clock = clock;
        this.landings = new ToldLandings(stream);
    }

    /// What was told of what landed.
    public ToldLandings landings() {
        return landings;
    }

    /// A staged object is there that was not.
    void created(ObjectKey key, Body body) {
        if (key.value().startsWith(Landing.prefix(stream))) {
            landings.created(key, Bodies.bytes(body), table == Table.RECOVERING);
        }
    }

    public Manifest current() {
        return current;
    }

    /// The objects of folded batches that the current manifest names.
    Stream<ObjectKey> sealed() {
        return current.folded().sealed().stream().map(each -> each.key(stream));
    }

    /// When the delivery of that object left the manifest, epoch milliseconds; empty while it is open.
    public Optional<Long> closedAt(ObjectKey key) {
        return Optional.ofNullable(closedAt.get(key));
    }

    /// From now on the data bucket refuses keys that start so; an empty text: none.
    public void refuse(String prefix) {
        refuse(prefix, false);
    }

    /// @param reads whether it also tells nothing of what is there
    public void refuse(String prefix, boolean reads) {
        refusedPrefix = prefix;
        refusesReads = reads;
    }

    /// @throws StoreException when nothing is told of the key now
    public void refusesToRead(ObjectKey key) {
        if (refusesReads) {
            refuses(key);
        }
    }

    /// @throws StoreException when the key may not be written now
    public void refuses(ObjectKey key) {
        if (!refusedPrefix.isEmpty() && key.value().startsWith(refusedPrefix)) {
            throw new StoreException(StoreException.Kind.REFUSED, key + ": access denied");
        }
    }

    /// To be told before it is lost. From now on nobody may commit.
    void tableLost() {
        table = Table.LOST;
        hadNothing = current.version() == 0
                && staging.all(BufferCountArchive.prefix(World.STREAM)).findAny().isEmpty();
        if (current.version() == 0) {
            currentKey = Optional.empty();
        }
        entries().filter(entry -> !isFolded(entry))
                .forEach(entry -> unindexed.put(entry.segment().key(stream), entry.batch()));
        watch.loses(!unindexed.isEmpty(), current);
    }

    /// Whether functions may find that the table is lost or not whole.
    boolean isTableLost() {
        return table != Table.WHOLE;
    }

    /// Whether it is lost, and its recovery has not begun.
    boolean isLost() {
        return table == Table.LOST;
    }

    /// Whether it is the manifest of the last commit.
    boolean isCurrent(ObjectKey manifest) {
        return currentKey.equals(Optional.of(manifest));
    }

    /// Whether a commit ever folded the batch.
    boolean wasFolded(BatchId batch) {
        return everFolded.contains(batch);
    }

    /// From now on the first commit is not one over the current manifest, but names the one to go on with. What a run
    /// that was stalled began in a table of between is gone with that.
    void tableRecovering() {
        table = Table.RECOVERING;
        if (current.version() == 0) {
            currentKey = Optional.empty();
        }
    }

    /// The table is there again.
    void tableFound() {
        if (table == Table.RECOVERING && current.version() > 0) {
            throw new Violation("the table was recovered without version " + current.version());
        }
        table = Table.WHOLE;
        unindexed.clear();
    }

    /// A stream begins where nothing was committed. In a table that was lost, a run that was stalled may begin it too,
    /// as long as it commits nothing on it.
    private void begun(FlushState state) {
        if (table == Table.WHOLE && current.version() > 0) {
            throw new Violation("the stream is begun anew behind version " + current.version());
        }
        if (current.version() == 0) {
            currentKey = Optional.of(state.manifest());
        }
    }

    /// A manifest that was not committed may be gone on with: one that replaces the current one, or another of its
    /// version where nobody wrote what the current one decided.
    private void recovered(Manifest next, ObjectKey key) {
        table = Table.RECOVERED;
        if (next.origin().base().equals(currentKey) && !currentKey.equals(Optional.of(key))) {
            ManifestInvariants.checkAll(current, next);
            watch.recoversAhead();
        } else {
            if (next.version() == current.version() && !isCurrent(key)) {
                watch.recoversByRival();
            }
            for (Delivery delivery : current.decided()) {
                deliveredChunks.values().removeIf(delivery.key()::equals);
            }
            current.newSegments().forEach(segment -> everFolded.remove(segment.batch()));
        }
        next.newSegments().forEach(segment -> everFolded.add(segment.batch()));
    }

    public void committed(FlushState state) {
        if (state.version() == 0) {
            begun(state);
            return;
        }
        if (table == Table.LOST && !hadNothing) {
            throw new Violation("the stream is begun anew with " + state.manifest() + ", and version "
                    + current.version() + " was there before its table was lost");
        }
        landings.committed(state.manifest());
        Manifest next;
        try {
            next = Manifest.decode(staging.get(state.manifest()));
        } catch (StoreException e) {
            throw new Violation("committed manifest " + state.manifest() + " is not there");
        }
        if (table == Table.RECOVERING) {
            recovered(next, state.manifest());
        } else {
            ManifestInvariants.checkAll(current, next);
            watch.committed(current, next);
        }
        for (SegmentId segment : next.segments().ids()) {
            if (staging.head(segment.key(stream)).isEmpty()) {
                throw new Violation("version " + next.version() + " refers to " + segment.key(stream)
                        + ", which is not there");
            }
        }
        for (SealedBatches each : next.folded().sealed()) {
            if (staging.head(each.key(stream)).isEmpty()) {
                throw new Violation("version " + next.version() + " names " + each.key(stream)
                        + ", which is not there");
            }
        }
        entries().filter(entry -> isRemembered(entry, next)).map(IndexEntry::batch).forEach(everFolded::add);
        entries().filter(entry -> everFolded.contains(entry.batch()) && !isRemembered(entry, next)).findAny()
                .ifPresent(entry -> {
                    throw new Violation("version " + next.version() + " forgets " + entry.key()
                            + ", which is folded and whose entry is there");
                });
        next.deliveries().forEach(delivery -> deliveredOnce(delivery, next));
        keys(current).forEach(key -> closedAt.put(key, clock.millis()));
        keys(next).forEach(closedAt::remove);
        current = next;
        currentKey = Optional.of(state.manifest());
    }

    /// Whether a manifest, or an object that it names, tells that a batch is folded.
    private boolean isRemembered(IndexEntry entry, Manifest manifest) {
        return manifest.folded().holds(entry.key()) || manifest.folded().sealed(FoldedBatches.slot(entry.key()))
                .stream().anyMatch(each -> each.open(staging.get(each.key(stream))).ids().contains(entry.batch()));
    }

    private static Stream<ObjectKey> keys(Manifest manifest) {
        return manifest.deliveries().stream()
                .flatMap(delivery -> Stream.concat(Stream.of(delivery.key()), delivery.rejects().stream()));
    }

    private void deliveredOnce(Delivery delivery, Manifest manifest) {
        for (ChunkRef chunk : delivery.chunks()) {
            String identity = manifest.segments().id(chunk.segment()).key(stream) + "@" + chunk.offset();
            ObjectKey other = deliveredChunks.putIfAbsent(identity, delivery.key());
            if (other != null && delivery.wrapping() == Wrapping.DELIVERY_REFUSED) {
                deliveredChunks.put(identity, delivery.key());
            } else if (other != null && !other.equals(delivery.key())) {
                throw new Violation("chunk " + identity + " is in " + other + " and in " + delivery.key());
            }
        }
    }

    public void overwrites(MemoryObjectStore bucket, ObjectKey key, Body body) {
        if (bucket.head(key).isPresent() && !Arrays.equals(bucket.get(key), Bodies.bytes(body))) {
            throw new Violation("other bytes for " + key);
        }
    }

    public void deletes(ObjectKey key) {
        landings.deletes(key, current.landed().map(each -> each.last(current.version())).orElse(0L));
        BatchId lost = unindexed.get(key);
        if (lost != null && !everFolded.contains(lost) && !current.folded().holds(lost) && !isIndexed(lost)
                && !isUnanswered(key) && !isHeldByAnother(key)) {
            throw new Violation("DELETE of " + key + ", whose entry was lost with the table before it was folded");
        }
        if (isReferred(key)) {
            throw new Violation("DELETE of " + key + ", which version " + current.version() + " refers to");
        }
        if (entries().anyMatch(
                entry -> entry.segment().key(stream).equals(key) && !isFolded(entry))) {
            throw new Violation("DELETE of " + key + ", which an entry names that is not folded");
        }
    }

    /// Whether nobody got an answer for the segment's records, which are known one by one: they come again.
    private boolean isUnanswered(ObjectKey key) {
        return !tail(key).names().isEmpty()
                && staging.head(SegmentId.parse(stream, key).acceptedKey(stream)).isEmpty();
    }

    /// Whether another segment holds all of its numbered records, and the index names that one or did: of two that
    /// overlap a recovery takes the one that reaches farther.
    private boolean isHeldByAnother(ObjectKey key) {
        Optional<SequenceRange> range = tail(key).range();
        return range.isPresent() && staging.all("segments/" + stream + "/").map(ObjectInfo::key)
                .filter(other -> !other.equals(key) && !SegmentId.isAcceptedKey(other)).map(this::tail)
                .filter(other -> everFolded.contains(other.batch()) || isIndexed(other.batch()))
                .anyMatch(other -> other.range().filter(each -> holds(each, range.get())).isPresent());
    }

    private static boolean holds(SequenceRange range, SequenceRange other) {
        return range.source().equals(other.source()) && !range.first().isAbove(other.first())
                && !other.last().isAbove(range.last());
    }

    private SegmentTail tail(ObjectKey segment) {
        byte[] content = staging.get(segment);
        return SegmentTail
                .decode(Arrays.copyOfRange(content, content.length - SegmentTail.length(content), content.length));
    }

    /// A batch without records has no segment: only a manifest that was recovered remembers that its own commit folded
    /// it.
    private boolean isFolded(IndexEntry entry) {
        return everFolded.contains(entry.batch()) || isRemembered(entry, current);
    }

    /// Whether the index names the batch again, by whichever of its segments.
    private boolean isIndexed(BatchId batch) {
        return entries().anyMatch(entry -> entry.batch().equals(batch));
    }

    /// How many entries wait to be folded. A repeated one may stay in the index of a day that is moved.
    public long unfolded() {
        return entries().filter(entry -> !isRemembered(entry, current)).count();
    }

    public void deletes(EntryKey key) {
        entries().filter(entry -> entry.key().equals(key) && !isFolded(entry)).findAny().ifPresent(_ -> {
            throw new Violation("DELETE of " + key + ", which was never folded");
        });
    }

    /// A GET found nothing: only something that nobody refers to any more may be gone.
    public void missed(ObjectKey key) {
        if (isReferred(key)) {
            throw new Violation("GET of " + key + " finds nothing, and version " + current.version() + " refers to it");
        }
    }

    private boolean isReferred(ObjectKey key) {
        return currentKey.equals(Optional.of(key))
                || current.segments().ids().stream().anyMatch(segment -> segment.key(stream).equals(key))
                || sealed().anyMatch(key::equals);
    }

    /// All entries in the index.
    Stream<IndexEntry> entries() {
        List<IndexEntry> all = new ArrayList<>();
        for (int shard = 0; shard < SHARDS_MAX; shard++) {
            Optional<EntryKey> after = Optional.empty();
            do {
                EntryPage page = index.read(new Shard(shard), after);
                all.addAll(page.entries());
                after = page.after();
            } while (after.isPresent());
        }
        return all.stream();
    }
}
