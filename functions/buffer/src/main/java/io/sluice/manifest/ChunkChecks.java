package io.sluice.manifest;

import static io.sluice.manifest.ManifestInvariants.require;

import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Checks of every chunk between two manifests in a row: it is in one place, and moves from pending to one delivery and
/// out, never back.
final class ChunkChecks {
    private final Manifest current;
    private final Manifest next;

    ChunkChecks(Manifest current, Manifest next) {
        this.current = current;
        this.next = next;
    }

    void check() {
        checkInOnePlace();
        checkOrder();
        checkDeliveriesFixed();
        checkMoves();
    }

    /// No byte of a segment is in two places.
    private void checkInOnePlace() {
        Map<Long, TreeMap<Long, ChunkRef>> bySegment = new HashMap<>();
        for (ChunkRef chunk : all(next)) {
            require(next.segments().lists(chunk.segment()), "references-listed",
                    "a chunk refers to segment number " + chunk.segment());
            if (chunk.length() > 0) {
                ChunkRef same = bySegment.computeIfAbsent(chunk.segment(), _ -> new TreeMap<>()).put(chunk.offset(),
                        chunk);
                require(same == null, "chunk-in-one-place", chunk + " is there twice");
            }
        }
        for (TreeMap<Long, ChunkRef> chunks : bySegment.values()) {
            long end = 0;
            for (ChunkRef chunk : chunks.values()) {
                require(chunk.offset() >= end, "chunk-in-one-place", chunk + " overlaps another");
                end = chunk.offset() + chunk.length();
            }
        }
        Set<Long> referred = new HashSet<>();
        all(next).forEach(chunk -> referred.add(chunk.segment()));
        require(referred.equals(next.segments().byNumber().keySet()), "segments-referred",
                "listed are " + next.segments().byNumber().keySet() + ", referred to are " + referred);
    }

    private void checkOrder() {
        Partition last = null;
        for (PendingPartition partition : next.pending()) {
            require(isAfter(partition.partition(), last), "partitions-ordered",
                    partition.partition() + " comes after " + last);
            require(!partition.chunks().isEmpty(), "partitions-ordered", partition.partition() + " has no chunks");
            require(partition.chunks().equals(partition.chunks().stream().sorted(ChunkRef.ORDER).toList()),
                    "chunks-oldest-first", "chunks of " + partition.partition() + " are out of order");
            last = partition.partition();
        }
    }

    private static boolean isAfter(Partition partition, @Nullable Partition last) {
        return last == null || last.compareTo(partition) < 0;
    }

    /// An open delivery keeps its key and its chunks until it leaves.
    private void checkDeliveriesFixed() {
        Map<ObjectKey, Delivery> before = new HashMap<>();
        current.deliveries().forEach(delivery -> before.put(delivery.key(), delivery));
        for (Delivery delivery : next.deliveries()) {
            Delivery same = before.get(delivery.key());
            boolean fixed = same == null || (same.chunks().equals(delivery.chunks()) && same.kind() == delivery.kind()
                    && same.format().equals(delivery.format()) && same.rejects().equals(delivery.rejects()));
            require(fixed, "delivery-fixed", "delivery " + delivery.key() + " was changed after it was committed");
        }
    }

    private void checkMoves() {
        Map<ChunkRef, Partition> pendingBefore = pending(current);
        Map<ChunkRef, Partition> pendingAfter = pending(next);
        Set<ObjectKey> keysBefore = new HashSet<>();
        Set<List<ChunkRef>> givenUp = new HashSet<>();
        for (Delivery delivery : current.deliveries()) {
            keysBefore.add(delivery.key());
            if (delivery.failure().isGivenUp()) {
                givenUp.add(delivery.chunks());
            }
        }
        Set<ChunkRef> decided = new HashSet<>();
        for (Delivery delivery : next.deliveries()) {
            boolean moved = delivery.wrapping() == Wrapping.DELIVERY_REFUSED && givenUp.contains(delivery.chunks());
            if (!keysBefore.contains(delivery.key()) && !moved) {
                decided.addAll(delivery.chunks());
            }
        }
        pendingBefore.forEach((chunk, partition) -> require(
                partition.equals(pendingAfter.get(chunk)) || decided.contains(chunk), "chunk-kept",
                chunk + " of " + partition + " was pending and is neither pending nor in a new delivery"));
        for (ChunkRef chunk : decided) {
            requireArrived(chunk, pendingBefore.containsKey(chunk));
        }
        pendingAfter.keySet().forEach(chunk -> requireArrived(chunk, pendingBefore.containsKey(chunk)));
    }

    private void requireArrived(ChunkRef chunk, boolean wasPending) {
        require(wasPending || chunk.segment() >= current.segments().nextNumber(), "chunk-moves-forward",
                chunk + " was not pending, and its segment is not newly folded");
    }

    private static Map<ChunkRef, Partition> pending(Manifest manifest) {
        Map<ChunkRef, Partition> pending = new HashMap<>();
        manifest.pending().forEach(
                partition -> partition.chunks().forEach(chunk -> pending.put(chunk, partition.partition())));
        return pending;
    }

    private static List<ChunkRef> all(Manifest manifest) {
        List<ChunkRef> all = new ArrayList<>();
        manifest.pending().forEach(partition -> all.addAll(partition.chunks()));
        manifest.deliveries().forEach(delivery -> all.addAll(delivery.chunks()));
        return all;
    }
}
