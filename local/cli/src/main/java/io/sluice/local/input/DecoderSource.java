package io.sluice.local.input;

import io.sluice.input.CompressedBytes;
import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// The compressed bytes that a decoder reads. Keeps what reading them threw, which is no damage, and tells when the
/// decoder has asked for some. Not for use by several threads.
final class DecoderSource extends InputStream {
    private final CompressedBytes in;
    private final byte[] one = new byte[1];
    private @Nullable IOException failure;
    private @Nullable InputException refusal;
    private boolean asked;

    DecoderSource(CompressedBytes in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        asked = true;
        try {
            return in.read(target, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        } catch (InputException e) {
            refusal = e;
            throw e;
        }
    }

    /// Tells that bytes, or the end, were asked for since this was called last.
    boolean asked() {
        boolean was = asked;
        asked = false;
        return was;
    }

    /// @throws IOException    what reading threw, if it did
    /// @throws InputException likewise
    void rethrow() throws IOException {
        InputException refused = refusal;
        if (refused != null) {
            throw refused;
        }
        IOException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }
}
