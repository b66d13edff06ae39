package io.sluice.codec;

import io.airlift.compress.v3.deflate.DeflateCompressor;
import io.airlift.compress.v3.deflate.DeflateNativeCompressor;
import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Deflates a whole run in one call of the native library libdeflate. A run of a kilobyte takes it half of what zlib
/// takes, and comes out at the same size.
///
/// It has native state, which is freed when the instance is collected; it belongs to one thread.
final class Libdeflate {
    /// Runs come out as at zlib's level 6, or a little smaller.
    private static final int LEVEL = 6;
    private static final byte[] TRIAL = "tried once before records are trusted to it; ".repeat(20)
            .getBytes(StandardCharsets.US_ASCII);
    private static volatile boolean isLoaded;

    private final DeflateCompressor compressor;

    private Libdeflate(DeflateCompressor compressor) {
        this.compressor = compressor;
    }

    /// Loads the library when it is first asked for.
    private static final class Library {
        static final boolean SERVES = serves();

        private static boolean serves() {
            Optional<String> lack = lack(() -> new DeflateNativeCompressor(LEVEL));
            lack.ifPresent(why -> System.getLogger(Libdeflate.class.getName()).log(Level.WARNING,
                    "libdeflate does not serve here, and java.util.zip compresses in its place, slower: {0}", why));
            isLoaded = true;
            return lack.isEmpty();
        }
    }

    /// A fresh instance; empty where the library does not serve on this machine. The first call in a process loads it,
    /// which takes a quarter of a second, and logs why it does not serve.
    static Optional<Libdeflate> load() {
        return Library.SERVES ? Optional.of(new Libdeflate(new DeflateNativeCompressor(LEVEL))) : Optional.empty();
    }

    /// Tests whether [#load] was called before in this process.
    static boolean isLoaded() {
        return isLoaded;
    }

    /// Returns why what `maker` makes does not serve: it cannot be made, or what it makes of a text is not read as that
    /// text.
    static Optional<String> lack(Supplier<DeflateCompressor> maker) {
        try {
            ByteBuilder deflated = new ByteBuilder();
            new Libdeflate(maker.get()).deflate(TRIAL, TRIAL.length, deflated);
            return Arrays.equals(TRIAL, inflated(deflated)) ? Optional.empty() : Optional.of("its output is wrong");
        } catch (LinkageError | RuntimeException | DataFormatException e) {
            return Optional.of(e.getCause() == null ? e.toString() : e + ": " + e.getCause());
        }
    }

    private static byte[] inflated(ByteBuilder deflated) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(deflated.array(), 0, deflated.length());
            byte[] raw = new byte[TRIAL.length + 1];
            int length = inflater.inflate(raw);
            return inflater.finished() && inflater.getRemaining() == 0 ? Arrays.copyOf(raw, length) : new byte[0];
        } finally {
            inflater.end();
        }
    }

    /// Appends the deflate blocks of `raw[0, length)`, of which the last is final.
    void deflate(byte[] raw, int length, ByteBuilder to) {
        try {
            int bound = compressor.maxCompressedLength(length);
            to.reserve(bound);
            to.advance(compressor.compress(raw, 0, length, to.array(), to.length(), bound));
        } finally {
            Reference.reachabilityFence(compressor);
        }
    }
}
