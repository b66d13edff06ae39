package io.sluice.input;

import io.sluice.jq.json.JsonBytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Cuts an input's bytes into records without parsing them. Holds one record at a time.
///
/// - A line is a record, without its line end (`\n` or `\r\n`); blank lines are none.
/// - JSON objects or arrays that follow one another on a line are a record each.
/// - A line that is a lone `{` or `[`, as pretty-printers write it, opens a document that ends where its brackets
///   close. So does such a bracket at the end of a line behind a document, and a `{` behind any value.
/// - In [TextForm#DOCUMENTS] an object or array goes on over any line end that may stand where it stands in JSON.
/// - Anything else on a line stays one record, whatever it is: what is wrong with it is the pipeline's to say.
///
/// A byte order mark of UTF-8 at the start is skipped; text in UTF-16 or UTF-32 is refused. Any other byte, whatever
/// its value, is part of a record, or is white space between two: that is counted, and checked at the end.
public final class RecordSplitter implements RecordInput {
    private static final int END = -1;
    private static final int NONE = -1;
    private static final int BUFFER_BYTES = 256 * 1024;

    /// The point at which the scan of a JSON value stopped.
    private enum Stop {
        CLOSED, LINE_END, INPUT_END
    }

    private final String id;
    private final String name;
    private final ByteInput in;
    private final TextForm form;
    private final int recordBytesMax;
    private byte[] buffer;
    /// The decompressed offset of `buffer[0]`.
    private long base;
    /// The index in `buffer` at which the record that is being cut starts.
    private int start;
    /// The next byte to look at.
    private int next;
    private int limit;
    private boolean ended;
    /// Set where a value stands before what is cut next, on the same line.
    private boolean behindValue;
    /// The value that was scanned last, or one before it on its line, goes over several lines.
    private boolean spansLines;
    private long inRecords;
    private long between;

    /// Cuts [TextForm#LINES].
    ///
    /// @param id             the records' source
    /// @param name           what messages call the input
    /// @param recordBytesMax the longest record; a longer one is an [InputException]
    public RecordSplitter(String id, String name, ByteInput in, int recordBytesMax) throws IOException {
        this(id, name, in, TextForm.LINES, recordBytesMax);
    }

    /// @param id             the records' source
    /// @param name           what messages call the input
    /// @param recordBytesMax the longest record; a longer one is an [InputException]
    public RecordSplitter(String id, String name, ByteInput in, TextForm form, int recordBytesMax)
            throws IOException {
        this.id = id;
        this.name = name;
        this.in = in;
        this.form = form;
        this.recordBytesMax = recordBytesMax;
        this.buffer = new byte[Math.min(BUFFER_BYTES, recordBytesMax + 1)];
        readHead();
    }

    private void readHead() throws IOException {
        boolean more = true;
        while (more && limit < Math.min(WideText.HEAD_BYTES_MIN, buffer.length)) {
            more = fill();
        }
        while (more && limit < Math.min(WideText.HEAD_BYTES, buffer.length) && wideText().isPresent()) {
            more = fill();
        }
        Optional<String> refusal = wideText();
        if (refusal.isPresent()) {
            throw new InputException(name + ": " + refusal.get());
        }
        if (limit >= 3 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
            next = 3;
            start = 3;
            between = 3;
        }
    }

