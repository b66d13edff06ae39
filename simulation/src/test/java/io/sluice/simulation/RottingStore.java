package io.sluice.simulation;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A bucket whose objects rot where they rest: what is read of one is then another thing than what was written, until
/// it is written again. The store below keeps what was written; whoever judges looks there.
final class RottingStore extends PassingObjectStore {
    private final Map<ObjectKey, byte[]> rotten = new TreeMap<>();
    private final Set<ObjectKey> served = new HashSet<>();
    private final Set<ObjectKey> hidden = new HashSet<>();

    RottingStore(ObjectStore store) {
        super(store);
    }

    /// From now on `bytes` are read under that key, which is there.
    void rot(ObjectKey key, byte[] bytes) {
        rotten.put(key, bytes.clone());
    }

    /// What is read of objects that are rotten, by key.
    Map<ObjectKey, byte[]> rotten() {
        return rotten;
    }

    /// Keys under which nothing is found, until an operator restores what was there.
    Set<ObjectKey> hidden() {
        return hidden;
    }

    private void requireThere(ObjectKey key) {
        if (hidden.contains(key)) {
            throw new StoreException(StoreException.Kind.MISSING, "GET " + key + ": not there");
        }
    }

    /// Somebody was given other bytes of that object than were written.
    void serveDamaged(ObjectKey key) {
        served.add(key);
    }

    /// Whether `message` names an object of which somebody was ever given other bytes than were written.
    boolean isNamedIn(String message) {
        return served.stream().anyMatch(key -> message.contains(key.value()));
    }

    @Override
    public byte[] get(ObjectKey key) {
        requireThere(key);
        byte[] written = super.get(key);
        byte[] now = rotten.get(key);
        if (now == null) {
            return written;
        }
        serveDamaged(key);
        return now.clone();
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        requireThere(key);
        byte[] now = rotten.get(key);
        if (now == null) {
            return super.get(key, range);
        }
        serveDamaged(key);
        if (range.end() > now.length) {
            throw new StoreException(StoreException.Kind.MISSING,
                    key + " has " + now.length + " bytes, not " + range);
        }
        return Arrays.copyOfRange(now, Math.toIntExact(range.offset()), Math.toIntExact(range.end()));
    }

    @Override
    public void put(ObjectKey key, Body body) {
        super.put(key, body);
        rotten.remove(key);
        hidden.remove(key);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        Created created = super.create(key, body, attributes);
        hidden.remove(key);
        if (created == Created.CREATED) {
            rotten.remove(key);
        }
        return created;
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return hidden.contains(key) ? Optional.empty() : super.head(key).map(this::asItIs);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        super.delete(keys);
        keys.forEach(rotten::remove);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        ObjectPage page = super.list(prefix, after);
        return new ObjectPage(page.objects().stream().filter(each -> !hidden.contains(each.key()))
                .map(this::asItIs).toList(), page.more());
    }

    private ObjectInfo asItIs(ObjectInfo written) {
        byte[] now = rotten.get(written.key());
        return now == null
                ? written
                : new ObjectInfo(written.key(), now.length, written.modified(), written.fingerprint(),
                        written.rejected(), written.discarded());
    }
}
