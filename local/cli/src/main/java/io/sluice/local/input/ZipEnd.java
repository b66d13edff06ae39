package io.sluice.local.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The record at the very end of a ZIP archive (APPNOTE 4.3.16).
///
/// @param disk the number of the part of a split archive that this is the last of; 0 where it is whole
record ZipEnd(int disk) {
    private static final int BYTES = 22;
    private static final int MARK = 0x06054b50;
    private static final int COMMENT_BYTES_MAX = 0xFFFF;
    /// The number where that of a ZIP64 record counts.
    private static final int ELSEWHERE = 0xFFFF;

    /// Returns the record of `file`; empty where the file does not end with one and its comment.
    static Optional<ZipEnd> of(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            int length = (int) Math.min(channel.size(), BYTES + COMMENT_BYTES_MAX);
            ByteBuffer tail = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            channel.position(channel.size() - length);
            int read;
            do {
                read = channel.read(tail);
            } while (read >= 0 && tail.hasRemaining());
            for (int at = tail.position() - BYTES; at >= 0; at--) {
                if (tail.getInt(at) == MARK && at + BYTES + Short.toUnsignedInt(tail.getShort(at + 20)) == length) {
                    int disk = Short.toUnsignedInt(tail.getShort(at + 4));
                    return Optional.of(new ZipEnd(disk == ELSEWHERE ? 0 : disk));
                }
            }
            return Optional.empty();
        }
    }
}
