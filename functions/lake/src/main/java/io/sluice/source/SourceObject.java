package io.sluice.source;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.objects.ObjectKey;
import java.time.Instant;

/// One version of an object that is to be repartitioned.
///
/// @param etag     S3's entity tag without its quotes: another one, another content
/// @param length   in bytes, as it is stored
/// @param modified when S3 says that it was written
public record SourceObject(ObjectKey key, String etag, long length, Instant modified) {
    public void encode(ByteWriter out) {
        out.text(key.value()).text(etag).varint(length).varint(modified.toEpochMilli());
    }

    public static SourceObject decode(ByteReader in) {
        return new SourceObject(new ObjectKey(in.text()), in.text(), in.varint(), Instant.ofEpochMilli(in.varint()));
    }
}
