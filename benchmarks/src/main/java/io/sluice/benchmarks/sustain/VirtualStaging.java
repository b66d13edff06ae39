package io.sluice.benchmarks.sustain;

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
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The staging bucket of a function in virtual time.
///
/// @param carrier lets its requests take their time
record VirtualStaging(Cloud cloud, Carrier carrier) implements ObjectStore {
    private static final int DELETE_KEYS_MAX = 1_000;

    @Override
    public byte[] get(ObjectKey key) {
        Cloud.Staged staged = staged(key);
        return get(key, new ByteRange(0, staged.length()));
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        cloud.counts().gets++;
        cloud.counts().stagedBytesRead += range.length();
        return carrier.read(range.length(), () -> staged(key).range(range).orElseThrow(() -> missing(key)));
    }

    private Cloud.Staged staged(ObjectKey key) {
        return Optional.ofNullable(cloud.staging().get(key.value())).orElseThrow(() -> missing(key));
    }

    private static StoreException missing(ObjectKey key) {
        return new StoreException(StoreException.Kind.MISSING, key + ": not there");
    }

    @Override
    public void put(ObjectKey key, Body body) {
        byte[] bytes;
        try (InputStream in = body.open()) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cloud.counts().puts++;
        carrier.write(bytes.length,
                () -> Optional.ofNullable(cloud.staging().put(key.value(), new Cloud.Staged(bytes, new byte[0]))));
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        throw new UnsupportedOperationException("nothing is created in the staging bucket");
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        cloud.counts().gets++;
        return carrier.read(0, () -> Optional.ofNullable(cloud.staging().get(key.value()))
                .map(staged -> new ObjectInfo(key, staged.length(), Instant.EPOCH, "")));
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        List<ObjectKey> all = List.copyOf(keys);
        for (int from = 0; from < all.size(); from += DELETE_KEYS_MAX) {
            List<ObjectKey> some = all.subList(from, Math.min(all.size(), from + DELETE_KEYS_MAX));
            cloud.counts().deletes++;
            carrier.delete(() -> cloud.staging().keySet().removeAll(some.stream().map(ObjectKey::value).toList()));
        }
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        cloud.counts().lists++;
        return carrier.read(0, () -> new ObjectPage(cloud.staging().entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix) && each.getKey().compareTo(after) > 0)
                .map(each -> new ObjectInfo(new ObjectKey(each.getKey()), each.getValue().length(), Instant.EPOCH, ""))
                .sorted((left, right) -> left.key().value().compareTo(right.key().value())).toList(), false));
    }
}
