package io.sluice.local.serve.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads a journal's files when it is opened: where it stands, and whether all is there that was acknowledged.
///
/// Up to the [CommitPoint] every entry has to be whole, and every file but the last as long as the next one knows it;
/// so has any entry that a later one knows to be on the disk. What cannot be read behind all that is what writes left
/// that did not come to their end, whatever it looks like: nobody was told that it is there, and it is cut off.
final class JournalRecovery {
    private final JournalFolder folder;
    private final @Nullable CommitPoint point;
    private final String place;
    private final Consumer<String> warnings;
    private final Calls calls;
    private final long now;
    private final TreeMap<Long, JournalFile> segments = new TreeMap<>();
    private final List<Long> cuts = new ArrayList<>();
    private @Nullable UUID journal;
    /// One more than the last record's number of the files that are not there any more.
    private long removed = 1;
    private long end = 1;
    private long next = 1;
    private long lastCut = 1;
    private long staged = 1;

    /// @param point what is known from beside the journal; null when nothing is
    /// @param place how messages name the journal
    JournalRecovery(JournalFolder folder, @Nullable CommitPoint point, String place, Calls calls, long now,
            Consumer<String> warnings) {
        this.folder = folder;
        this.point = point;
        this.place = place;
        this.calls = calls;
        this.now = now;
        this.warnings = warnings;
    }

    /// The standing of a journal.
    ///
    /// @param journal its id; null when there is none
    /// @param end     one more than the last record's number
    /// @param next    the next record's number
    /// @param lastCut where the last batch that was cut ends
    /// @param staged  all records before it are staged
    /// @param cuts    where batches end that were cut and may not be staged, ascending
    record Standing(TreeMap<Long, JournalFile> segments, @Nullable UUID journal, long end, long next, long lastCut,
            long staged, List<Long> cuts) {}

    /// @throws JournalException when acknowledged bytes are damaged or gone
    Standing recover() throws IOException {
        List<Long> numbers = folder.names().stream().map(JournalFile::number).filter(number -> number >= 0).sorted()
                .toList();
        for (int i = 0; i < numbers.size(); i++) {
            long number = numbers.get(i);
            if (i > 0 && number != numbers.get(i - 1) + 1) {
                throw gone(number - 1);
            }
            read(number, i == numbers.size() - 1);
        }
        requireAll();
        if (!segments.isEmpty()) {
            // A process that was killed may have left what only looks as if it were on the disk.
            segments.lastEntry().getValue().file().force();
        }
        long done = staged;
        return new Standing(segments, journal, end, next, lastCut, staged,
                cuts.stream().filter(cut -> cut > done).toList());
    }

    private void requireAll() {
        if (point != null) {
            if (segments.isEmpty() || segments.lastKey() < point.file()) {
                throw gone(point.file());
            }
            if (segments.firstKey() > point.first()) {
                throw gone(segments.firstKey() - 1);
            }
            if (!point.journal().equals(journal)) {
                throw new JournalException(place + " is not the journal that " + place + ".point tells of; "
                        + remedy());
            }
            staged = Math.max(staged, point.staged());
        } else if (next > 1) {
            warnings.accept(place + ".point is gone, which tells how far the journal was acknowledged: it goes on with"
                    + " what it holds now, up to record " + (next - 1));
        }
        if (removed > staged) {
            throw gone(segments.firstKey() - 1);
        }
    }

    private void read(long number, boolean last) throws IOException {
        JournalFolder.File file = folder.open(JournalFile.name(number));
        long size = file.size();
        long position = 0;
        long fileEnd = 0;
        Entry.Opened opened = null;
        while (position < size) {
            JournalFile.Found found = JournalFile.read(file, number, position, size);
            if (found == null) {
                cutOff(file, number, position, last);
                break;
            }
            if (position == 0) {
                opened = opened(found, number);
            } else if (opened != null) {
                fileEnd = Math.max(fileEnd, note(found, opened));
            }
            position = found.next();
        }
        if (position < acknowledged(number) || (position == 0 && !last)) {
            throw damaged(number, position);
        }
        if (opened == null) {
            // It was being made when the process ended.
            file.close();
            folder.delete(JournalFile.name(number));
            return;
        }
        var segment = new JournalFile(number, file, opened.epoch());
        segment.committed(position, fileEnd);
        segments.put(number, segment);
    }

