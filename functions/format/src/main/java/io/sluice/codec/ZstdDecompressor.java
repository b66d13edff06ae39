package io.sluice.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Decompresses zstd frames one after another, and notices when the last one is cut short.
///
/// zstd-jni's own `ZstdInputStream` does not notice it when the frame before ended in the same read (up to 1.5.7: its
/// `frameFinished` is only reset by a read), and would let a truncated object pass.
final class ZstdDecompressor implements AutoCloseable {
    private static final int BUFFER_BYTES = 128 * 1024;

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final byte[] heap = new byte[BUFFER_BYTES];
    private final ByteBuffer compressed = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer content = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private boolean betweenFrames = true;

    /// Writes the content of all frames in `frames`, which is read to its end.
    ///
    /// @throws EOFException when the last frame is cut short
    /// @throws IOException  when a frame is damaged, or what the streams throw
    void copy(InputStream frames, OutputStream to) throws IOException {
        for (int read = frames.read(heap); read >= 0; read = frames.read(heap)) {
            compressed.clear().put(heap, 0, read).flip();
            while (compressed.hasRemaining()) {
                decompress(to);
            }
        }
        if (!betweenFrames) {
            throw new EOFException("The last zstd frame is cut short");
        }
    }

    /// Takes in some compressed bytes, and writes all content that they give.
    private void decompress(OutputStream to) throws IOException {
        boolean more = true;
        while (more) {
            content.clear();
            try {
                betweenFrames = context.decompressDirectByteBufferStream(content, compressed);
            } catch (ZstdException e) {
                throw new IOException("A zstd frame is damaged: " + e.getMessage(), e);
            }
            more = !betweenFrames && !content.hasRemaining();
            content.flip();
            int length = content.remaining();
            content.get(heap, 0, length);
            to.write(heap, 0, length);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
