package io.sluice.local.serve.journal;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The end of what a journal had on the disk for certain when an answer was given: what lies before is all there, or it
/// is damaged; what lies behind may be an entry, a piece of one or nothing, as a write leaves it that did not come to
/// its end.
///
/// @param journal the journal's id
/// @param first   the number of the first file: those before it may be removed
/// @param file    the number of the last file
/// @param bytes   of it
/// @param next    the number of the next record: all before it were taken
/// @param staged  all records before it are staged
record CommitPoint(UUID journal, long first, long file, long bytes, long next, long staged) {
    static final int BYTES = 72;
    /// `SJCP`.
    private static final int MAGIC = 0x534A4350;

    /// @param version counts the points of a journal's life
    ByteBuffer write(long version) {
        ByteBuffer to = ByteBuffer.allocate(BYTES).putInt(MAGIC).putLong(version)
                .putLong(journal.getMostSignificantBits()).putLong(journal.getLeastSignificantBits()).putLong(first)
                .putLong(file).putLong(bytes).putLong(next).putLong(staged);
        return to.putInt(Entry.crc(to.duplicate().flip())).flip();
    }

    /// A point where it was found.
    record Numbered(long version, CommitPoint point) {}

    /// The point in `from`; null when there is none.
    static @Nullable Numbered read(ByteBuffer from) {
        ByteBuffer checked = from.duplicate().limit(from.position() + BYTES - Integer.BYTES);
        int magic = from.getInt();
        var read = new Numbered(from.getLong(), new CommitPoint(new UUID(from.getLong(), from.getLong()),
                from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.getLong()));
        return from.getInt() == Entry.crc(checked) && magic == MAGIC ? read : null;
    }
}
