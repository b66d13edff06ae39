package io.sluice.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes an object out of staged chunks where its format does not let them be joined: today that is `ZIP`.
///
/// Memory is a fixed few hundred kilobytes, whatever the object's size. The same chunks and the same entry name give
/// the same bytes. Without state, for any thread.
public final class ObjectTranscoder {
    /// The earliest time that a ZIP entry can have; it stands for none, so that the clock is not in the object.
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private ObjectTranscoder() {}

    /// Writes a `ZIP` object: one deflated entry that holds what the chunks hold, in order.
    ///
    /// @param chunks the concatenation of chunks as [Compression#staged()] of `ZIP` stages them; read to its end, not closed
    /// @param entry  the entry's name, as Firehose names it: a UUID. The caller derives it from the object's key
    /// @param object receives the object; flushed, not closed
    /// @throws IOException when reading or writing failed, or when a chunk is damaged or cut short
    public static void zip(InputStream chunks, UUID entry, OutputStream object) throws IOException {
        Archive archive = new Archive(object);
        try {
            ZipEntry only = new ZipEntry(entry.toString());
            only.setTimeLocal(NO_TIME);
            archive.putNextEntry(only);
            copyContent(chunks, archive);
            archive.closeEntry();
            archive.finish();
            archive.flush();
        } finally {
            archive.release();
        }
    }

    private static void copyContent(InputStream chunks, OutputStream to) throws IOException {
        try (ZstdFrames frames = new ZstdFrames()) {
            frames.copy(chunks, to);
        }
    }

    /// An archive that can be given up: closing one would complete it, and would make half an object look like a whole.
    private static final class Archive extends ZipOutputStream {
        Archive(OutputStream out) {
            super(out);
        }

        private void release() {
            def.end();
        }
    }
}
