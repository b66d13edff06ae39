package io.sluice.local.serve.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The file of a journal's [CommitPoint], beside the journal.
///
/// A point is written when what it tells of is on the disk, and before anybody is told of it; the point itself is not
/// waited for. So it is exact whenever a process ends, and no later than the journal when a machine does.
/// It has two slots: the point that the disk has for certain is never written over. Thread-safe.
final class CommitPointFile implements Closeable {
    static final String NAME = "journal.point";
    /// Apart, so that no write of one touches the other.
    private static final int SLOT_BYTES = 4096;

    private final JournalFolder.File file;
    private long version;
    private int slot;
    private boolean isForced;

    private CommitPointFile(JournalFolder.File file) {
        this.file = file;
    }

    /// The point that is told in `folder`; null where there is no such file.
    ///
    /// @throws JournalException when it is damaged
    static @Nullable CommitPoint read(JournalFolder folder, String place) throws IOException {
        if (!folder.names().contains(NAME)) {
            return null;
        }
        CommitPoint.Numbered latest = null;
        try (JournalFolder.File file = folder.open(NAME)) {
            for (int slot = 0; slot < 2; slot++) {
                CommitPoint.Numbered found = read(file, slot);
                latest = found == null || (latest != null && latest.version() > found.version()) ? latest : found;
            }
        }
        if (latest == null) {
            throw new JournalException(place + ".point, which tells how far the journal was acknowledged, is damaged;"
                    + "  restore it from a copy, or delete it to go on with what the journal holds now");
        }
        return latest.point();
    }

    private static CommitPoint.@Nullable Numbered read(JournalFolder.File file, int slot) throws IOException {
        long position = (long) slot * SLOT_BYTES;
        if (file.size() < position + CommitPoint.BYTES) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(CommitPoint.BYTES);
        file.read(position, bytes);
        return CommitPoint.read(bytes.flip());
    }

    /// Begins the file anew with `first`, which is on the disk when this returns.
    static CommitPointFile begin(JournalFolder folder, CommitPoint first) throws IOException {
        String name = NAME + ".new";
        folder.delete(name);
        JournalFolder.File file = folder.create(name);
        var begun = new CommitPointFile(file);
        begun.write(first);
        begun.force();
        folder.replace(name, NAME);
        return begun;
    }

    /// Tells of `point` from now on.
    synchronized void write(CommitPoint point) throws IOException {
        version++;
        isForced = false;
        file.write((long) slot * SLOT_BYTES, point.write(version));
    }

    /// Returns when the last point is on the disk.
    synchronized void force() throws IOException {
        if (!isForced) {
            file.force();
            isForced = true;
            slot = 1 - slot;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
