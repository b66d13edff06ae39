package io.sluice.local.records;

import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.zip.CRC32C;

/// A file's bytes, which at their end are still those that the file holds.
///
/// Somebody who overwrites a file while it is read makes a mix of two contents. So where the file's stamp is another
/// one at the end, or may have stayed as it was, all that was read is read again and its checksum compared. What was
/// appended, or put in the file's place under its name, changes nothing of it. For one thread.
final class SteadyFile extends InputStream {
    private static final int AGAIN_BYTES = 1 << 20;

    private final Path file;
    private final FileStamp opened;
    private final boolean blurred;
    private final SeekableByteChannel channel;
    private final InputStream in;
    private final CRC32C checksum = new CRC32C();
    private long read;
    private boolean ended;
    private boolean skipped;

    private SteadyFile(Path file, FileStamp opened, boolean blurred, SeekableByteChannel channel) {
        this.file = file;
        this.opened = opened;
        this.blurred = blurred;
        this.channel = channel;
        this.in = Channels.newInputStream(channel);
    }

    static SteadyFile open(Path file, InstantSource clock) throws IOException {
        FileStamp stamp = FileStamp.of(file);
        return new SteadyFile(file, stamp, stamp.isBlurredAt(clock.instant()), Files.newByteChannel(file));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /// @throws InputException at the end, when what was read is not what is there
    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int bytes = ended ? -1 : in.read(target, from, length);
        if (bytes > 0) {
            read += bytes;
            checksum.update(target, from, bytes);
        }
        if (bytes < 0 && !ended) {
            ended = true;
            requireSame();
        }
        return bytes;
    }

    /// Whoever skips does not read the file from front to end, and is not told whether it changed.
    @Override
    public long skip(long bytes) throws IOException {
        skipped = true;
        return in.skip(bytes);
    }

    private void requireSame() throws IOException {
        if (skipped || (!blurred && Files.exists(file) && FileStamp.of(file).equals(opened))) {
            return;
        }
        CRC32C again = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocate(AGAIN_BYTES);
        long left = read;
        channel.position(0);
        while (left > 0 && channel.read(buffer.clear().limit((int) Math.min(left, AGAIN_BYTES))) > 0) {
            left -= buffer.flip().limit();
            again.update(buffer);
        }
        if (left > 0 || again.getValue() != checksum.getValue()) {
            throw new InputException(
                    file + " was overwritten while it was read, so that what was read of it is a mix of"
                            + " what it was and what it is; run again while nobody writes to it, or on a copy");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
