package io.sluice.local.serve.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One file of a journal. One thread writes; others may read what is committed.
final class JournalFile implements Closeable {
    private static final String PREFIX = "journal-";

    private final long number;
    private final JournalFolder.File file;
    private final UUID epoch;
    /// Up to where the file holds whole entries that are on the disk.
    private volatile long committed;
    /// One more than the greatest number of a record in it.
    private volatile long end;

    /// @param epoch of the numbers of its records
    JournalFile(long number, JournalFolder.File file, UUID epoch) {
        this.number = number;
        this.file = file;
        this.epoch = epoch;
    }

    static String name(long number) {
        return PREFIX + "%016x".formatted(number);
    }

    /// The number in a file's name; -1 when it is no segment.
    static long number(String name) {
        try {
            return name.startsWith(PREFIX) ? Long.parseLong(name.substring(PREFIX.length()), 16) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    long number() {
        return number;
    }

    UUID epoch() {
        return epoch;
    }

    long committed() {
        return committed;
    }

    long end() {
        return end;
    }

    JournalFolder.File file() {
        return file;
    }

    void committed(long size, long recordsEnd) {
        end = Math.max(end, recordsEnd);
        committed = size;
    }

    /// An entry where it was found.
    ///
    /// @param next where the entry after it begins
    record Found(Entry.Header header, Entry entry, long next) {}

    /// The entry at `position`; null when it is damaged or not whole.
    ///
    /// @param limit where the bytes that may be read end
    @Nullable
    Found read(long position, long limit) throws IOException {
        return read(file, number, position, limit);
    }

    /// The entry at `position` of a file; null when it is damaged or not whole.
    static @Nullable Found read(JournalFolder.File file, long number, long position, long limit) throws IOException {
        if (limit - position < Entry.HEADER_BYTES) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(Entry.HEADER_BYTES);
        file.read(position, bytes);
        Entry.Header header = Entry.Header.read(bytes.flip(), number, position);
        long start = position + Entry.HEADER_BYTES;
        if (header == null || limit - start < header.length()) {
            return null;
        }
        ByteBuffer payload = ByteBuffer.allocate(header.length());
        file.read(start, payload);
        if (Entry.crc(payload.flip().duplicate()) != header.payloadCrc()) {
            return null;
        }
        return new Found(header, Entry.read(header.kind(), payload), start + header.length());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
