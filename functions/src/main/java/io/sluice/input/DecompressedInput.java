package io.sluice.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An input that is decompressed as it is read, and does not throw where it is broken: the bytes end there, and
/// [#undecodable(long)] gives the compressed rest from the last whole record on.
///
/// For that it keeps the compressed bytes of the record that is open, and marks of which decompressed offset needs
/// which compressed one. Not for use by several threads.
public abstract class DecompressedInput implements ByteInput {
    /// The compressed bytes.
    protected final CompressedBytes in;
    private final int restBytesMax;
    private final DecodingMarks marks = new DecodingMarks();
    private long decoded;
    private @Nullable String broken;

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [InputException]
    protected DecompressedInput(String name, InputStream in, int restBytesMax) {
        this.in = new CompressedBytes(name, in);
        this.restBytesMax = restBytesMax;
    }

    /// Notes that what is decompressed next comes out of the compressed bytes from this offset on; offsets never fall.
    protected final void mark(long compressed) {
        marks.add(decoded, compressed);
    }

    /// Notes that so many more bytes are decompressed.
    protected final void decompressed(int bytes) {
        decoded += bytes;
    }

    /// Notes that nothing more can be decompressed, and why.
    protected final void breakOff(String cause) {
        broken = cause;
    }

    @Override
    public final void recordsBefore(long offset) {
        in.keepFrom(marks.forgetBefore(offset));
    }

    @Override
    public long consumed() {
        return in.offset();
    }

    @Override
    public final boolean broken() {
        return broken != null;
    }

    @Override
    public final Optional<Undecodable> undecodable(long offset) throws IOException {
        String cause = broken;
        if (cause == null) {
            return Optional.empty();
        }
        long from = marks.forgetBefore(offset);
        return Optional.of(new Undecodable(from, in.rest(from, restBytesMax), cause));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
