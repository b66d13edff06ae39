package io.sluice.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.xerial.snappy.Snappy;

/// Gives the raw bytes of a staged chunk back: what was appended to its [ChunkCompressor]. Without state, for any thread.
public final class ChunkReader {
    private ChunkReader() {}

    /// The raw bytes of one chunk, which are held in memory as a whole.
    ///
    /// @param objects the format of the objects that the chunk was staged for
    /// @param chunk   one whole chunk; read to its end, not closed
    /// @throws IOException when reading failed, or the chunk is damaged or cut short
    public static byte[] read(Compression objects, InputStream chunk) throws IOException {
        byte[] staged = chunk.readAllBytes();
        if (staged.length == 0) {
            return staged;
        }
        ByteArrayOutputStream raw = new ByteArrayOutputStream(2 * staged.length);
        switch (objects.staged()) {
            case UNCOMPRESSED -> raw.write(staged);
            case GZIP -> gunzip(staged, raw);
            case ZSTD, ZIP -> unframe(staged, raw);
            case SNAPPY -> readBlocks(ByteBuffer.wrap(staged), SnappyFraming.XERIAL, raw);
            case HADOOP_SNAPPY -> readBlocks(ByteBuffer.wrap(staged), SnappyFraming.HADOOP, raw);
        }
        return raw.toByteArray();
    }

    private static void gunzip(byte[] member, OutputStream raw) throws IOException {
        try (GZIPInputStream content = new GZIPInputStream(new ByteArrayInputStream(member))) {
            content.transferTo(raw);
        }
    }

    private static void unframe(byte[] frames, OutputStream raw) throws IOException {
        try (ZstdFrames reader = new ZstdFrames()) {
            reader.copy(new ByteArrayInputStream(frames), raw);
        }
    }

    private static void readBlocks(ByteBuffer staged, SnappyFraming framing, OutputStream raw) throws IOException {
        while (staged.hasRemaining()) {
            int rawLength = framing == SnappyFraming.HADOOP ? readLength(staged) : -1;
            int length = readLength(staged);
            if (length > staged.remaining()) {
                throw new EOFException("A Snappy block of the chunk is cut short");
            }
            byte[] block = new byte[length];
            staged.get(block);
            byte[] content = Snappy.uncompress(block);
            if (content.length > framing.blockRawBytes() || (rawLength >= 0 && content.length != rawLength)) {
                throw new IOException("A Snappy block of the chunk has another length than it says");
            }
            raw.write(content);
        }
    }

    private static int readLength(ByteBuffer staged) throws IOException {
        int length = staged.remaining() < Integer.BYTES ? -1 : staged.getInt();
        if (length < 0) {
            throw new IOException("A Snappy block of the chunk has no valid length");
        }
        return length;
    }
}
