package io.sluice.local.records;

import io.sluice.input.ByteInputs;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.local.verify.HadoopSnappyInput;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.util.zip.ZipInputStream;
import org.xerial.snappy.SnappyInputStream;

/// Opens an error object whichever of the stream's compressions it has: its first bytes tell, of Hadoop's Snappy, which
/// has no mark, that two lengths come first where the text of an error object has a brace.
public final class ErrorObjectBytes {
    private static final int HADOOP_BLOCK_BYTES_MAX = 64 * 1024 * 1024;

    private ErrorObjectBytes() {}

    /// The object's lines, which reading fails on where its compressed bytes are damaged.
    ///
    /// @param name what messages call it
    /// @param in   closed with the result
    public static InputStream open(String name, InputStream in) throws IOException {
        var start = new PushbackInputStream(in, Format.HEAD_BYTES);
        byte[] head = start.readNBytes(Format.HEAD_BYTES);
        start.unread(head);
        return switch (Format.of(head)) {
            case ZIP -> onlyEntry(name, new ZipInputStream(start));
            case SNAPPY -> new SnappyInputStream(start);
            case TEXT -> isHadoopSnappy(head) ? new HadoopSnappyInput(start) : ByteInputs.stream(name, start);
            default -> ByteInputs.stream(name, start);
        };
    }

    private static boolean isHadoopSnappy(byte[] head) {
        if (head.length < Format.HEAD_BYTES) {
            return false;
        }
        ByteBuffer lengths = ByteBuffer.wrap(head);
        return isLength(lengths.getInt(0)) && isLength(lengths.getInt(Integer.BYTES));
    }

    private static boolean isLength(int bytes) {
        return bytes > 0 && bytes <= HADOOP_BLOCK_BYTES_MAX;
    }

    private static InputStream onlyEntry(String name, ZipInputStream archive) throws IOException {
        if (archive.getNextEntry() == null) {
            throw new EOFException("the archive has no entry");
        }
        return new OnlyEntry(name, archive);
    }

    /// An archive of one entry: what else is in it would be left out without a word.
    private static final class OnlyEntry extends FilterInputStream {
        private final String name;
        private final ZipInputStream archive;
        private boolean ended;

        OnlyEntry(String name, ZipInputStream archive) {
            super(archive);
            this.name = name;
            this.archive = archive;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int bytes = ended ? -1 : archive.read(target, from, length);
            if (bytes < 0 && !ended) {
                ended = true;
                if (archive.getNextEntry() != null) {
                    throw new InputException(name + " is an archive of several entries, and an error object has one:"
                            + " unpack it, and name the folder");
                }
            }
            return bytes;
        }
    }
}
