package io.sluice.manifest;

import io.sluice.codec.ObjectFormat;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.position.SequenceRange;
import io.sluice.reject.ErrorOutputType;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/// Folds arrived batches into a manifest, records how deliveries went, and decides what is delivered next. A pure
/// function: the same arguments give the same plan, byte for byte. Stateless.
public final class Planner {
    /// The partitions that are due besides those that the [DuePolicy] names.
    public enum Mode {
        /// None.
        SCHEDULED,
        /// All: everything that is pending is delivered.
        DRAIN
    }

    /// Longer than any invocation lives (15 minutes) and any of its requests is under way, clocks that differ included:
    /// a run that began before a commit writes nothing so long after it.
    public static final Duration WRITERS_OUTLIVED = Duration.ofMinutes(30);

    /// A batch that was staged longer ago than this has its entry in the index, or never gets it: its invocation has
    /// ended and its requests have arrived, the time that a run took to look at the index and clocks that differ
    /// included.
    public static final Duration ENTRIES_COMPLETE_AFTER = Duration.ofMinutes(45);

    /// Stands for the key of a delivery that gets its own in the error output.
    private static final ObjectKey IN_ERROR_OUTPUT = new ObjectKey("-");

    /// Part numbers of objects of wrapped records: apart from those of error records that were buffered as such.
    private static final int WRAPPED_PARTS = 1_000_000_000;

    /// Part numbers of objects of records that cannot be converted.
    private static final int REJECTS_PARTS = 2_000_000_000;

    /// A chunk of an open delivery takes some 76 bytes of memory, and a pending one ten: beyond so many no further
    /// object is decided until some are written.
    private static final long OPEN_CHUNKS_MAX = 3_000_000;

    private final PlanSettings settings;
    private final long openChunksMax;
    private final SharedPath sharedPath;

    public Planner(PlanSettings settings) {
        this(settings, OPEN_CHUNKS_MAX);
    }

    /// @param openChunksMax chunks of open deliveries at which no further object is decided
    Planner(PlanSettings settings, long openChunksMax) {
        this.settings = settings;
        this.openChunksMax = openChunksMax;
        this.sharedPath = new SharedPath(settings.naming().zone());
    }

    /// @param outcomes how attempts at `current`'s open deliveries ended; those that were not attempted are left out
    /// @param arrived  what was read from the index after `current` was
    /// @param now      epoch milliseconds
    public Plan plan(Manifest current, Map<ObjectKey, Settled> outcomes, ArrivedBatches arrived, long now, Mode mode) {
        return new Planning(current, now, mode).run(outcomes, arrived);
    }

    /// When the whole index was read last, as far as a commit says so; epoch milliseconds, 0 where none says it.
    public static long allReadAt(Manifest current) {
        long watermark = current.origin().watermark();
        return watermark == 0 ? 0 : watermark + ENTRIES_COMPLETE_AFTER.toMillis();
    }

    /// One plan in the making.
    private final class Planning {
        private final Manifest current;
        private final long now;
        private final DueNow due;
        private final SegmentTable.Builder segments;
        private final LongConsumer live;
        private final List<Delivery> inherited = new ArrayList<>();
        private final List<Delivery> decidedNow = new ArrayList<>();
        private final Map<BatchId, IndexEntry> folded = new LinkedHashMap<>();
        private final List<EntryKey> consumed = new ArrayList<>();
        private final List<SequenceRange> ranges = new ArrayList<>();
        private final List<IndexEntry> repeated = new ArrayList<>();
        private final List<LandedObject> landed = new ArrayList<>();
        private StreamTally tally;
        private boolean changed;
        private final ActivePartitions active;
        private int decided;
        private long openChunks;
        private int wrapped;
        private boolean moreDue;

        Planning(Manifest current, long now, Mode mode) {
            this.current = current;
            this.now = now;
            boolean full = current.pending().bytes() > settings.pendingBytesMax();
            this.due = new DueNow(settings.due(), now, full ? Mode.DRAIN : mode, allReadAt(current));
            this.segments = new SegmentTable.Builder(current.segments());
            this.live = segments.liveMarker();
            this.active = new ActivePartitions(settings.activePartitionLimit(), current);
            this.tally = current.tally();
        }

