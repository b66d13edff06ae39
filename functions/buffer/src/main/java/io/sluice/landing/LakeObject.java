package io.sluice.landing;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.objects.ObjectKey;
import java.time.Instant;
import java.util.Optional;

/// One version of an object that a job of the lake takes away, or puts in the place of others.
///
/// @param bytes    its length, as stored
/// @param etag     S3's entity tag without its quotes, where it is known
/// @param modified when S3 says that it was written, in milliseconds, where it is known
public record LakeObject(ObjectKey key, long bytes, Optional<String> etag, Optional<Instant> modified) {
    public LakeObject {
        if (bytes < 0) {
            throw new IllegalArgumentException(key + " of " + bytes + " bytes");
        }
    }

    void encode(ByteWriter out) {
        out.sortedText(key.value()).varint(bytes).text(etag.orElse(""))
                .varint(modified.map(Instant::toEpochMilli).orElse(0L));
    }

    static LakeObject decode(ByteReader in) {
        ObjectKey key = new ObjectKey(in.sortedText());
        long bytes = in.varint();
        Optional<String> etag = Optional.of(in.text()).filter(text -> !text.isEmpty());
        long modified = in.varint();
        return new LakeObject(key, bytes, etag,
                modified == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(modified)));
    }
}
