package io.sluice.local.serve.journal;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import org.jspecify.annotations.Nullable;

/// Reads a journal's records in order, as far as they are on the disk. Not for use by several threads; the journal may
/// be written meanwhile.
public final class Cursor {
    private final ConcurrentNavigableMap<Long, JournalFile> segments;
    private final Deque<StoredRecord> read = new ArrayDeque<>();
    private final long from;
    private JournalFile segment;
    private long position;

    Cursor(ConcurrentNavigableMap<Long, JournalFile> segments, long from) {
        this.segments = segments;
        this.from = from;
        this.segment = segments.firstEntry().getValue();
    }

    /// The next record without taking it; null when there is none yet.
    ///
    /// @throws IOException when it can't be read, or is damaged
    public @Nullable StoredRecord peek() throws IOException {
        while (read.isEmpty() && hasMore()) {
            JournalFile.Found found = segment.read(position, segment.committed());
            if (found == null) {
                throw new IOException("the journal file " + JournalFile.name(segment.number()) + " is damaged at byte "
                        + position + ", after it was written; restore it from a copy and start the server again");
            }
            if (found.entry() instanceof Entry.Put put) {
                take(found.header().sequence(), put);
            }
            position = found.next();
        }
        return read.peekFirst();
    }

    /// Takes the record that [#peek] gave.
    public void advance() {
        read.removeFirst();
    }

    private boolean hasMore() {
        while (true) {
            // The next file first: once there is one, this one does not grow any more.
            Map.Entry<Long, JournalFile> next = segments.higherEntry(segment.number());
            if (position < segment.committed()) {
                return true;
            }
            if (next == null) {
                return false;
            }
            segment = next.getValue();
            position = 0;
        }
    }

    private void take(long sequence, Entry.Put put) {
        for (int i = 0; i < put.taken().length; i++) {
            if (sequence + i >= from) {
                read.add(new StoredRecord(segment.epoch(), sequence + i, Instant.ofEpochMilli(put.arrival()),
                        put.data().get(i)));
            }
        }
    }

    JournalFile segment() {
        return segment;
    }
}
