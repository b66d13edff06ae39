package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.index.RecoveryProgress;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.util.Optional;

/// Tells a stream that begins from one whose table was lost: to a table that holds nothing, both look alike, but the
/// second has left manifests. Asked before the first commit alone, before the first batch of a source that has
/// positions, before each whose records have receipts, and by the sweep: a stream that goes on pays nothing for it.
/// Safe for concurrent use.
public final class LostTable {
    private final String stream;
    private final ObjectStore staging;
    private final BufferIndex index;

    public LostTable(String stream, ObjectStore staging, BufferIndex index) {
        this.stream = stream;
        this.staging = staging;
        this.index = index;
    }

    /// Refuses to go on where the table is lost: a read of the state, and of a stream that nothing was committed of
    /// what [#isRuledOut] takes.
    ///
    /// @throws TableLostException when it is
    public void requireTable() {
        Optional<FlushState> state = index.state();
        if (state.map(FlushState::version).orElse(0L) == 0) {
            isRuledOut(state);
        }
    }

    /// Whether the state that was read is still the current one, and no manifest tells of another stream than the one
    /// that it begins. Takes a LIST, a read of the recovery's mark, and a GET for each manifest that an attempt at the
    /// first commit left.
    ///
    /// @param state of a stream that nothing was committed of: empty, or of version 0
    /// @return false when somebody has moved the state meanwhile
    /// @throws TableLostException when the table is lost
    public boolean isRuledOut(Optional<FlushState> state) {
        if (index.recovery() == RecoveryProgress.BEGUN) {
            throw new TableLostException(stream, "a recovery of it has begun and not ended");
        }
        String prefix = Manifest.prefix(stream);
        String after = "";
        boolean more = true;
        while (more) {
            ObjectPage page = staging.list(prefix, after);
            for (ObjectInfo object : page.objects()) {
                after = object.key().value();
                Optional<String> tells = tellsOfAnother(object.key(), state);
                if (tells.isPresent()) {
                    return unlessMoved(state, tells.get());
                }
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return true;
    }

    private boolean unlessMoved(Optional<FlushState> state, String found) {
        if (index.state().equals(state)) {
            throw new TableLostException(stream, found);
        }
        return false;
    }

    /// What a manifest tells of commits that the state does not know; empty when nothing. One of version 0 holds
    /// nothing. One of version 1 that replaces the state's own was an attempt at the first commit; it may be gone by
    /// now.
    private Optional<String> tellsOfAnother(ObjectKey key, Optional<FlushState> state) {
        long version = version(key);
        if (version <= 0) {
            return Optional.empty();
        }
        String there = "its state item " + state.map(each -> "is of version 0").orElse("is not there") + ", and "
                + key + " is";
        if (version > 1 || state.isEmpty()) {
            return Optional.of(there);
        }
        try {
            Manifest manifest = Manifest.decode(staging.get(key));
            return manifest.origin().base().equals(state.map(FlushState::manifest))
                    ? Optional.empty()
                    : Optional.of(there + ", which replaces another manifest");
        } catch (MalformedEncodingException e) {
            return Optional.of(there + ", which cannot be read: " + e.getMessage());
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /// -1: the key is nothing that a run wrote.
    private long version(ObjectKey key) {
        try {
            return Manifest.versionOf(stream, key);
        } catch (IllegalArgumentException _) {
            return -1;
        }
    }
}
