package io.sluice.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Compressors that are kept from object to object, for threads that come and go: there are never more than were at
/// work at once. Safe for concurrent use.
public final class CompressorPool {
    /// Raw bytes up to which a run is made by libdeflate: while it does, the JVM can begin no pause.
    public static final int AT_ONCE_BYTES_MAX = 256 * 1024;
    /// Runs that could have been made by libdeflate before it is loaded: loading it costs about what it would have
    /// saved with them. A process that makes few objects never loads it.
    static final int RUNS_BEFORE_LOADING = 10_000;
    private static final int NEVER = Integer.MAX_VALUE;

    private final int runsBeforeLoading;
    private final AtomicInteger runs = new AtomicInteger();
    private final Queue<Deflating> deflations = new ConcurrentLinkedQueue<>();
    private final Queue<HeldRuns> heldRuns = new ConcurrentLinkedQueue<>();
    private final Queue<ZstdFrameEncoder> encoders = new ConcurrentLinkedQueue<>();

    public CompressorPool() {
        this(RUNS_BEFORE_LOADING);
    }

    /// @param runsBeforeLoading 0: libdeflate is loaded at the first run that it can make
    public CompressorPool(int runsBeforeLoading) {
        this.runsBeforeLoading = runsBeforeLoading;
    }

    /// A pool that does without libdeflate.
    public static CompressorPool ofThePlatform() {
        return new CompressorPool(NEVER);
    }

    /// Loads libdeflate for all pools of this process, where it serves.
    public static void prime() {
        Libdeflate.load();
    }

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

    /// Deflate blocks of which the last is final. The same content gives the same blocks whenever it is asked for in
    /// this process.
    ///
    /// @throws IOException what `content` throws
    public DeflatedRun deflateFinal(Content content) throws IOException {
        return deflate(content, Deflation.End.FINAL);
    }

    /// The same by the faster means that there is, for blocks that are kept and not made again: the same content may
    /// come out as other blocks another time, of another length.
    ///
    /// @param rawBytes how many bytes `content` appends
    /// @throws IOException what `content` throws
    public DeflatedRun deflateAtOnce(long rawBytes, Content content) throws IOException {
        if (rawBytes <= AT_ONCE_BYTES_MAX && isWorthLoading()) {
            HeldRuns kept = heldRuns.poll();
            Optional<HeldRuns> made = kept == null ? Libdeflate.load().map(HeldRuns::new) : Optional.of(kept);
            if (made.isPresent()) {
                content.appendTo(made.get());
                DeflatedRun run = made.get().end();
                heldRuns.add(made.get());
                return run;
            }
        }
        return deflateFinal(content);
    }

    private boolean isWorthLoading() {
        return runsBeforeLoading != NEVER && (Libdeflate.isLoaded() || runs.getAndIncrement() >= runsBeforeLoading);
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
