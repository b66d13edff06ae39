package io.sluice.local.serve.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads a journal's files when it is opened: where it stands, and whether all is there that was acknowledged.
///
/// An entry that cannot be read is cut off only where nobody can have been told that it is there: it is in the file's
/// last group of writes, and the file ends in it or lacks a piece of it, as after a power failure. Anything else is
/// damage and stops.
final class Recovery {
    private static final int SECTOR_BYTES = 512;

    private final JournalFolder folder;
    private final String place;
    private final Consumer<String> warnings;
    private final Calls calls;
    private final long now;
    private final TreeMap<Long, Segment> segments = new TreeMap<>();
    private final List<Long> cuts = new ArrayList<>();
    private Entry.@Nullable Opened first;
    private long next = 1;
    private long lastCut = 1;
    private long staged = 1;

    /// @param place how messages name the journal
    Recovery(JournalFolder folder, String place, Calls calls, long now, Consumer<String> warnings) {
        this.folder = folder;
        this.place = place;
        this.calls = calls;
        this.now = now;
        this.warnings = warnings;
    }

    /// Where a journal stands.
    ///
    /// @param next    the next record's number
    /// @param lastCut where the last batch that was cut ends
    /// @param staged  all records before it are staged
    /// @param cuts    where batches end that were cut and may not be staged, ascending
    record Standing(TreeMap<Long, Segment> segments, Entry.@Nullable Opened first, long next, long lastCut,
            long staged, List<Long> cuts) {}

    /// @throws JournalException when acknowledged bytes are damaged or gone
    Standing recover() throws IOException {
        List<Long> numbers = folder.names().stream().map(Segment::number).filter(number -> number >= 0).sorted()
                .toList();
        for (int i = 0; i < numbers.size(); i++) {
            long number = numbers.get(i);
            if (i > 0 && number != numbers.get(i - 1) + 1) {
                throw new JournalException(place + ": the file " + Segment.name(number - 1)
                        + " is gone, and it may hold acknowledged records; " + remedy());
            }
            read(number, i == numbers.size() - 1);
        }
        long done = staged;
        return new Standing(segments, first, next, lastCut, staged,
                cuts.stream().filter(cut -> cut > done).toList());
    }

    private void read(long number, boolean last) throws IOException {
        JournalFolder.File file = folder.open(Segment.name(number));
        var segment = new Segment(number, file, 0, 0);
        long size = file.size();
        long position = 0;
        long end = 0;
        while (position < size) {
            Segment.Found found = segment.read(position, size);
            if (found == null) {
                cutOff(segment, position, size, last);
                break;
            }
            end = Math.max(end, note(found, number, position));
            position = found.next();
        }
        if (position == 0 && !last) {
            throw new JournalException(place + ": the file " + Segment.name(number)
                    + " is empty, and it held acknowledged records; " + remedy());
        }
        if (position == 0) {
            // It was being made when the process ended.
            segment.close();
            folder.delete(Segment.name(number));
            return;
        }
        segment.committed(position, end);
        segments.put(number, segment);
    }

    /// Where the entry's records end; 0 when it has none.
    private long note(Segment.Found found, long number, long position) {
        Entry.Header header = found.header();
        switch (found.entry()) {
            case Entry.Opened opened -> {
                if (opened.number() != number || position != 0) {
                    throw new JournalException(place + ": the file " + Segment.name(number) + " is a copy of "
                            + Segment.name(opened.number()) + "; " + remedy());
                }
                first = first == null ? opened : first;
                if (first.high() != opened.high() || first.low() != opened.low()) {
                    throw new JournalException(place + ": the file " + Segment.name(number)
                            + " belongs to another journal; " + remedy());
                }
                next = Math.max(next, header.sequence());
                lastCut = Math.max(lastCut, opened.lastCut());
                staged = Math.max(staged, opened.staged());
            }
            case Entry.Put put -> {
                int[] taken = put.taken();
                next = Math.max(next, header.sequence() + taken.length);
                calls.add(new Entry.Call(put.call(), header.written(),
                        new Receipt(header.sequence(), put.total(), taken, Receipt.Repeated.NO)), number, now);
                return header.sequence() + taken.length;
            }
            case Entry.Cut() -> {
                lastCut = Math.max(lastCut, header.sequence());
                cuts.add(header.sequence());
            }
            case Entry.Staged() -> staged = Math.max(staged, header.sequence());
            case Entry.Remembered(var remembered) -> remembered.forEach(call -> calls.add(call, number, now));
        }
        return 0;
    }

    private void cutOff(Segment segment, long position, long size, boolean last) throws IOException {
        String name = Segment.name(segment.number());
        if (!last || acknowledged(segment, position, size) || !torn(segment, position, size)) {
            throw new JournalException(place + ": the file " + name + " is damaged at byte " + position
                    + ", where it holds records that were acknowledged; " + remedy());
        }
        ByteBuffer tail = ByteBuffer.allocate(Math.toIntExact(Math.min(size - position, Entry.PAYLOAD_BYTES_MAX)));
        segment.file().read(position, tail);
        String aside = "torn-" + name + "-" + position;
        if (!folder.names().contains(aside)) {
            try (JournalFolder.File kept = folder.create(aside)) {
                kept.write(0, tail.flip());
                kept.force();
            }
        }
        segment.file().truncate(position);
        segment.file().force();
        warnings.accept(place + ": the last " + (size - position) + " bytes of " + name
                + " were being written when the machine stopped, and were never acknowledged; they are in " + aside);
    }

    /// Whether a later entry says that the file's bytes beyond `position` had been on the disk.
    private static boolean acknowledged(Segment segment, long position, long size) throws IOException {
        ByteBuffer rest = ByteBuffer.allocate(Math.toIntExact(size - position));
        segment.file().read(position, rest);
        for (int at = 1; at + Entry.HEADER_BYTES <= rest.capacity(); at++) {
            if ((rest.getInt(at) & 0xFFFFFF00) == Entry.MAGIC) {
                Entry.Header header = Entry.Header.read(rest.duplicate().limit(rest.capacity()).position(at));
                if (header != null && header.forced() > position) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether the bytes are as a write leaves them that did not come to its end: the file ends in the entry, or a
    /// sector is empty.
    private static boolean torn(Segment segment, long position, long size) throws IOException {
        if (size - position < Entry.HEADER_BYTES) {
            return true;
        }
        ByteBuffer bytes = ByteBuffer.allocate(Entry.HEADER_BYTES);
        segment.file().read(position, bytes);
        Entry.Header header = Entry.Header.read(bytes.flip());
        if (header != null && size - position - Entry.HEADER_BYTES < header.length()) {
            return true;
        }
        ByteBuffer sector = ByteBuffer.allocate(SECTOR_BYTES);
        long aligned = (position + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
        for (long at = aligned; at < size; at += SECTOR_BYTES) {
            sector.clear().limit((int) Math.min(SECTOR_BYTES, size - at));
            segment.file().read(at, sector);
            if (isZero(sector.flip())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isZero(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                return false;
            }
        }
        return true;
    }

    private static String remedy() {
        return "restore it from a copy, or, to give up what it holds and is not staged, move the journal's folder away";
    }
}
