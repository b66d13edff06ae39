package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Manifest;
import io.sluice.objects.Body;
import io.sluice.objects.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Reads and moves a stream's current manifest, and begins a stream, once. The conditional write in [#commit] is the
/// only commit in the system.
final class ManifestLog {
    /// A manifest that another run replaces is deleted at once: between the two reads of [#load] it may go.
    private static final int LOAD_ATTEMPTS_MAX = 10;

    private final Buffer buffer;
    private final LostTable lost;
    /// The last state that was found to be the newest.
    private final AtomicReference<Optional<FlushState>> newest = new AtomicReference<>(Optional.empty());
    private final Optional<LandingLog> landings;
    /// The last landing that is known to be there.
    private final AtomicReference<Optional<Landing>> announced = new AtomicReference<>(Optional.empty());

    /// Of a stream without a landing log, or for whoever commits nothing.
    ManifestLog(Buffer buffer) {
        this(buffer, Optional.empty());
    }

    /// @param landings what landed is put there; empty: nobody is told
    ManifestLog(Buffer buffer, Optional<LandingLog> landings) {
        this.buffer = buffer;
        this.lost = new LostTable(buffer);
        this.landings = landings;
    }

    /// A manifest that is current, or was when it was read.
    ///
    /// @param state the state item that names it; empty before the first commit
    record Current(Optional<FlushState> state, Manifest manifest) {
        /// What landed with its commit, if anything did.
        Optional<Landing> landing() {
            return state.flatMap(each -> manifest.landing(each.manifest()));
        }
    }

    /// @throws MalformedEncodingException when the manifest is damaged; it is named
    /// @throws StoreException kind `MISSING` when the state item names a manifest that was deleted
    /// @throws TableLostException when the table is older than the staging bucket
    Current load() {
        Optional<FlushState> state = buffer.index().state();
        for (int attempt = 1;; attempt++) {
            try {
                Manifest manifest = state.map(FlushState::manifest)
                        .map(key -> Manifest.decode(key, buffer.staging().get(key)))
                        .orElseGet(Manifest::empty);
                if (isNewest(state)) {
                    return new Current(state, manifest);
                }
                state = buffer.index().state();
            } catch (StoreException e) {
                Optional<FlushState> now = buffer.index().state();
                boolean overtaken = e.kind() == StoreException.Kind.MISSING && !now.equals(state);
                if (e.kind() == StoreException.Kind.MISSING && !overtaken && state.isPresent()) {
                    throw new StoreException(e.kind(), e.getMessage() + ". " + lost.whyMissing(state.get()), e);
                }
                if (!overtaken || attempt == LOAD_ATTEMPTS_MAX) {
                    throw e;
                }
                state = now;
            }
        }
    }

    /// Looks for later manifests once for each state that this environment has not come to by a commit of its own: in a
    /// table that was set back to an earlier point, it never has. Before anything was committed [#commit] looks.
    private boolean isNewest(Optional<FlushState> state) {
        if (state.map(FlushState::version).orElse(0L) > 0 && !newest.get().equals(state)) {
            if (!lost.isNewest(state.orElseThrow())) {
                return false;
            }
            newest.set(state);
        }
        return true;
    }

    /// Whether the state still names what was loaded: what was read of the index since was then read of the table that
    /// this state is in, and not of one that was made after that was lost.
    boolean isCurrent(Current current) {
        return buffer.index().state().equals(current.state());
    }

    /// Tests whether it is known that what landed with a commit is said, or that nothing did.
    boolean isAnnounced(Current current) {
        return landings.isEmpty() || current.landing().isEmpty() || announced.get().equals(current.landing());
    }

    /// Puts what landed with the commit of a manifest that is current, or was, unless this environment did.
    ///
    /// @throws TableLostException when something else landed with that version: the table is older than the bucket
    void announce(Current current) {
        if (isAnnounced(current)) {
            return;
        }
        Landing landing = current.landing().orElseThrow();
        Landing there = landings.orElseThrow().put(landing);
        if (!there.equals(landing)) {
            throw new TableLostException(buffer.name(), "its state item names " + landing.cause().name() + ", and "
                    + Landing.key(buffer.name(), landing.version()) + " tells what landed with "
                    + there.cause().name());
        }
        announced.set(Optional.of(landing));
    }

    /// Writes `next` and makes it current if `current` still is. What landed with the commit of `current` is put
    /// before.
    ///
    /// @param run this run's own id
    /// @return the new current manifest; empty when another run committed first, which holds what this one read
    /// @throws TableLostException when it would be a stream's first commit and is not; nothing was changed
    Optional<Current> commit(Current current, Manifest next, String run) {
        announce(current);
        return begun(current, run).flatMap(begun -> replace(begun, next, run));
    }

    /// A stream begins with a commit of a manifest that holds nothing. Whoever commits the first that holds something
    /// knows by it, and by what is in the bucket after it, that the table is still the one in which the stream began.
    private Optional<Current> begun(Current current, String run) {
        if (current.manifest().version() > 0) {
            return Optional.of(current);
        }
        if (!lost.isRuledOut(current.state())) {
            return Optional.empty();
        }
        if (current.state().isPresent()) {
            return Optional.of(current);
        }
        Manifest empty = Manifest.empty();
        FlushState state = new FlushState(empty.version(), empty.key(buffer.name(), run));
        buffer.staging().put(state.manifest(), Body.of(empty.encode()));
        return won(Optional.empty(), state) && lost.isRuledOut(Optional.of(state))
                ? Optional.of(new Current(Optional.of(state), empty))
                : Optional.empty();
    }

    private Optional<Current> replace(Current current, Manifest next, String run) {
        FlushState state = new FlushState(next.version(), next.key(buffer.name(), run));
        Manifest named = next.replacing(current.state().map(FlushState::manifest));
        buffer.staging().put(state.manifest(), Body.of(named.encode()));
        if (!won(current.state(), state)) {
            return Optional.empty();
        }
        newest.set(Optional.of(state));
        return Optional.of(new Current(Optional.of(state), named));
    }

    /// Both a conflict and an unknown outcome may be our own success: the state item tells, because a manifest's key
    /// names its run.
    private boolean won(Optional<FlushState> expected, FlushState next) {
        try {
            if (buffer.index().commit(expected, next) == BufferIndex.Commit.COMMITTED) {
                return true;
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
        }
        return buffer.index().state().equals(Optional.of(next));
    }
}
