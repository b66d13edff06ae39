package io.sluice.input;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/// Decompresses zstd, frames one after another included. Reading fails where a frame is damaged or cut short.
final class ZstdInput implements ByteInput {
    private static final int BUFFER_BYTES = 128 * 1024;

    private final InputStream in;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final byte[] heap = new byte[BUFFER_BYTES];
    private final ByteBuffer compressed = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private final ByteBuffer content = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private boolean betweenFrames = true;
    private boolean mayHoldMore;

    ZstdInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (!content.hasRemaining()) {
            if (!mayHoldMore && !compressed.hasRemaining() && !fill()) {
                return -1;
            }
            decompress();
        }
        int bytes = Math.min(length, content.remaining());
        content.get(target, from, bytes);
        return bytes;
    }

    private boolean fill() throws IOException {
        int read = in.read(heap);
        if (read >= 0) {
            compressed.clear().put(heap, 0, read).flip();
            return true;
        }
        if (!betweenFrames) {
            throw new EOFException("the last zstd frame is cut short");
        }
        return false;
    }

    private void decompress() throws IOException {
        content.clear();
        try {
            betweenFrames = context.decompressDirectByteBufferStream(content, compressed);
        } catch (ZstdException e) {
            throw new IOException("a zstd frame is damaged: " + e.getMessage(), e);
        }
        mayHoldMore = !betweenFrames && !content.hasRemaining();
        content.flip();
    }

    @Override
    public void close() throws IOException {
        context.close();
        in.close();
    }
}
