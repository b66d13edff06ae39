package io.sluice.input;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Cuts an input's bytes into records without parsing them. Holds one record at a time.
///
/// - A line is a record, without its line end (`\n` or `\r\n`); blank lines are none.
/// - JSON objects or arrays that follow one another on a line are a record each.
/// - A line that is a lone `{` or `[`, as pretty-printers write it, opens a document that ends where its brackets close.
/// - Anything else on a line stays one record, whatever it is: what is wrong with it is the pipeline's to say.
///
/// A byte order mark at the start is skipped.
public final class RecordSplitter implements RecordInput {
    private static final int END = -1;
    private static final int BUFFER_BYTES = 256 * 1024;

    /// Where the scan of a JSON value stopped.
    private enum Stop {
        CLOSED, LINE_END, INPUT_END
    }

    private final String id;
    private final String name;
    private final ByteInput in;
    private final int recordBytesMax;
    private byte[] buffer;
    /// The decompressed offset of `buffer[0]`.
    private long base;
    /// Where the record that is being cut starts in `buffer`.
    private int start;
    /// The next byte to look at.
    private int next;
    private int limit;
    private boolean ended;

    /// @param id             the records' source
    /// @param name           what messages call the input
    /// @param recordBytesMax the longest record; a longer one is an [InputException]
    public RecordSplitter(String id, String name, ByteInput in, int recordBytesMax) throws IOException {
        this.id = id;
        this.name = name;
        this.in = in;
        this.recordBytesMax = recordBytesMax;
        this.buffer = new byte[Math.min(BUFFER_BYTES, recordBytesMax + 1)];
        skipByteOrderMark();
    }

    private void skipByteOrderMark() throws IOException {
        boolean more = true;
        while (more && limit < 3) {
            more = fill();
        }
        if (limit >= 3 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
            next = 3;
        }
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        if (!skipBlankLines()) {
            return null;
        }
        if (!opensValue(buffer[next])) {
            return restOfLine();
        }
        return switch (scanValue()) {
            case CLOSED -> afterValue();
            case LINE_END -> restOfLine();
            case INPUT_END -> lastRecord();
        };
    }

    @Override
    public Optional<ByteInput.Undecodable> undecodable() throws IOException {
        return in.undecodable(base + start);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /// Moves to the first byte that is not blank, with `start` at the start of its line.
    private boolean skipBlankLines() throws IOException {
        start = next;
        while (true) {
            int b = peek();
            if (b == '\n') {
                next++;
                start = next;
            } else if (isBlank(b)) {
                next++;
            } else {
                return b != END;
            }
        }
    }

    /// Scans the value whose opening bracket is at `next`: to behind its closing bracket, or to a line end inside it.
    private Stop scanValue() throws IOException {
        int opening = next - start;
        int depth = 0;
        boolean inText = false;
        boolean spansLines = false;
        while (peek() != END) {
            byte b = buffer[next];
            if (b == '\n' && (inText || !spansLines)) {
                if (inText || !opensDocument(opening)) {
                    return Stop.LINE_END;
                }
                spansLines = true;
            } else if (b == '"') {
                inText = !inText;
            } else if (inText && b == '\\') {
                next++;
                if (peek() == '\n') {
                    return Stop.LINE_END;
                }
            } else if (!inText && opensValue(b)) {
                depth++;
            } else if (!inText && (b == '}' || b == ']') && --depth == 0) {
                next++;
                return Stop.CLOSED;
            }
            next++;
        }
        next = limit;
        return Stop.INPUT_END;
    }

    /// Whether the line that ends at `next` is a lone bracket that a pretty-printed document may open with.
    private boolean opensDocument(int opening) throws IOException {
        for (int i = start + opening + 1; i < next; i++) {
            if (!isBlank(buffer[i])) {
                return false;
            }
        }
        int ahead = next - start;
        do {
            ahead++;
            while (start + ahead >= limit) {
                if (!fill()) {
                    return false;
                }
            }
        } while (isBlank(buffer[start + ahead]) || buffer[start + ahead] == '\n');
        byte first = buffer[start + ahead];
        return buffer[start + opening] == '[' || first == '"' || first == '}';
    }

    /// The value that ends at `next`, or its whole line when more than further values follows it.
    private @Nullable InputRecord afterValue() throws IOException {
        int valueBytes = next - start;
        int b = peek();
        while (isBlank(b)) {
            next++;
            b = peek();
        }
        if (b == END) {
            return record(next - start);
        }
        if (opensValue((byte) b)) {
            return record(valueBytes);
        }
        return restOfLine();
    }

    private @Nullable InputRecord restOfLine() throws IOException {
        while (peek() != '\n') {
            if (next >= limit) {
                return lastRecord();
            }
            next++;
        }
        return record(next - start);
    }

    /// The input's last record, that nothing ends; where decompressing broke off, it is part of what can't be decoded.
    private @Nullable InputRecord lastRecord() throws IOException {
        return in.broken() ? null : record(next - start);
    }

    private InputRecord record(int bytes) {
        int end = start + bytes;
        if (end > start + 1 && buffer[end - 1] == '\r') {
            end--;
        }
        InputRecord record = new InputRecord(id, base + start, Arrays.copyOfRange(buffer, start, end));
        start = next;
        return record;
    }

    private int peek() throws IOException {
        while (next >= limit) {
            if (!fill()) {
                return END;
            }
        }
        return buffer[next];
    }

    /// Reads more behind `limit`, at the cost of moving the open record to the buffer's start. False at the end.
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
            if (limit > recordBytesMax) {
                throw new InputException(
                        name + ": the record at byte " + base + " is longer than " + recordBytesMax
                                + " bytes, the most that a record may have here");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, recordBytesMax + 1L));
        }
        in.recordsBefore(base + start);
        int read = in.read(buffer, limit, buffer.length - limit);
        ended = read < 0;
        limit += Math.max(read, 0);
        return !ended;
    }

    private static boolean opensValue(byte b) {
        return b == '{' || b == '[';
    }

    private static boolean isBlank(int b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
