package io.sluice.testkit.memory;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.segment.BatchId;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The source side of a bucket in memory; an ETag is a hash of the content, as S3's is.
public final class MemorySourceStore implements SourceStore {
    private final MemoryObjectStore bucket;

    public MemorySourceStore(MemoryObjectStore bucket) {
        this.bucket = bucket;
    }

    @Override
    public Page list(String prefix, String after) {
        ObjectPage page = bucket.list(prefix, after);
        return new Page(page.objects().stream().map(this::version).toList(), page.more());
    }

    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        SourceObject there = version(object.key())
                .orElseThrow(() -> new SourceChangedException(object.key(), "is gone"));
        if (!there.etag().equals(object.etag())) {
            throw new SourceChangedException(object.key(), "has changed");
        }
        return bucket.get(object.key(), range);
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        if (version(object.key()).filter(there -> there.etag().equals(object.etag())).isEmpty()) {
            return false;
        }
        bucket.put(object.key(), body);
        return true;
    }

    @Override
    public boolean remove(SourceObject object) {
        if (version(object.key()).filter(there -> !there.etag().equals(object.etag())).isPresent()) {
            return false;
        }
        bucket.delete(List.of(object.key()));
        return true;
    }

    /// The version that is there now; empty when none is.
    public Optional<SourceObject> version(ObjectKey key) {
        return bucket.head(key).map(this::version);
    }

    private SourceObject version(ObjectInfo info) {
        return new SourceObject(info.key(), etag(bucket.get(info.key())), info.length(), info.modified());
    }

    private static String etag(byte[] bytes) {
        return BatchId.of(List.of(HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 10_000)),
                Integer.toString(Arrays.hashCode(bytes)))).toString();
    }
}
