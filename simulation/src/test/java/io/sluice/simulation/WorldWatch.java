package io.sluice.simulation;

import io.sluice.index.IndexEntry;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Remembers what requests did in one world, by which a later one is seen to reach a rare state. Not safe for
/// concurrent use.
final class WorldWatch {
    private final Map<ObjectKey, Actor> writers = new HashMap<>();
    private final Map<ObjectKey, Actor> committers = new HashMap<>();
    private final Map<BatchId, ObjectKey> entered = new HashMap<>();
    private final Set<ObjectKey> named = new HashSet<>();
    private final Set<ObjectKey> sweptOver = new HashSet<>();
    private boolean setBack;

    /// @return the writer before, if there was one
    Optional<Actor> wrote(ObjectKey key, Actor actor) {
        return Optional.ofNullable(writers.putIfAbsent(key, actor));
    }

    Optional<Actor> writer(ObjectKey key) {
        return Optional.ofNullable(writers.get(key));
    }

    void committed(ObjectKey manifest, Actor actor) {
        committers.putIfAbsent(manifest, actor);
    }

    Optional<Actor> committer(ObjectKey manifest) {
        return Optional.ofNullable(committers.get(manifest));
    }

    /// An entry is there that names a segment.
    ///
    /// @return the segment that the batch's first entry named
    ObjectKey entered(IndexEntry entry, ObjectKey segment) {
        named.add(segment);
        return entered.computeIfAbsent(entry.batch(), _ -> segment);
    }

    /// Whether an entry ever named the segment.
    boolean isNamed(ObjectKey segment) {
        return named.contains(segment);
    }

    /// A sweep listed the segment, which no entry named.
    void sweptOver(ObjectKey segment) {
        sweptOver.add(segment);
    }

    boolean wasSweptOver(ObjectKey segment) {
        return sweptOver.contains(segment);
    }

    /// Whether a table that was set back is in the place of the lost one, from now on.
    void setBack(boolean is) {
        setBack = is;
    }

    boolean isSetBack() {
        return setBack;
    }
}
