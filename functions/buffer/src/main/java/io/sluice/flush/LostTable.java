package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.index.RecoveryProgress;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tells a stream that begins from one whose table was lost: to a table that holds nothing, both look alike, but the
/// second has left manifests. Asked before the first commit alone, before the first batch of a source that has
/// positions, before each whose records have receipts, and by the sweep; and one that was set back, whose state names
/// another manifest than the last one: asked where the state is not the one that a run of the same environment left. A
/// stream that goes on pays nothing for it.
/// Safe for concurrent use.
public final class LostTable {
    private final Buffer buffer;

    public LostTable(Buffer buffer) {
        this.buffer = buffer;
    }

    /// Refuses to go on where the table is lost: a read of the state, and of a stream that nothing was committed of
    /// what [#isRuledOut] takes.
    ///
    /// @throws TableLostException when it is
    public void requireTable() {
        Optional<FlushState> state = buffer.index().state();
        if (state.map(FlushState::version).orElse(0L) == 0) {
            isRuledOut(state);
        }
    }

    /// Tests whether the state that was read is still the current one, and no manifest tells of another stream than the
    /// one that it begins. Takes a LIST, a read of the recovery's mark, and a GET for each manifest that an attempt at
    /// the first commit left.
    ///
    /// @param state of a stream that nothing was committed of: empty, or of version 0
    /// @return false when somebody has moved the state meanwhile
    /// @throws TableLostException when the table is lost
    public boolean isRuledOut(Optional<FlushState> state) {
        if (buffer.index().recovery() == RecoveryProgress.BEGUN) {
            throw new TableLostException(buffer.name(), "a recovery of it has begun and not ended");
        }
        String prefix = Manifest.prefix(buffer.name());
        String after = "";
        boolean more = true;
        while (more) {
            ObjectPage page = buffer.staging().list(prefix, after);
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

    /// Tests whether the state that was read is still current, and no manifest was committed after the one that it
    /// names: those tell of a table that was set back to an earlier point. Takes a LIST, and a GET for each manifest
    /// that an attempt at the next commit left.
    ///
    /// @param state of a stream that something was committed of
    /// @return false when somebody has moved the state meanwhile
    /// @throws TableLostException when the table is older than the staging bucket
    boolean isNewest(FlushState state) {
        for (ObjectInfo object : manifestsFrom(state.version() + 1)) {
            Optional<String> tells = tellsOfLater(object.key(), state);
            if (tells.isPresent()) {
                return unlessMoved(Optional.of(state), tells.get());
            }
        }
        return true;
    }

    /// Tells why the manifest that the state names is not there: the table is older than the staging bucket, or the
    /// manifest was deleted.
    ///
    /// @return what to do about a manifest that was deleted, as a sentence
    /// @throws TableLostException when a later one is there
    String whyMissing(FlushState state) {
        manifestsFrom(state.version() + 1).stream().map(ObjectInfo::key).filter(key -> version(key) > 0).findFirst()
                .ifPresent(later -> {
                    throw new TableLostException(buffer.name(),
                            "its state item is of version " + state.version() + " and names "
                                    + state.manifest() + ", which is not there, and " + later + " is");
                });
        return "The state item of stream " + buffer.name()
                + " names this manifest, and no later one is there: it was deleted."
                + " Restore it, under its key, from a copy (the staging bucket keeps no versions by itself), and leave"
                + " the table as it is (docs/how-to/operations.md, Disaster recovery)";
    }

    /// The manifests of later versions than the state's: of runs that died before their commit, or are about to.
    /// Takes a LIST, and a GET for each.
    ///
    /// @throws MalformedEncodingException when one can't be read
    List<Manifest> attempts(Optional<FlushState> state) {
        List<Manifest> attempts = new ArrayList<>();
        for (ObjectInfo object : manifestsFrom(state.map(FlushState::version).orElse(0L) + 1)) {
            try {
                attempts.add(Manifest.decode(object.key(), buffer.staging().get(object.key())));
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.MISSING) {
                    throw e;
                }
            }
        }
        return attempts;
    }

    private List<ObjectInfo> manifestsFrom(long version) {
        String prefix = Manifest.prefix(buffer.name());
        List<ObjectInfo> found = new ArrayList<>();
        String after = prefix + Manifest.versionText(version);
        boolean more = true;
        while (more) {
            ObjectPage page = buffer.staging().list(prefix, after);
            found.addAll(page.objects());
            more = page.more() && !page.objects().isEmpty();
            after = more ? page.objects().getLast().key().value() : after;
        }
        return found;
    }

    /// Returns why a manifest of a later version than the state's tells of commits that the state does not know; empty
    /// when it may be an attempt at the next one. When either was written says nothing: a manifest that was damaged is
    /// younger once it is restored.
    private Optional<String> tellsOfLater(ObjectKey later, FlushState state) {
        String there = "its state item is of version " + state.version() + ", and " + later + " is there";
        return version(later) > state.version() + 1
                ? Optional.of(there)
                : replacesAnother(later, state).map(why -> there + why);
    }

    /// Empty when the manifest replaces the one that the state names, or is gone by now.
    private Optional<String> replacesAnother(ObjectKey key, FlushState state) {
        try {
            Manifest manifest = Manifest.decode(buffer.staging().get(key));
            return manifest.origin().base().equals(Optional.of(state.manifest()))
                    ? Optional.empty()
                    : Optional.of(", which replaces another manifest");
        } catch (MalformedEncodingException e) {
            return Optional.of(", which cannot be read: " + e.getMessage());
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private boolean unlessMoved(Optional<FlushState> state, String found) {
        if (buffer.index().state().equals(state)) {
            throw new TableLostException(buffer.name(), found);
        }
        return false;
    }

    /// Returns what a manifest tells of commits that the state does not know; empty when nothing. One of version 0
    /// holds nothing. One of version 1 that replaces the state's own was an attempt at the first commit; it may be gone
    /// by now.
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
        return replacesAnother(key, state.get()).map(why -> there + why);
    }

    /// Tests whether a manifest is of a later version than the state's.
    boolean isAbove(ObjectKey manifest, Optional<FlushState> state) {
        return version(manifest) > state.map(FlushState::version).orElse(0L);
    }

    /// -1: the key is nothing that a run wrote.
    private long version(ObjectKey key) {
        try {
            return Manifest.versionOf(buffer.name(), key);
        } catch (IllegalArgumentException _) {
            return -1;
        }
    }
}
