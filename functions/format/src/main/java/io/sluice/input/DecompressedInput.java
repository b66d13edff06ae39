package io.sluice.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An input that is decompressed as it is read, and does not throw where it is broken: the bytes end there, and
/// [#undecodable(long)] gives the compressed rest from the last whole record on.
///
/// For that it keeps the compressed bytes of the record that is open, and marks of which decompressed offset needs
/// which compressed one.
///
/// A checksum comes after what it is of. So what a member, frame or stream gives out is proven at its end alone; who
/// must give out nothing else reads the input to its end beforehand ([#fault()]) and stops where that says. Not for
/// use by several threads.
public abstract class DecompressedInput implements ByteInput {
    /// The compressed bytes.
    protected final CompressedBytes in;
    private static final int SKIP_BYTES = 64 * 1024;

    private final int restBytesMax;
    private final DecodingMarks marks = new DecodingMarks();
    private final byte[] skipped = new byte[SKIP_BYTES];
    private long decoded;
    private long proven;
    private long unitStart;
    private @Nullable String broken;
    private @Nullable Fault stop;

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

    /// Notes that all that was decompressed holds, and that the next member, frame or stream starts here, if any.
    protected final void proven(long compressed) {
        proven = decoded;
        unitStart = compressed;
    }

    /// Gives out nothing of the member, frame or stream that starts at `fault` and of what follows.
    public final void stopAt(Fault fault) {
        stop = fault;
    }

    /// Breaks off if what starts here, a member, frame or stream, is not to be given out.
    ///
    /// @return whether it did
    protected final boolean stops() {
        Fault fault = stop;
        if (fault == null || unitStart < fault.offset()) {
            return false;
        }
        mark(unitStart);
        breakOff(fault.cause());
        return true;
    }

    /// Reads everything; the first member, frame or stream that does not hold, or ends too early.
    public final Optional<Fault> fault() throws IOException {
        do {
            recordsBefore(Long.MAX_VALUE);
        } while (read(skipped, 0, SKIP_BYTES) >= 0);
        return Optional.ofNullable(broken).map(cause -> new Fault(unitStart, cause));
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
        return Optional.of(new Undecodable(from, in.rest(from, restBytesMax, cause), cause, decoded - proven));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
