package io.sluice.local.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Cuts an input into records: a line is one; JSON objects and arrays that follow one another on a line are one each; a
/// line that is a lone bracket opens a document of several lines, and of documents does any line that JSON goes on
/// behind. Every byte is in a record, in a separator (blanks,
/// line ends, a byte order mark), or in a range that can't be read. Where a value ends is Jackson's to say; in what
/// is no JSON, brackets are counted. Not safe for concurrent use.
final class RecordCutter implements Cuts {
    static final int RECORD_BYTES_MAX = 32 << 20;
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final byte[] NOTHING = {};
    private static final JsonFactory JSON = new JsonFactory();

    private final InputStream in;
    private final InputForm.Kind kind;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private Deque<Line> ahead = new ArrayDeque<>();
    private int at;
    private int limit;
    private long offset;
    private boolean ended;
    private @Nullable String broken;
    private @Nullable Line line;
    private int next;

    /// @param in   decompressed
    /// @param kind lines or documents
    RecordCutter(InputStream in, InputForm.Kind kind) {
        this.in = in;
        this.kind = kind;
    }

    /// @param offset of its first byte in the input, decompressed
    private record Line(long offset, byte[] text, End end) {
        boolean isWhole() {
            return end != End.BREAK;
        }
    }

    /// The end of a line.
    private enum End {
        LINE_FEED, INPUT_END, BREAK
    }

    @Override
    public @Nullable CutRecord next() throws IOException {
        while (true) {
            Line open = line == null ? poll() : line;
            if (open == null) {
                return null;
            }
            int start = line == null ? 0 : next;
            line = null;
            int first = skipBlanks(open.text, start);
            if (first < open.text.length) {
                return cut(open, start, first);
            }
        }
    }

    @Override
    public Optional<String> broken() {
        return Optional.ofNullable(broken);
    }

    @Override
    public long offset() {
        return offset;
    }

    private @Nullable CutRecord cut(Line open, int start, int first) throws IOException {
        Line whole = open;
        if (!opens(whole.text[first])) {
            return rest(whole, start);
        }
        Brackets brackets = new Brackets();
        int end = end(whole.text, first, brackets);
        if (end < 0 && !brackets.inText() && isLone(whole.text, first) && mayOpen(whole.text, start, first)
                && opensDocument(whole.text[first])) {
            whole = document(whole, brackets);
            end = brackets.end();
        } else if (end < 0 && !brackets.inText() && kind == InputForm.Kind.DOCUMENTS) {
            Optional<Line> document = overLines(whole, brackets);
            whole = document.orElse(whole);
            end = document.isPresent() ? brackets.end() : -1;
        }
        if (end < 0) {
            return rest(whole, start);
        }
        int behind = skipBlanks(whole.text, end);
        if (behind == whole.text.length) {
            return rest(new Line(whole.offset, whole.text, End.LINE_FEED), start);
        }
        if (!opens(whole.text[behind])) {
            return rest(whole, start);
        }
        line = whole;
        next = behind;
        return new CutRecord(whole.offset + start, Arrays.copyOfRange(whole.text, start, end));
    }

    /// To the line's end; nothing where the input broke off in it.
    private static @Nullable CutRecord rest(Line line, int start) {
        int end = line.text.length;
        if (end > start + 1 && line.text[end - 1] == '\r') {
            end--;
        }
        return line.isWhole() ? new CutRecord(line.offset + start, Arrays.copyOfRange(line.text, start, end)) : null;
    }

