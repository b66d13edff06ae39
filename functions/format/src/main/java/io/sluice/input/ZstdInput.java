package io.sluice.input;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/// Decompresses zstd (RFC 8878), frames one after another included.
final class ZstdInput extends DecompressedInput {
    private static final int BUFFER_BYTES = 128 * 1024;
    /// The decoder holds back a block at most, whose bytes it has taken: 128 KiB and its head, and a frame's head
    /// before it.
    private static final int HELD_BACK_BYTES = 128 * 1024 + 3 + 18;

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final ByteBuffer compressed = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private final ByteBuffer content = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private long frameStart;
    private boolean betweenFrames = true;
    private boolean mayHoldMore;

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [InputException]
    ZstdInput(String name, InputStream in, int restBytesMax) {
        super(name, in, restBytesMax);
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (!content.hasRemaining()) {
            if (broken() || (betweenFrames && stops())) {
                return -1;
            }
            if (!mayHoldMore && !compressed.hasRemaining() && !in.feed(compressed)) {
                if (betweenFrames) {
                    return -1;
                }
                breakOff("the file ends too early");
                continue;
            }
            decompress();
        }
        int bytes = Math.min(length, content.remaining());
        content.get(target, from, bytes);
        return bytes;
    }

    private void decompress() {
        if (betweenFrames) {
            frameStart = consumed();
        }
        mark(Math.max(frameStart, consumed() - HELD_BACK_BYTES));
        content.clear();
        try {
            betweenFrames = context.decompressDirectByteBufferStream(content, compressed);
        } catch (ZstdException e) {
            breakOff("the compressed data are damaged (" + e.getMessage() + ")");
        }
        mayHoldMore = !betweenFrames && !content.hasRemaining();
        content.flip();
        decompressed(content.limit());
        if (betweenFrames && !broken()) {
            proven(consumed());
        }
    }

    @Override
    public long consumed() {
        return in.offset() - compressed.remaining();
    }

    @Override
    public void close() throws IOException {
        context.close();
        super.close();
    }
}
