package io.sluice.flush;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the staged bytes that were read and are in no object yet. Safe for concurrent use.
final class HeldBytes {
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();

    /// The most that were held at once.
    long peak() {
        return peak.get();
    }

    long now() {
        return held.get();
    }

    /// What is read of `store` is held from the request on.
    ObjectStore reading(ObjectStore store, Runnable beforeEach) {
        return new PassingObjectStore(store) {
            @Override
            public byte[] get(ObjectKey key, ByteRange range) {
                beforeEach.run();
                peak.accumulateAndGet(held.addAndGet(range.length()), Math::max);
                return super.get(key, range);
            }
        };
    }

    /// What is written to `store` is held until the request ends.
    ObjectStore writing(ObjectStore store, Runnable beforeEach) {
        return writing(store, beforeEach, 0);
    }

    /// The same, of objects that are made of so many staged bytes more than they have.
    ObjectStore writing(ObjectStore store, Runnable beforeEach, long more) {
        return new PassingObjectStore(store) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                beforeEach.run();
                Created created = super.create(key, body, attributes);
                held.addAndGet(-body.length() - more);
                return created;
            }

            @Override
            public void put(ObjectKey key, Body body) {
                beforeEach.run();
                super.put(key, body);
                held.addAndGet(-body.length() - more);
            }
        };
    }
}