    /// Lines up to the one that closes the document, or that ends in a text.
    private Line document(Line first, Brackets brackets) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(first.text);
        End end = first.end;
        while (brackets.end() < 0 && !brackets.inText()) {
            Line more = poll();
            if (more == null) {
                if (end == End.LINE_FEED) {
                    text.write('\n');
                }
                break;
            }
            text.write('\n');
            brackets.scan(more.text, 0, text.size());
            text.writeBytes(more.text);
            end = more.end;
            requireShort(text.size());
        }
        return new Line(first.offset, text.toByteArray(),
                broken == null || brackets.end() >= 0 ? End.LINE_FEED : End.BREAK);
    }

    /// The lines of a document that JSON goes on behind, up to the one that closes it or to the input's end; empty
    /// where one does not fit, or nothing follows.
    private Optional<Line> overLines(Line first, Brackets brackets) throws IOException {
        DocumentLines document = new DocumentLines(first.text, brackets);
        Deque<Line> taken = new ArrayDeque<>();
        End end = first.end;
        boolean fits = true;
        while (fits && brackets.end() < 0) {
            Line more = poll();
            if (more == null) {
                fits = document.isOfSeveral();
                if (end == End.LINE_FEED) {
                    document.add(NOTHING);
                }
                end = broken == null ? End.LINE_FEED : End.BREAK;
                break;
            }
            taken.add(more);
            fits = document.add(more.text) && (more.end != End.LINE_FEED || !brackets.inText());
            end = more.end;
            requireShort(document.size());
        }
        if (!fits) {
            taken.addAll(ahead);
            ahead = taken;
            return Optional.empty();
        }
        return Optional.of(new Line(first.offset, document.bytes(), end));
    }

    /// Behind a value of its own line alone, a square bracket opens nothing.
    private static boolean mayOpen(byte[] text, int start, int first) {
        boolean behindLines = false;
        for (int i = 0; i < start; i++) {
            behindLines |= text[i] == '\n';
        }
        return start == 0 || behindLines || text[first] == '{';
    }

    private static boolean isLone(byte[] text, int first) {
        return skipBlanks(text, first + 1) == text.length;
    }

    /// Tests whether what comes next can stand in a document that was opened by that bracket.
    private boolean opensDocument(byte bracket) throws IOException {
        for (Line each : ahead) {
            int first = skipBlanks(each.text, 0);
            if (first < each.text.length) {
                return continues(bracket, each.text[first]);
            }
        }
        for (Line more = read(); more != null; more = read()) {
            ahead.add(more);
            int first = skipBlanks(more.text, 0);
            if (first < more.text.length) {
                return continues(bracket, more.text[first]);
            }
        }
        return false;
    }

    private static boolean continues(byte bracket, byte first) {
        return bracket == '[' || first == '"' || first == '}';
    }

    /// Returns the index at which the value that opens at `first` ends on its line, or -1.
    private static int end(byte[] text, int first, Brackets brackets) {
        brackets.scan(text, first, 0);
        try (JsonParser json = JSON.createParser(text, first, text.length - first)) {
            json.nextToken();
            json.skipChildren();
            return json.currentToken() == null
                    ? brackets.end()
                    : first + Math.toIntExact(json.currentLocation().getByteOffset());
        } catch (IOException e) {
            return brackets.end();
        }
    }

    private @Nullable Line poll() throws IOException {
        Line kept = ahead.poll();
        return kept == null ? read() : kept;
    }

    private @Nullable Line read() throws IOException {
        if (ended) {
            return null;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        long from = offset;
        while (true) {
            if (at == limit && !fill()) {
                ended = true;
                return text.size() == 0
                        ? null
                        : line(from, text.toByteArray(), broken == null ? End.INPUT_END : End.BREAK);
            }
            int end = at;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            text.write(buffer, at, end - at);
            offset += end - at;
            at = end;
            requireShort(text.size());
            if (at < limit) {
                at++;
                offset++;
                return line(from, text.toByteArray(), End.LINE_FEED);
            }
        }
    }

    /// A byte order mark at the input's start is no part of its first line.
    private static Line line(long from, byte[] text, End end) {
        boolean marked = from == 0 && text.length >= 3 && text[0] == (byte) 0xEF && text[1] == (byte) 0xBB
                && text[2] == (byte) 0xBF;
        return marked ? new Line(3, Arrays.copyOfRange(text, 3, text.length), end) : new Line(from, text, end);
    }

    private boolean fill() {
        try {
            at = 0;
            limit = Math.max(0, in.read(buffer));
            return limit > 0;
        } catch (IOException e) {
            limit = 0;
            broken = String.valueOf(e.getMessage());
            return false;
        }
    }

    private static void requireShort(int bytes) throws IOException {
        if (bytes > RECORD_BYTES_MAX) {
            throw new IOException("a record is longer than " + RECORD_BYTES_MAX + " bytes");
        }
    }

    private static int skipBlanks(byte[] text, int from) {
        int at = from;
        while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) {
            at++;
        }
        return at;
    }

    private static boolean opens(byte b) {
        return b == '{' || b == '[';
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
