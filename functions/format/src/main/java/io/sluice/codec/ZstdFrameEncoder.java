package io.sluice.codec;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;

/// Makes zstd frames that say how long their content is, with a checksum, one after another. It keeps its native state
/// from frame to frame and belongs to one thread; memory does not grow with a frame.
final class ZstdFrameEncoder implements RawSink, AutoCloseable {
    private static final int BUFFER_BYTES = 128 * 1024;
    /// For instances that are let go without being closed.
    private static final Cleaner CLEANER = Cleaner.create();

    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private final Cleaner.Cleanable cleanable;
    private final ByteBuffer raw = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer compressed = ByteBuffer.allocateDirect(
            Math.toIntExact(Zstd.compressBound(BUFFER_BYTES)));
    private final byte[] heap = new byte[compressed.capacity()];
    private OutputStream out = OutputStream.nullOutputStream();
    private long announced;
    private long appended;

    ZstdFrameEncoder() {
        ZstdCompressCtx owned = context;
        cleanable = CLEANER.register(this, owned::close);
    }

    /// Begins a frame, whatever became of the one before.
    ///
    /// @param rawBytes how many bytes will be appended
    void begin(long rawBytes, OutputStream to) {
        context.reset();
        context.setLevel(ZstdChunks.DEFAULT_LEVEL).setChecksum(true).setContentSize(true);
        context.setPledgedSrcSize(rawBytes);
        raw.clear();
        out = to;
        announced = rawBytes;
        appended = 0;
    }

    @Override
    public void append(byte[] data, int offset, int length) throws IOException {
        appended += length;
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int taken = Math.min(end - from, raw.remaining());
            raw.put(data, from, taken);
            from += taken;
            if (!raw.hasRemaining()) {
                pass(EndDirective.CONTINUE);
            }
        }
    }

    /// @throws IOException when not as many bytes were appended as were announced, or what the stream throws
    void finish() throws IOException {
        if (appended != announced) {
            throw new IOException("A zstd frame of " + announced + " bytes was given " + appended);
        }
        pass(EndDirective.END);
        out = OutputStream.nullOutputStream();
    }

    private void pass(EndDirective directive) throws IOException {
        raw.flip();
        boolean done = false;
        while (!done) {
            compressed.clear();
            try {
                boolean flushed = context.compressDirectByteBufferStream(compressed, raw, directive);
                done = directive == EndDirective.END ? flushed : !raw.hasRemaining();
            } catch (ZstdException e) {
                throw new IOException("A zstd frame could not be made: " + e.getMessage(), e);
            }
            compressed.flip();
            int length = compressed.remaining();
            compressed.get(heap, 0, length);
            out.write(heap, 0, length);
        }
        raw.clear();
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
