package io.sluice.local.input;

import io.sluice.input.InputException;
import io.sluice.local.input.ArchiveEntry.Packing;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/// The content of an archive's entry, whose end is given only when its size and its checksum are those that the
/// directory has. For one thread.
final class EntryContent extends InputStream {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ArchiveEntry entry;
    private final Stored stored;
    private final Inflater inflater = new Inflater(true);
    private final InputStream content;
    private final CRC32 crc = new CRC32();
    private long read;
    private boolean ended;

    /// @param archive at the entry's first byte; closed with this
    EntryContent(ArchiveEntry entry, InputStream archive) {
        this.entry = entry;
        this.stored = new Stored(archive, entry.stored());
        this.content = entry.packing() == Packing.STORED
                ? stored
                : new InflaterInputStream(stored, inflater, BUFFER_BYTES);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /// @throws InputException when it is damaged
    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (ended || length == 0) {
            return ended ? -1 : 0;
        }
        int bytes;
        try {
            bytes = content.read(target, from, length);
        } catch (ZipException | EOFException e) {
            throw damaged("its compressed bytes make no sense, or end too early");
        }
        if (bytes > 0) {
            read += bytes;
            crc.update(target, from, bytes);
        }
        if (read > entry.bytes() || (bytes < 0 && read < entry.bytes())) {
            throw damaged("the archive's directory says that it has " + entry.bytes() + " bytes");
        }
        if (bytes < 0) {
            requireEnd();
        }
        return bytes;
    }

    private void requireEnd() {
        ended = true;
        if (crc.getValue() != entry.crc()) {
            throw damaged("its checksum does not hold");
        }
        if (stored.left > 0 || inflater.getRemaining() > 0) {
            throw damaged("it ends before its stored bytes do");
        }
    }

    private InputException damaged(String how) {
        return new InputException(entry.name() + " is damaged: " + how + "; get the archive whole, which "
                + ConversionHint.command("unzip -t", entry.shown()) + " tests");
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        stored.close();
    }

    /// The entry's bytes as they lie in the archive.
    private static final class Stored extends InputStream {
        private final InputStream archive;
        private long left;

        Stored(InputStream archive, long bytes) {
            this.archive = archive;
            this.left = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int bytes = archive.read(target, from, (int) Math.min(left, length));
            left -= Math.max(bytes, 0);
            return bytes;
        }

        @Override
        public void close() throws IOException {
            archive.close();
        }
    }
}
