package io.sluice.input;

import java.util.ArrayDeque;
import java.util.Deque;

/// Knows which compressed bytes decompressed ones came out of, from the record that is open on. Not for use by several
/// threads.
final class DecodingMarks {
    /// Decompressed bytes from `decoded` on come out of compressed bytes from `compressed` on.
    private record Mark(long decoded, long compressed) {}

    private final Deque<Mark> marks = new ArrayDeque<>();

    DecodingMarks() {
        marks.add(new Mark(0, 0));
    }

    /// Notes where decompressing stands; offsets never fall.
    void add(long decoded, long compressed) {
        marks.addLast(new Mark(decoded, compressed));
    }

    /// Forgets what lies before the decompressed byte at `offset`.
    ///
    /// @return the offset of the first compressed byte that it needs
    long forgetBefore(long offset) {
        Mark first = marks.removeFirst();
        for (Mark second = marks.peekFirst(); second != null
                && second.decoded() <= offset; second = marks.peekFirst()) {
            first = marks.removeFirst();
        }
        marks.addFirst(first);
        return first.compressed();
    }
}
