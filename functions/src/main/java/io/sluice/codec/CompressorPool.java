package io.sluice.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Compressors that are kept from object to object, for threads that come and go: there are never more than were at
/// work at once. Safe for concurrent use.
public final class CompressorPool {
    private final Queue<Deflating> deflations = new ConcurrentLinkedQueue<>();
    private final Queue<ZstdFrameEncoder> encoders = new ConcurrentLinkedQueue<>();

    /// Appends raw bytes.
    @FunctionalInterface
    public interface Content {
        void appendTo(RawSink sink) throws IOException;
    }

    /// Deflate blocks that others may follow: the final block is left to whoever makes the object.
    ///
    /// @throws IOException what `content` throws
    public DeflatedRun deflateOpen(Content content) throws IOException {
        return deflate(content, Deflation.End.OPEN);
    }

    /// Deflate blocks of which the last is final.
    ///
    /// @throws IOException what `content` throws
    public DeflatedRun deflateFinal(Content content) throws IOException {
        return deflate(content, Deflation.End.FINAL);
    }

    private DeflatedRun deflate(Content content, Deflation.End end) throws IOException {
        Deflating kept = deflations.poll();
        Deflating deflating = kept == null ? new Deflating() : kept;
        boolean clean = false;
        try {
            content.appendTo(deflating);
            DeflatedRun run = deflating.end(end);
            clean = true;
            return run;
        } finally {
            if (clean) {
                deflations.add(deflating);
            } else {
                deflating.close();
            }
        }
    }

    /// One zstd frame that says how long its content is.
    ///
    /// @param rawBytes how many bytes `content` appends
    /// @throws IOException what `content` throws, or when it appends another number of bytes
    public void zstdFrame(long rawBytes, Content content, OutputStream out) throws IOException {
        ZstdFrameEncoder kept = encoders.poll();
        ZstdFrameEncoder encoder = kept == null ? new ZstdFrameEncoder() : kept;
        boolean clean = false;
        try {
            encoder.begin(rawBytes, out);
            content.appendTo(encoder);
            encoder.finish();
            clean = true;
        } finally {
            if (clean) {
                encoders.add(encoder);
            } else {
                encoder.close();
            }
        }
    }
}
