package io.sluice.benchmarks.ports;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/// A bucket on the heap. Keeps the contract, but for the time of an object: every one is as old as 1970.
public final class HeapStore implements ObjectStore {
    private static final int PAGE = 1_000;

    private final ConcurrentSkipListMap<ObjectKey, byte[]> objects = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<ObjectKey, ObjectAttributes> attributes = new ConcurrentSkipListMap<>();

    /// Every object's key, in order.
    public List<ObjectKey> keys() {
        return List.copyOf(objects.keySet());
    }

    @Override
    public byte[] get(ObjectKey key) {
        return stored(key).clone();
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        return Arrays.copyOfRange(stored(key), Math.toIntExact(range.offset()), Math.toIntExact(range.end()));
    }

    @Override
    public void put(ObjectKey key, Body body) {
        objects.put(key, read(body));
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes with) {
        if (objects.putIfAbsent(key, read(body)) != null) {
            return Created.EXISTED;
        }
        attributes.put(key, with);
        return Created.CREATED;
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return Optional.ofNullable(objects.get(key)).map(bytes -> info(key, bytes));
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        keys.forEach(key -> {
            objects.remove(key);
            attributes.remove(key);
        });
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        Stream<ObjectKey> keys = objects.keySet().stream().filter(key -> key.value().startsWith(prefix));
        List<ObjectInfo> page = keys.filter(key -> key.value().compareTo(after) > 0).limit(PAGE + 1L)
                .map(key -> info(key, stored(key))).toList();
        return new ObjectPage(page.subList(0, Math.min(PAGE, page.size())), page.size() > PAGE);
    }

    private ObjectInfo info(ObjectKey key, byte[] bytes) {
        return new ObjectInfo(key, bytes.length, Instant.EPOCH,
                attributes.getOrDefault(key, ObjectAttributes.NONE).fingerprint());
    }

    private byte[] stored(ObjectKey key) {
        byte[] bytes = objects.get(key);
        if (bytes == null) {
            throw new StoreException(StoreException.Kind.MISSING, "GET " + key + ": not there");
        }
        return bytes;
    }

    private static byte[] read(Body body) {
        try (InputStream in = body.open()) {
            return in.readNBytes(Math.toIntExact(body.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
