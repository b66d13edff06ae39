package io.sluice.local.serve.journal;

import io.sluice.local.serve.journal.GroupCommit.Pending;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// The journal's files, and how groups of entries get to the end of the last. One thread writes at a time; others may
/// read.
final class SegmentWriter {
    private static final int COPIED_BYTES_MAX = 1 << 20;

    private final JournalFolder folder;
    private final long fileBytesMax;
    private final ConcurrentNavigableMap<Long, JournalFile> segments;
    private boolean isBroken;
    private boolean isEnded;

    SegmentWriter(JournalFolder folder, long fileBytesMax, SortedMap<Long, JournalFile> segments) {
        this.folder = folder;
        this.fileBytesMax = fileBytesMax;
        this.segments = new ConcurrentSkipListMap<>(segments);
    }

    ConcurrentNavigableMap<Long, JournalFile> segments() {
        return segments;
    }

    JournalFile last() {
        return segments.lastEntry().getValue();
    }

    /// Tests whether the next file is to be begun before anything else is written.
    boolean isFull() {
        return segments.isEmpty() || isEnded || last().committed() >= fileBytesMax;
    }

    /// Begins the next file with `opened`.
    void begin(Entry.Opened opened, long sequence, long now) throws IOException {
        refuseBroken();
        String name = JournalFile.name(opened.number());
        JournalFolder.File file;
        if (folder.names().contains(name)) {
            // Left by an attempt that failed.
            folder.delete(name);
        }
        file = folder.create(name);
        var segment = new JournalFile(opened.number(), file, opened.epoch());
        try {
            append(segment, List.of(Pending.of(opened, sequence, now)));
        } catch (IOException | RuntimeException | Error e) {
            segment.close();
            folder.delete(name);
            throw e;
        }
        segments.put(opened.number(), segment);
        isEnded = false;
    }

    /// Writes `group` after what is there and waits for the disk. When that fails nothing of it is there.
    void write(List<Pending> group) throws IOException {
        refuseBroken();
        append(last(), group);
    }

    void remove(JournalFile segment) throws IOException {
        segments.remove(segment.number());
        segment.close();
        folder.delete(JournalFile.name(segment.number()));
    }

    private void refuseBroken() throws IOException {
        if (isBroken) {
            throw new IOException("an earlier write failed and could not be taken back; start the server again");
        }
    }

    private void append(JournalFile segment, List<Pending> group) throws IOException {
        long start = segment.committed();
        try {
            long end = start;
            long recordsEnd = 0;
            var buffered = new Buffered(segment, start);
            for (Pending pending : group) {
                buffered.add(pending, start);
                end += pending.bytes();
                if (pending.entry instanceof Entry.Put put) {
                    recordsEnd = pending.sequence + put.taken().length;
                }
            }
            buffered.flush();
            segment.file().force();
            segment.committed(end, recordsEnd);
        } catch (IOException | RuntimeException | Error e) {
            takeBack(segment, start);
            throw e;
        }
    }

    /// After a failed wait for the disk nobody knows which of the bytes are there: they go, and the file with them is
    /// ended.
    private void takeBack(JournalFile segment, long start) {
        isEnded = true;
        try {
            segment.file().truncate(start);
            segment.file().force();
        } catch (IOException e) {
            isBroken = true;
        }
    }

    /// Puts small entries together into one write.
    private static final class Buffered {
        private final JournalFolder.File file;
        private final long number;
        private final ByteBuffer bytes = ByteBuffer.allocate(COPIED_BYTES_MAX);
        private long position;

        Buffered(JournalFile segment, long position) {
            this.file = segment.file();
            this.number = segment.number();
            this.position = position;
        }

        void add(Pending pending, long forced) throws IOException {
            if (bytes.remaining() < pending.bytes()) {
                flush();
            }
            var header = new Entry.Header(Entry.kind(pending.entry), pending.payload.capacity(), pending.payloadCrc,
                    pending.sequence, pending.written, forced);
            header.write(bytes, number, position + bytes.position());
            if (bytes.remaining() >= pending.payload.capacity()) {
                bytes.put(pending.payload.duplicate());
            } else {
                flush();
                file.write(position, pending.payload.duplicate());
                position += pending.payload.capacity();
            }
        }

        void flush() throws IOException {
            int count = bytes.flip().remaining();
            if (count > 0) {
                file.write(position, bytes);
                position += count;
            }
            bytes.clear();
        }
    }
}