    /// How many bytes of a file are told to be on the disk.
    private long acknowledged(long number) {
        return point != null && point.file() == number ? point.bytes() : 0;
    }

    private Entry.Opened opened(JournalFile.Found found, long number) {
        if (!(found.entry() instanceof Entry.Opened opened) || opened.number() != number) {
            throw damaged(number, 0);
        }
        if (journal != null && !journal.equals(opened.journal())) {
            throw new JournalException(
                    place + ": the file " + JournalFile.name(number) + " belongs to another journal; "
                            + remedy());
        }
        requireWhole(segments.lastEntry(), opened);
        removed = journal == null ? opened.end() : removed;
        end = Math.max(end, opened.end());
        journal = opened.journal();
        next = Math.max(next, found.header().sequence());
        lastCut = Math.max(lastCut, opened.lastCut());
        staged = Math.max(staged, opened.staged());
        return opened;
    }

    /// A file that ends where an entry ends looks whole: the one after it knows how long it was.
    private void requireWhole(Map.@Nullable Entry<Long, JournalFile> before, Entry.Opened opened) {
        if (before != null && opened.before() != before.getValue().committed()) {
            throw damaged(before.getKey(), before.getValue().committed());
        }
    }

    /// Where the entry's records end; 0 when it has none.
    private long note(JournalFile.Found found, Entry.Opened file) {
        Entry.Header header = found.header();
        switch (found.entry()) {
            case Entry.Opened _ -> throw damaged(file.number(), found.next());
            case Entry.Put put -> {
                int[] taken = put.taken();
                end = Math.max(end, header.sequence() + taken.length);
                next = Math.max(next, end);
                calls.add(new Entry.Call(put.call(), header.written(), new PutReceipt(file.epoch(), header.sequence(),
                        put.total(), taken, PutReceipt.Repeated.NO)), file.number(), now);
                return header.sequence() + taken.length;
            }
            case Entry.Cut() -> {
                lastCut = Math.max(lastCut, header.sequence());
                cuts.add(header.sequence());
            }
            case Entry.Staged() -> staged = Math.max(staged, header.sequence());
            case Entry.Remembered(var remembered) -> remembered.forEach(call -> calls.add(call, file.number(), now));
        }
        return 0;
    }

    private void cutOff(JournalFolder.File file, long number, long position, boolean last) throws IOException {
        ByteBuffer rest = ByteBuffer.allocate(Math.toIntExact(file.size() - position));
        file.read(position, rest);
        if (!last || position < acknowledged(number) || isKnownOnDisk(rest.flip(), number, position)) {
            throw damaged(number, position);
        }
        String name = JournalFile.name(number);
        String aside = "torn-" + name + "-" + position;
        if (!folder.names().contains(aside)) {
            try (JournalFolder.File kept = folder.create(aside)) {
                kept.write(0, rest.duplicate());
                kept.force();
            }
        }
        file.truncate(position);
        file.force();
        warnings.accept(place + ": the last " + rest.capacity() + " bytes of " + name + " were being written when the"
                + " machine or the process stopped, and nobody was told that they are there; they are in " + aside);
    }

    /// Whether a later entry says that the file's bytes beyond `position` had been on the disk.
    private static boolean isKnownOnDisk(ByteBuffer rest, long number, long position) {
        for (int at = 1; at + Entry.HEADER_BYTES <= rest.limit(); at++) {
            if ((rest.getInt(at) & 0xFFFFFF00) == Entry.MAGIC) {
                Entry.Header header = Entry.Header.read(rest.duplicate().position(at), number, position + at);
                if (header != null && header.forced() > position) {
                    return true;
                }
            }
        }
        return false;
    }

    private JournalException damaged(long number, long position) {
        return new JournalException(place + ": the file " + JournalFile.name(number) + " is damaged or ends at byte "
                + position + ", where it held what was acknowledged" + known() + "; " + remedy());
    }

    private JournalException gone(long number) {
        return new JournalException(place + ": the file " + JournalFile.name(number)
                + " is gone, and it held what was acknowledged" + known() + "; " + remedy());
    }

    private String known() {
        return point == null
                ? ""
                : " (%d records taken, of which %d staged)".formatted(point.next() - 1, point.staged() - 1);
    }

    private String remedy() {
        return "restore it from a copy, or, to give up what the journal holds and is not staged, move " + place
                + " and " + place + ".point away";
    }
}
