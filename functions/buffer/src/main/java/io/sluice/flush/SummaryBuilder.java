package io.sluice.flush;

import io.sluice.manifest.ArrivedBatches;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Plan;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Adds up a run's [FlushSummary], or a slice's [SliceSummary]. Not safe for concurrent use.
final class SummaryBuilder {
    private static final int PROBLEMS_MAX = 100;

    private final Set<String> problems = new LinkedHashSet<>();
    private int batchesFolded;
    private int batchesRepeated;
    private int objects;
    private int errorObjects;
    private long records;
    private long rejected;
    private long rawBytes;
    private long bytes;
    private int failed;
    private long discarded;
    private final Set<ChunkRef> damaged = new HashSet<>();
    private final Set<ObjectKey> foreign = new HashSet<>();
    private final Set<String> unreadable = new HashSet<>();
    private int partitionsPeak;
    private double busiest;
    private long oldestArrived = Long.MAX_VALUE;
    private long unseenSince = Long.MAX_VALUE;

    void problem(String problem) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(problem);
        }
    }

    /// A batch waits that cannot be read: like a damaged chunk it holds its records back until somebody comes.
    void unreadable(String why) {
        unreadable.add(why);
        problem(why);
    }

    void folded(Plan plan) {
        batchesFolded += plan.folded();
        batchesRepeated += plan.repeated();
        partitionsPeak = Math.max(partitionsPeak, active(plan.next()));
    }

    /// @param allSeenAt when a look saw the whole index last, epoch milliseconds; 0 where none is known of
    void arrived(ArrivedBatches arrivals, long allSeenAt) {
        long oldest = arrivals.entries().mapToLong(entry -> entry.key().oldestArrival()).min().orElse(Long.MAX_VALUE);
        oldestArrived = Math.min(oldestArrived, oldest);
        unseenSince = arrivals.coverage() == ArrivedBatches.Coverage.OLDEST
                ? Math.max(oldest, allSeenAt)
                : Long.MAX_VALUE;
    }

    /// Nobody knows what the index has.
    ///
    /// @param now epoch milliseconds
    void notLooked(long now) {
        unseenSince = now;
    }

    /// @param now epoch milliseconds
    void attempted(List<DeliveryWriter.Attempt> attempts, long now) {
        for (DeliveryWriter.Attempt attempt : attempts) {
            Delivery delivery = attempt.delivery();
            if (attempt.outcome() != DeliveryOutcome.WRITTEN) {
                failed++;
                attempt.damaged().forEach(each -> damaged.add(each.chunk()));
                foreign.addAll(attempt.foreign());
                problem("object " + delivery.key() + ": " + attempt.problem());
                continue;
            }
            count(attempt);
            records += delivery.records() - attempt.settled().discarded();
            noteDiscarded(attempt);
            rawBytes += delivery.rawBytes();
            long seconds = Math.max(1, (now - delivery.oldestArrival()) / 1_000);
            busiest = Math.max(busiest, (double) delivery.rawBytes() / seconds);
            bytes += attempt.bytes();
        }
    }

    private void noteDiscarded(DeliveryWriter.Attempt attempt) {
        discarded += attempt.settled().discarded();
        if (attempt.settled().discarded() > 0) {
            problem("object " + attempt.delivery().key() + ": " + attempt.settled().discarded()
                    + " records are in no object, since their damaged chunks were discarded");
        }
    }

    /// A converting delivery has up to two objects.
    private void count(DeliveryWriter.Attempt attempt) {
        Delivery delivery = attempt.delivery();
        boolean own = attempt.settled().rejected() + attempt.settled().discarded() < delivery.records();
        boolean rejects = attempt.settled().rejected() > 0;
        objects += (own ? 1 : 0) + (rejects ? 1 : 0);
        errorObjects += (own && delivery.kind() == Partition.Kind.ERRORS ? 1 : 0) + (rejects ? 1 : 0);
        rejected += attempt.settled().rejected();
    }

    FlushSummary build(Manifest manifest, boolean superseded) {
        return new FlushSummary(manifest.version(), batchesFolded, batchesRepeated, objects, errorObjects, records,
                rejected, rawBytes, bytes, failed, damaged.size() + unreadable.size(), foreign.size(), discarded,
                manifest.deliveries().size(), Math.max(partitionsPeak, active(manifest)),
                manifest.pending().totals(), manifest.tally(), busiest, waitingSince(manifest), oldestArrived,
                new ArrayList<>(problems), superseded);
    }

    /// What the last look left in the index waits, too: nobody knows for how long, so that it is as long as can be.
    private long waitingSince(Manifest manifest) {
        return manifest.deliveries().stream().mapToLong(Delivery::waitingSince)
                .reduce(Math.min(unseenSince, manifest.pending().totals().waitingSince()), Math::min);
    }

    /// @param untried deliveries for which time was too short
    SliceSummary buildSlice(Manifest manifest, int untried) {
        return new SliceSummary(manifest.version(), objects, failed, damaged.size(), untried,
                new ArrayList<>(problems));
    }

    private static int active(Manifest manifest) {
        return manifest.pending().totals().partitions() + manifest.deliveries().size();
    }
}
