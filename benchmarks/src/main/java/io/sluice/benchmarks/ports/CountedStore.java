package io.sluice.benchmarks.ports;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.Optional;

/// A store whose requests are counted, but for those that S3 does not charge or that are rare: deletes and lists.
public final class CountedStore extends PassingObjectStore {
    private final PortCounts counts;

    public CountedStore(ObjectStore store, PortCounts counts) {
        super(store);
        this.counts = counts;
    }

    @Override
    public byte[] get(ObjectKey key) {
        counts.gets.increment();
        return super.get(key);
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        counts.gets.increment();
        return super.get(key, range);
    }

    @Override
    public void put(ObjectKey key, Body body) {
        counts.puts.increment();
        super.put(key, body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        counts.puts.increment();
        return super.create(key, body, attributes);
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        counts.gets.increment();
        return super.head(key);
    }
}
