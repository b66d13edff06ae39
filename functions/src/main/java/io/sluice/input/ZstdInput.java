package io.sluice.input;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decompresses zstd (RFC 8878), frames one after another included, and does not throw where it is broken: the bytes
/// end there, and [#undecodable(long)] gives the compressed rest from the last whole record on, as [GzipInput] does.
final class ZstdInput implements ByteInput {
    private static final int BUFFER_BYTES = 128 * 1024;
    /// The decoder holds back a block at most, whose bytes it has taken: 128 KiB and its head, and a frame's head
    /// before it.
    private static final int HELD_BACK_BYTES = 128 * 1024 + 3 + 18;

    private final CompressedBytes in;
    private final int restBytesMax;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final ByteBuffer compressed = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private final ByteBuffer content = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private final DecodingMarks marks = new DecodingMarks();
    private long decoded;
    private long frameStart;
    private boolean betweenFrames = true;
    private boolean mayHoldMore;
    private @Nullable String broken;

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [InputException]
    ZstdInput(String name, InputStream in, int restBytesMax) {
        this.in = new CompressedBytes(name, in);
        this.restBytesMax = restBytesMax;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (!content.hasRemaining()) {
            if (broken != null) {
                return -1;
            }
            if (!mayHoldMore && !compressed.hasRemaining() && !in.feed(compressed)) {
                if (betweenFrames) {
                    return -1;
                }
                broken = "the file ends too early";
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
        marks.add(decoded, Math.max(frameStart, consumed() - HELD_BACK_BYTES));
        content.clear();
        try {
            betweenFrames = context.decompressDirectByteBufferStream(content, compressed);
        } catch (ZstdException e) {
            broken = "the compressed data are damaged (" + e.getMessage() + ")";
        }
        mayHoldMore = !betweenFrames && !content.hasRemaining();
        content.flip();
        decoded += content.limit();
    }

    @Override
    public void recordsBefore(long offset) {
        in.keepFrom(marks.forgetBefore(offset));
    }

    @Override
    public long consumed() {
        return in.offset() - compressed.remaining();
    }

    @Override
    public boolean broken() {
        return broken != null;
    }

    @Override
    public Optional<Undecodable> undecodable(long offset) throws IOException {
        String cause = broken;
        if (cause == null) {
            return Optional.empty();
        }
        long from = marks.forgetBefore(offset);
        return Optional.of(new Undecodable(from, in.rest(from, restBytesMax), cause));
    }

    @Override
    public void close() throws IOException {
        context.close();
        in.close();
    }
}