        Plan run(Map<ObjectKey, Settled> outcomes, ArrivedBatches arrived) {
            carryOver(outcomes);
            PartitionMerge merge = new PartitionMerge(current.pending(), due);
            arrived.repeats().forEach(this::repeat);
            arrived.batches().forEach(batch -> fold(batch, merge));
            PendingTable pending = decide(merge);
            int shardCount = shardCount(arrived);
            changed |= !folded.isEmpty() || decided > 0 || shardCount > current.shardCount();
            Manifest next = new Manifest(current.version() + 1, shardCount,
                    segments.build(), pending, Stream.concat(inherited.stream(), decidedNow.stream()).toList(),
                    remembered(arrived.coverage()), tally, origin(arrived.coverage()),
                    current.positions().with(ranges), landed());
            return new Plan(next, changed, consumed, released(next), folded.size(), repeated.size(), moreDue);
        }

        private Optional<Landed> landed() {
            long previous = current.landed().map(each -> each.last(current.version())).orElse(0L);
            return settings.landingsKept().isPresent()
                    ? Optional.of(new Landed(now, previous, landed))
                    : Optional.empty();
        }

        /// The most that anybody uses, and goes on to use though the table is lost and made again.
        private int shardCount(ArrivedBatches arrived) {
            int used = arrived.batches().stream().mapToInt(batch -> batch.entry().shardCount()).max().orElse(1);
            return Math.max(used, Math.max(settings.shardCount(), current.shardCount()));
        }

        private ManifestOrigin origin(ArrivedBatches.Coverage coverage) {
            long before = current.origin().watermark();
            long watermark = switch (coverage) {
                case ALL -> Math.max(before, now - ENTRIES_COMPLETE_AFTER.toMillis());
                case ALL_BUT_DAMAGED, OLDEST -> before;
            };
            return new ManifestOrigin(Optional.empty(), current.segments().nextNumber(), inherited.size(), watermark);
        }

        /// Batches are forgotten only after a reading of the whole index: an entry that was folded and that nobody
        /// could delete since, however old, is never taken for a new one.
        private FoldedBatches remembered(ArrivedBatches.Coverage coverage) {
            FoldedBatches known = switch (coverage) {
                case ALL -> current.folded().without(settings.foldedFor(), now, repeated);
                case ALL_BUT_DAMAGED, OLDEST -> current.folded();
            };
            return known.with(folded.values(), now);
        }

        private void carryOver(Map<ObjectKey, Settled> outcomes) {
            for (Delivery delivery : current.deliveries()) {
                Settled settled = outcomes.get(delivery.key());
                if (settled == null) {
                    keep(delivery);
                    continue;
                }
                switch (settled.outcome()) {
                    case WRITTEN -> {
                        tally = tally.written(delivery, settled);
                        landed.addAll(settled.objects());
                        changed = true;
                    }
                    case REFUSED -> keepFailed(delivery, DeliveryOutcome.REFUSED);
                    case UNCERTAIN -> keepFailed(delivery, DeliveryOutcome.UNCERTAIN);
                }
            }
        }

        /// A delivery that S3 has refused for long enough goes to the error output, in two commits: the first forbids
        /// any further attempt, the second moves the records when nobody who began before the first can be alive. One
        /// of whose attempts the outcome is not known stays as it is.
        private void keepFailed(Delivery delivery, DeliveryOutcome outcome) {
            if (delivery.failure().isGivenUp()) {
                boolean outlived = now - delivery.failure().givenUpAt() >= WRITERS_OUTLIVED.toMillis();
                boolean absent = outcome == DeliveryOutcome.REFUSED && outlived;
                changed |= absent;
                if (absent) {
                    decide(wrapped(delivery, Wrapping.DELIVERY_REFUSED));
                } else {
                    keep(delivery);
                }
                return;
            }
            Delivery failing = delivery.failing(outcome, now);
            boolean givenUp = failing.wrapping() == Wrapping.NONE && failing.kind() == Partition.Kind.DATA
                    && failing.failure().refusedFor(settings.retry().toMillis(), now);
            changed |= givenUp || !failing.equals(delivery);
            keep(givenUp ? failing.givenUp(now) : failing);
        }

        private Delivery wrapped(Delivery delivery, Wrapping why) {
            return delivery.wrapped(settings.naming().name(errors(delivery.format(), why), current.version() + 1,
                    WRAPPED_PARTS + wrapped++, delivery.oldestArrival()), why);
        }

        private Partition errors(ObjectFormat format, Wrapping why) {
            return settings.errorOutput().partition(why.reject().orElseThrow().type(), format.errors());
        }

        private void keep(Delivery delivery) {
            inherited.add(delivery);
            refersTo(delivery);
        }

        private void decide(Delivery delivery) {
            decidedNow.add(delivery);
            refersTo(delivery);
        }

        private void refersTo(Delivery delivery) {
            openChunks += delivery.chunks().size();
            delivery.chunks().forEach(chunk -> live.accept(chunk.segment()));
        }

