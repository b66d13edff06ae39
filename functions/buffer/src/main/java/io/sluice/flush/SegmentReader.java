package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.objects.ByteRange;
import io.sluice.objects.StoreException;
import io.sluice.segment.SegmentId;
import java.util.Optional;

/// Reads parts of a stream's segments. Safe for concurrent use.
record SegmentReader(Buffer buffer) {
    /// @throws StoreException kind `MISSING` when the segment is not there or ends before the range does
    byte[] read(SegmentId segment, ByteRange range) {
        return buffer.staging().get(segment.key(buffer.name()), range);
    }

    /// The same; empty where it is not there.
    Optional<byte[]> ifThere(SegmentId segment, ByteRange range) {
        try {
            return Optional.of(read(segment, range));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
