package io.sluice.testkit.memory;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/// A bucket in memory that keeps the [ObjectStore] contract.
public final class MemoryObjectStore implements ObjectStore, ObjectTree {
    private static final int PAGE = 1_000;

    private final ConcurrentSkipListMap<String, Stored> objects = new ConcurrentSkipListMap<>(ObjectKey.LISTED);
    private final InstantSource clock;

    public MemoryObjectStore(InstantSource clock) {
        this.clock = clock;
    }

    private record Stored(byte[] bytes, ObjectAttributes attributes, Instant modified) {}

    /// Every object's key and bytes.
    public Map<String, byte[]> contents() {
        Map<String, byte[]> contents = new TreeMap<>();
        objects.forEach((key, stored) -> contents.put(key, stored.bytes));
        return contents;
    }

    @Override
    public byte[] get(ObjectKey key) {
        return stored(key).bytes.clone();
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        byte[] bytes = stored(key).bytes;
        if (range.end() > bytes.length) {
            throw new StoreException(StoreException.Kind.MISSING,
                    key + " has " + bytes.length + " bytes, not " + range);
        }
        return Arrays.copyOfRange(bytes, Math.toIntExact(range.offset()), Math.toIntExact(range.end()));
    }

    @Override
    public void put(ObjectKey key, Body body) {
        objects.put(key.value(), new Stored(read(body), ObjectAttributes.NONE, clock.instant()));
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        Stored stored = new Stored(read(body), attributes, clock.instant());
        return objects.putIfAbsent(key.value(), stored) == null ? Created.CREATED : Created.EXISTED;
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return Optional.ofNullable(objects.get(key.value())).map(stored -> new ObjectInfo(key, stored.bytes.length,
                stored.modified, stored.attributes.fingerprint(), stored.attributes.rejected(),
                stored.attributes.discarded()));
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        keys.forEach(key -> objects.remove(key.value()));
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        List<ObjectInfo> page = new ArrayList<>();
        String from = ObjectKey.LISTED.compare(after, prefix) > 0 ? after : prefix;
        for (Map.Entry<String, Stored> each : objects.tailMap(from, !from.equals(after)).entrySet()) {
            if (!each.getKey().startsWith(prefix)) {
                break;
            }
            if (page.size() == PAGE) {
                return new ObjectPage(page, true);
            }
            page.add(new ObjectInfo(new ObjectKey(each.getKey()), each.getValue().bytes.length,
                    each.getValue().modified, ""));
        }
        return new ObjectPage(page, false);
    }

    @Override
    public List<Undeleted> remove(Collection<ObjectKey> keys) {
        delete(keys);
        return List.of();
    }

    /// A token is the last folder or key of the page before.
    @Override
    public FolderPage folders(String prefix, Optional<String> token) {
        TreeSet<String> names = new TreeSet<>(ObjectKey.LISTED);
        for (String key : objects.tailMap(prefix).keySet()) {
            if (!key.startsWith(prefix)) {
                break;
            }
            int slash = key.indexOf('/', prefix.length());
            names.add(slash < 0 ? key : key.substring(0, slash + 1));
        }
        List<String> rest = List.copyOf(token.isPresent() ? names.tailSet(token.get(), false) : names);
        List<String> page = rest.subList(0, Math.min(PAGE, rest.size()));
        return new FolderPage(page.stream().filter(name -> isFolder(name, prefix)).toList(),
                page.stream().filter(name -> !isFolder(name, prefix)).map(key -> head(new ObjectKey(key)).orElseThrow())
                        .map(info -> new ObjectInfo(info.key(), info.length(), info.modified(), "")).toList(),
                rest.size() > PAGE ? Optional.of(page.getLast()) : Optional.empty());
    }

    private static boolean isFolder(String name, String prefix) {
        return name.endsWith("/") && !name.equals(prefix);
    }

    private Stored stored(ObjectKey key) {
        Stored stored = objects.get(key.value());
        if (stored == null) {
            throw new StoreException(StoreException.Kind.MISSING, "GET " + key + ": not there");
        }
        return stored;
    }

    private static byte[] read(Body body) {
        try (InputStream in = body.open()) {
            byte[] bytes = in.readAllBytes();
            if (bytes.length != body.length()) {
                throw new IllegalArgumentException("a body of " + body.length() + " bytes gave " + bytes.length);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
