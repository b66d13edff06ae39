package io.sluice.lambda;

import io.sluice.api.CallerKey;
import io.sluice.api.KeyRing;
import java.util.Optional;
import java.util.function.Supplier;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/// Access keys that no snapshot holds: an environment that is restored after months reads them first, and where that
/// fails it knows none, instead of those of the day of deployment. Thread-safe.
final class FreshKeys implements KeyRing, Resource {
    private final Supplier<KeyRing> reading;
    private @Nullable KeyRing read;

    /// Reads them for the first time.
    ///
    /// @throws RuntimeException when they can't be read
    FreshKeys(Supplier<KeyRing> reading) {
        this.reading = reading;
        this.read = reading.get();
    }

    /// Has them forgotten before a snapshot.
    ///
    /// @return to be kept by the caller for as long as the function lives: the runtime only holds it weakly
    static FreshKeys register(Supplier<KeyRing> reading) {
        FreshKeys keys = new FreshKeys(reading);
        Core.getGlobalContext().register(keys);
        return keys;
    }

    /// @throws RuntimeException when they can't be read after a restore
    @Override
    public Optional<CallerKey> key(String id) {
        return keys().key(id);
    }

    private synchronized KeyRing keys() {
        KeyRing there = read == null ? reading.get() : read;
        read = there;
        return there;
    }

    @Override
    public synchronized void beforeCheckpoint(Context<? extends Resource> context) {
        read = null;
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {}
}
