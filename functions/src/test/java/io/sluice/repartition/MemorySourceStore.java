package io.sluice.repartition;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.MemoryObjectStore;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.segment.BatchId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The source side of a bucket in memory; an ETag is a hash of the content, as S3's is. Its requests meet [Faults].
public final class MemorySourceStore implements SourceStore {
    private final MemoryObjectStore bucket;
    private final Faults faults;

    public MemorySourceStore(MemoryObjectStore bucket, Faults faults) {
        this.bucket = bucket;
        this.faults = faults;
    }

    @Override
    public Page list(String prefix, String after) {
        ObjectPage page = faults.read("source LIST " + prefix, () -> bucket.list(prefix, after));
        return new Page(page.objects().stream().map(this::version).toList(), page.more());
    }

    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        return faults.read("source GET " + object.key(), () -> {
            require(object);
            return bucket.get(object.key(), range);
        });
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        return faults.write("source PUT " + object.key(), () -> {
            Optional<ObjectInfo> info = bucket.head(object.key());
            if (info.isEmpty() || !version(info.get()).etag().equals(object.etag())) {
                return false;
            }
            bucket.put(object.key(), body);
            return true;
        });
    }

    @Override
    public boolean remove(SourceObject object) {
        return faults.write("source DELETE " + object.key(), () -> {
            Optional<ObjectInfo> info = bucket.head(object.key());
            if (info.isPresent() && !version(info.get()).etag().equals(object.etag())) {
                return false;
            }
            bucket.delete(List.of(object.key()));
            return true;
        });
    }

    private void require(SourceObject object) {
        ObjectInfo info = bucket.head(object.key())
                .orElseThrow(() -> new SourceChangedException(object.key(), "is gone"));
        if (!version(info).etag().equals(object.etag())) {
            throw new SourceChangedException(object.key(), "has changed");
        }
    }

    SourceObject version(ObjectInfo info) {
        return new SourceObject(info.key(), etag(info.key()), info.length(), info.modified());
    }

    private String etag(ObjectKey key) {
        byte[] bytes = bucket.get(key);
        return BatchId.of(List.of(HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 10_000)),
                Integer.toString(Arrays.hashCode(bytes)))).toString();
    }
}
