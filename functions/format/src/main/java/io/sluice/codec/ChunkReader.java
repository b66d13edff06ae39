package io.sluice.codec;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.xerial.snappy.Snappy;

/// Gives the raw bytes of a staged chunk back: what was appended to its [ChunkCompressor]. Without state, for any
/// thread.
final class ChunkReader {
    private static final int BUFFER_BYTES = 64 * 1024;

    private ChunkReader() {}

    /// @throws IOException when the chunk is damaged or cut short
    static byte[] read(StagedChunk chunk) throws IOException {
        if (chunk.length() == 0) {
            return new byte[0];
        }
        ByteArrayOutputStream raw = new ByteArrayOutputStream(4 * chunk.length());
        switch (chunk.coding()) {
            case PLAIN -> raw.write(chunk.bytes(), chunk.offset(), chunk.length());
            case DEFLATE -> inflate(chunk, raw);
            case ZSTD -> unframe(chunk, raw);
            case SNAPPY -> readBlocks(buffer(chunk), SnappyFraming.XERIAL, raw);
            case HADOOP_SNAPPY -> readBlocks(buffer(chunk), SnappyFraming.HADOOP, raw);
        }
        return raw.toByteArray();
    }

    private static ByteBuffer buffer(StagedChunk chunk) {
        return ByteBuffer.wrap(chunk.bytes(), chunk.offset(), chunk.length());
    }

    /// The blocks have no final one: their end is the end of the chunk.
    private static void inflate(StagedChunk chunk, ByteArrayOutputStream raw) throws IOException {
        Inflater inflater = new Inflater(true);
        CRC32 crc = new CRC32();
        try {
            inflater.setInput(chunk.bytes(), chunk.offset(), chunk.length());
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = inflater.inflate(buffer); read > 0; read = inflater.inflate(buffer)) {
                crc.update(buffer, 0, read);
                raw.write(buffer, 0, read);
            }
            if (!inflater.needsInput() || inflater.finished() || (int) crc.getValue() != chunk.rawCrc()) {
                throw new IOException("The deflated bytes of the chunk are damaged or cut short");
            }
        } catch (DataFormatException e) {
            throw new IOException("The deflated bytes of the chunk are damaged: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    private static void unframe(StagedChunk frames, OutputStream raw) throws IOException {
        try (ZstdDecompressor reader = new ZstdDecompressor()) {
            reader.copy(frames.open(), raw);
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
