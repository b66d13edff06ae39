package io.sluice.flush;

import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Three partitions in one staged segment, and damage done to it.
final class DamagedSegment {
    final BufferInMemory buffer = new BufferInMemory();

    static List<IndexEntry> entries(BufferInMemory buffer) {
        List<IndexEntry> entries = new ArrayList<>();
        for (int shard = 0; shard < 4; shard++) {
            entries.addAll(buffer.index.read(new Shard(shard), Optional.empty()).entries());
        }
        return entries;
    }

    /// Stages the three, pending.
    ObjectKey stagedTogether() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2", "c:3"));
        ObjectKey segment = entries(buffer).getFirst().segment().key("quakes");
        manifestOfPending();
        return segment;
    }

    void manifestOfPending() {
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("fold", Planner.Mode.SCHEDULED, Deadline.NONE);
    }

    Manifest manifest() {
        return Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest()));
    }

    ChunkRef chunkOf(String prefix) {
        for (var pending : manifest().pending()) {
            if (pending.partition().key().contains(prefix)) {
                return pending.chunks().getFirst();
            }
        }
        for (Delivery delivery : manifest().deliveries()) {
            if (delivery.key().value().startsWith(prefix)) {
                return delivery.chunks().getFirst();
            }
        }
        throw new AssertionError("no chunk of " + prefix);
    }

    /// @return the segment as it was
    byte[] flip(ObjectKey segment, long at) {
        byte[] good = buffer.staging.get(segment);
        byte[] bad = good.clone();
        bad[(int) at] ^= 0x10;
        buffer.staging.put(segment, Body.of(bad));
        return good;
    }
}
