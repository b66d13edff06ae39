package io.sluice.benchmarks.sustain;

import io.sluice.objects.ByteRange;
import io.sluice.testkit.memory.MemoryIndex;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The content of S3 and DynamoDB and the number of requests to them, for [VirtualTime]'s one thread. Objects keep
/// their name, size and fingerprint alone, unless [Contents] says otherwise.
final class Cloud {
    /// Entries of a page of a query: one megabyte of items of at most one kilobyte.
    private static final int PAGE = 1_000;
    /// Objects that are remembered: more than are open at any time.
    private static final int OBJECTS_MAX = 250_000;

    /// The choice to keep delivered bytes, to be compared, or only to count them.
    enum Contents {
        KEPT, COUNTED
    }

    private final Contents contents;
    private final Map<String, Staged> staging = new HashMap<>();
    private final Map<String, Delivered> delivered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Delivered> eldest) {
            return contents == Contents.COUNTED && size() > OBJECTS_MAX;
        }
    };
    private final MemoryIndex index = new MemoryIndex(PAGE);
    private final Counts counts = new Counts();

    Cloud(Contents contents) {
        this.contents = contents;
    }

    /// A segment or a manifest.
    ///
    /// @param chunks may be shared by many segments
    /// @param tail   what follows them
    record Staged(byte[] chunks, byte[] tail) {
        int length() {
            return chunks.length + tail.length;
        }

        /// @return empty where it ends before the range does
        Optional<byte[]> range(ByteRange range) {
            int from = Math.toIntExact(range.offset());
            int to = Math.toIntExact(range.end());
            if (to > length()) {
                return Optional.empty();
            }
            if (to <= chunks.length) {
                return Optional.of(Arrays.copyOfRange(chunks, from, to));
            }
            if (from >= chunks.length) {
                return Optional.of(Arrays.copyOfRange(tail, from - chunks.length, to - chunks.length));
            }
            byte[] both = Arrays.copyOf(chunks, length());
            System.arraycopy(tail, 0, both, chunks.length, tail.length);
            return Optional.of(Arrays.copyOfRange(both, from, to));
        }
    }

    /// @param bytes empty where they are not kept
    record Delivered(long length, String fingerprint, byte[] bytes) {}

    /// Requests since the beginning.
    static final class Counts {
        long puts;
        long gets;
        long deletes;
        long lists;
        long objects;
        long objectBytes;
        long stagedBytesRead;
        double writeUnits;
        double readUnits;
        long indexRequests;
    }

    boolean keepsContents() {
        return contents == Contents.KEPT;
    }

    Map<String, Staged> staging() {
        return staging;
    }

    Map<String, Delivered> delivered() {
        return delivered;
    }

    MemoryIndex index() {
        return index;
    }

    Counts counts() {
        return counts;
    }
}
