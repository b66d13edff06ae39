package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.ForeignFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// Bytes of which the first were looked at before. Not for use by several threads.
final class HeadedInput implements ByteInput {
    private final ByteInput in;
    private byte[] head = new byte[ForeignFormat.HEAD_BYTES];
    private int length;
    private int next;

    /// Looks at the first bytes: as many as it takes to tell what they are, so that of somebody who is still writing
    /// lines the first one is not waited for.
    HeadedInput(ByteInput in) throws IOException {
        this.in = in;
        while (length < head.length && !tells()) {
            int read = in.read(head, length, head.length - length);
            if (read < 0) {
                break;
            }
            length += read;
        }
        head = Arrays.copyOf(head, length);
    }

    private boolean tells() {
        if (length == 0) {
            return false;
        }
        if (head[0] == '{' || head[0] == '[') {
            return true;
        }
        for (int i = 0; i < length; i++) {
            if (head[i] == '\n') {
                return !ForeignFormat.isBinary(Arrays.copyOf(head, length));
            }
        }
        return false;
    }

    /// The first bytes.
    byte[] head() {
        return head.clone();
    }

    @Override
    public int read(byte[] target, int from, int bytes) throws IOException {
        if (next == head.length) {
            return in.read(target, from, bytes);
        }
        int read = Math.min(bytes, head.length - next);
        System.arraycopy(head, next, target, from, read);
        next += read;
        return read;
    }

    @Override
    public void recordsBefore(long offset) {
        in.recordsBefore(offset);
    }

    @Override
    public long consumed() {
        return in.consumed();
    }

    @Override
    public boolean broken() {
        return next == head.length && in.broken();
    }

    @Override
    public Optional<Undecodable> undecodable(long offset) throws IOException {
        return in.undecodable(offset);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
