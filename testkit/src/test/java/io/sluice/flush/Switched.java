package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;

/// Ports of a run that is stopped before one of its requests, while something else happens to its end.
final class Switched {
    private final int at;
    private final Runnable meanwhile;
    private int requests;

    /// @param at the number of the request that waits, from 1
    Switched(int at, Runnable meanwhile) {
        this.at = at;
        this.meanwhile = meanwhile;
    }

    Buffer buffer(BufferInMemory buffer) {
        return new Buffer("quakes", store(buffer.staging), index(buffer.index));
    }

    ObjectStore store(ObjectStore store) {
        return new CountingObjectStore(store, _ -> pass());
    }

    private BufferIndex index(BufferIndex index) {
        return new CountingIndex(index, _ -> pass());
    }

    private void pass() {
        if (++requests == at) {
            meanwhile.run();
        }
    }

    /// Tests whether the run came to that request.
    boolean happened() {
        return requests >= at;
    }
}
