package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.WideText;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/// The bytes of an input one by one, and those of the record that is open as a whole. Each byte is told once, as part
/// of a record or as standing between two; [#requireAllTold()] checks it. Not for use by several threads.
final class RecordWindow implements Closeable {
    static final int END = -1;
    private static final int BUFFER_BYTES = 256 * 1024;

    private final String name;
    private final ByteInput in;
    private final int bytesMax;
    private byte[] buffer;
    /// The decompressed offset of `buffer[0]`.
    private long base;
    private int start;
    private int next;
    private int limit;
    private boolean ended;
    private long told;

    private RecordWindow(String name, ByteInput in, int bytesMax) {
        this.name = name;
        this.in = in;
        this.bytesMax = bytesMax;
        this.buffer = new byte[Math.min(BUFFER_BYTES, bytesMax + 1)];
    }

    /// Opened after the byte order mark of UTF-8, where there is one.
    ///
    /// @param name     what messages call the input
    /// @param bytesMax the longest record, at least 16; a longer one is an [InputException]
    /// @throws InputException when the text is UTF-16 or UTF-32
    static RecordWindow of(String name, ByteInput in, int bytesMax) throws IOException {
        RecordWindow window = new RecordWindow(name, in, bytesMax);
        boolean more = true;
        while (more && window.limit < WideText.HEAD_BYTES) {
            more = window.fill();
        }
        byte[] head = Arrays.copyOf(window.buffer, Math.min(window.limit, WideText.HEAD_BYTES));
        WideText.refusal(head).ifPresent(refusal -> {
            throw new InputException(name + ": " + refusal);
        });
        if (head.length >= 3 && head[0] == (byte) 0xEF && head[1] == (byte) 0xBB && head[2] == (byte) 0xBF) {
            window.next = 3;
            window.begin();
        }
        return window;
    }

    /// The next byte, 0 to 255, or [#END].
    int peek() throws IOException {
        while (next >= limit) {
            if (!fill()) {
                return END;
            }
        }
        return buffer[next] & 0xFF;
    }

    void skip() {
        next++;
    }

    /// Tells that what came before stands between two records; what comes next may begin one.
    void begin() {
        told += next - start;
        start = next;
    }

    /// Offset of the open record, decompressed.
    long begun() {
        return base + start;
    }

    /// Offset of the next byte, decompressed.
    long offset() {
        return base + next;
    }

    /// The bytes of the open record from `offset` on.
    byte[] since(long offset) {
        return Arrays.copyOfRange(buffer, Math.toIntExact(offset - base), next);
    }

    /// The open record, which ends here.
    byte[] take() {
        byte[] taken = Arrays.copyOfRange(buffer, start, next);
        told += taken.length;
        start = next;
        return taken;
    }

    /// Puts everything that comes into the open record.
    ///
    /// @return whether that is all: false where decompressing broke off
    /// @throws InputException when that is longer than a record may be
    boolean readOn() throws IOException {
        do {
            next = limit;
        } while (fill());
        next = limit;
        return !in.broken();
    }

    /// Tests whether the bytes ended where decompressing broke off.
    boolean broken() {
        return ended && next >= limit && in.broken();
    }

    Optional<ByteInput.Undecodable> undecodable() throws IOException {
        return in.undecodable(begun());
    }

    /// Stored bytes that were read, at the end; empty where decompressing broke off.
    OptionalLong consumed() {
        return in.broken() ? OptionalLong.empty() : OptionalLong.of(in.consumed());
    }

    /// @throws InputException when a byte was read that is in no record and stands between none
    void requireAllTold() {
        if (in.broken()) {
            return;
        }
        begin();
        if (!ended || next != limit || told != base + limit) {
            throw new InputException(name + ": " + told + " bytes of " + (base + limit)
                    + " are accounted for; this is a defect of the reader, please report it");
        }
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        if (start > 0 && limit == buffer.length) {
            System.arraycopy(buffer, start, buffer, 0, limit - start);
            base += start;
            next -= start;
            limit -= start;
            start = 0;
        }
        if (limit == buffer.length) {
            if (limit > bytesMax) {
                throw new InputException(name + ": what begins at byte " + base + " does not end within " + bytesMax
                        + " bytes, the most that a record may have here");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, bytesMax + 1L));
        }
        in.recordsBefore(begun());
        int read = in.read(buffer, limit, buffer.length - limit);
        ended = read < 0;
        limit += Math.max(read, 0);
        return !ended;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