        private void fold(ArrivedBatch batch, PartitionMerge merge) {
            IndexEntry entry = batch.entry();
            if (current.folded().holds(entry.key()) || folded.putIfAbsent(entry.batch(), entry) != null) {
                repeat(entry);
                return;
            }
            consumed.add(entry.key());
            merge.add(batch.directory(), segments.add(entry.segment()));
            entry.range().ifPresent(ranges::add);
            tally = tally.folded(entry.records(), entry.dropped());
        }

        private void repeat(IndexEntry entry) {
            consumed.add(entry.key());
            repeated.add(entry);
        }

        private PendingTable decide(PartitionMerge merge) {
            PendingTable.Builder pending = new PendingTable.Builder();
            while (merge.hasNext()) {
                Optional<PendingBlock> block = merge.nextBlock(this::stays);
                if (block.isPresent()) {
                    Arrays.stream(block.get().segments()).forEach(live);
                    pending.add(block.get());
                    continue;
                }
                PendingPartition partition = merge.next();
                if (!active.admits(partition)) {
                    divert(partition);
                    continue;
                }
                List<ChunkRef> left = cut(partition);
                if (!left.isEmpty()) {
                    left.forEach(chunk -> live.accept(chunk.segment()));
                    pending.add(new PendingPartition(partition.partition(), left));
                }
            }
            return pending.build();
        }

        /// Tests whether nothing is decided of a block's partitions if nothing arrives for them.
        private boolean stays(PendingBlock block) {
            if (!due.anyOf(block)) {
                return true;
            }
            boolean noRoom = noRoom();
            moreDue |= noRoom;
            return noRoom;
        }

        private boolean noRoom() {
            return decided >= settings.deliveriesMax() || openChunks >= openChunksMax;
        }

        /// Sends a partition beyond the limit to the error output at once.
        private void divert(PendingPartition partition) {
            List<ChunkRef> rest = partition.chunks();
            while (!rest.isEmpty()) {
                decided++;
                List<ChunkRef> sharing = sharedPath.first(rest,
                        errors(partition.partition().format(), Wrapping.ACTIVE_PARTITIONS_EXCEEDED), settings.due());
                decide(wrapped(Delivery.untried(IN_ERROR_OUTPUT, partition.partition(), sharing),
                        Wrapping.ACTIVE_PARTITIONS_EXCEEDED));
                rest = rest.subList(sharing.size(), rest.size());
            }
        }

        /// Makes deliveries of what is due in a partition and gives what is left.
        private List<ChunkRef> cut(PendingPartition partition) {
            List<ChunkRef> left = new ArrayList<>();
            List<ChunkRef> rest = partition.chunks();
            int part = 0;
            DueNow dueHere = due.of(partition.partition());
            while (!rest.isEmpty()) {
                List<ChunkRef> sharing = sharedPath.first(rest, partition.partition(), dueHere.policy());
                int size = dueHere.chunks(sharing);
                if (size > 0 && noRoom()) {
                    moreDue = true;
                    left.addAll(rest);
                    return left;
                }
                if (size > 0) {
                    deliver(partition, rest.subList(0, size), part++);
                } else {
                    size = sharing.size();
                    left.addAll(sharing);
                }
                rest = rest.subList(size, rest.size());
            }
            return left;
        }

        private void deliver(PendingPartition partition, List<ChunkRef> chunks, int part) {
            decided++;
            ObjectKey key = settings.naming().name(partition.partition(), current.version() + 1, part,
                    chunks.getFirst().oldestArrival());
            Delivery delivery = Delivery.untried(key, partition.partition(), chunks);
            decide(converts(delivery) ? delivery.rejecting(rejectsKey(delivery)) : delivery);
        }

        private static boolean converts(Delivery delivery) {
            return delivery.kind() == Partition.Kind.DATA && delivery.format() instanceof ObjectFormat.Parquet;
        }

        private ObjectKey rejectsKey(Delivery delivery) {
            Partition errors = settings.errorOutput().partition(ErrorOutputType.FORMAT_CONVERSION_FAILED,
                    delivery.format().errors());
            return settings.naming().name(errors, current.version() + 1, REJECTS_PARTS + decided,
                    delivery.oldestArrival());
        }

        private List<SegmentId> released(Manifest next) {
            Set<SegmentId> released = new HashSet<>(current.segments().ids());
            repeated.forEach(entry -> released.add(entry.segment()));
            released.removeAll(new HashSet<>(next.segments().ids()));
            return released.stream().sorted().toList();
        }
    }
}