    private Optional<String> wideText() {
        return WideText.refusal(Arrays.copyOf(buffer, Math.min(limit, WideText.HEAD_BYTES)));
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        if (!skipBlankLines()) {
            requireAllTold();
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

    /// Each byte that came was put in a record, or was looked at and stands between two.
    private void requireAllTold() {
        if (in.broken()) {
            return;
        }
        passOver(start, next);
        start = next;
        if (!ended || next != limit || inRecords + between != base + limit) {
            throw new InputException(name + ": " + inRecords + " bytes are in records and " + between
                    + " between them, and " + (base + limit) + " were read, up to byte " + (base + next)
                    + "; this is a defect of the reader, please report it");
        }
    }

    @Override
    public OptionalLong consumed() {
        return in.broken() ? OptionalLong.empty() : OptionalLong.of(in.consumed());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /// Counts bytes of `buffer` as standing between records, which white space alone may.
    private void passOver(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isBlank(buffer[i]) && buffer[i] != '\n') {
                throw new InputException(name + ": the byte " + (buffer[i] & 0xFF) + " at byte " + (base + i)
                        + " is in no record; this is a defect of the reader, please report it");
            }
        }
        between += to - from;
    }

    /// Moves to the first byte that is not blank, with `start` at the start of its line.
    private boolean skipBlankLines() throws IOException {
        while (true) {
            int b = peek();
            if (b == '\n') {
                next++;
                passOver(start, next);
                start = next;
            } else if (isBlank(b)) {
                next++;
            } else {
                return b != END;
            }
        }
    }

    /// Scans the value whose opening bracket is at `next`: to after its closing bracket, or to a line end inside it.
    private Stop scanValue() throws IOException {
        int opening = next - start;
        int line = NONE;
        int depth = 0;
        boolean inText = false;
        boolean opened = false;
        for (int b = peek(); b != END; b = peek()) {
            if (b == '\n' && inText) {
                return atLineEnd(line);
            } else if (b == '\n' && !opened) {
                opened = opensDocument(opening);
                boolean first = line == NONE;
                line = first && !opened ? next - start : line;
                if (!opened && !goesOn(depth, first)) {
                    return atLineEnd(line);
                }
                spansLines = true;
            } else if (b == '"') {
                inText = !inText;
                if (inText) {
                    // Most of a record is in its texts; what a text may be of is passed over at once.
                    next = JsonBytes.plainEnd(buffer, next + 1, limit) - 1;
                }
            } else if (inText && b == '\\') {
                next++;
                if (peek() == '\n') {
                    return atLineEnd(line);
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

    /// @param line where the value's first line ends, from `start` on; [#NONE]: at `next`
    private Stop atLineEnd(int line) {
        next = line == NONE ? next : start + line;
        return Stop.LINE_END;
    }

    /// Tests whether the line that ends at `next` is a lone bracket that a pretty-printed document may open with.
    private boolean opensDocument(int opening) throws IOException {
        if (behindValue && !spansLines && buffer[start + opening] == '[') {
            // Nothing tells an array from a bracket too many that would take in all lines that follow.
            return false;
        }
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

    /// Moves to before the next token, where JSON goes on behind the line end at `next`; to the input's end where
    /// nothing comes any more. False where the value ends with its first line.
    ///
    /// @param first tells the value's first line end
    private boolean goesOn(int depth, boolean first) throws IOException {
        if (form == TextForm.LINES || depth > TextForm.DEPTH_MAX) {
            return false;
        }
        int before = next - 1;
        while (isBlank(buffer[before])) {
            before--;
        }
        byte last = buffer[before];
        int ahead = next - start;
        do {
            ahead++;
            while (start + ahead >= limit) {
                if (!fill()) {
                    next = limit - 1;
                    return !first;
                }
            }
        } while (isBlank(buffer[start + ahead]) || buffer[start + ahead] == '\n');
        next = start + ahead - 1;
        return TextForm.parts(last, buffer[start + ahead]);
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
        if (opensValue(b)) {
            boolean document = spansLines;
            InputRecord value = record(valueBytes);
            behindValue = true;
            spansLines = document;
            return value;
        }
        return restOfLine();
    }

    private @Nullable InputRecord restOfLine() throws IOException {
        for (int b = peek(); b != '\n'; b = peek()) {
            if (b == END) {
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
        inRecords += end - start;
        passOver(end, next);
        start = next;
        behindValue = false;
        spansLines = false;
        return record;
    }

    /// The next byte, 0 to 255, or [#END].
    private int peek() throws IOException {
        while (next >= limit) {
            if (!fill()) {
                return END;
            }
        }
        return buffer[next] & 0xFF;
    }

    /// Reads more after `limit`, at the cost of moving the open record to the buffer's start. False at the end.
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

    private static boolean opensValue(int b) {
        return b == '{' || b == '[';
    }

    private static boolean isBlank(int b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
