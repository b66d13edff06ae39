package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The elements of arrays that follow one another, each as one line. What comes after a place where that is none is one
/// refused record.
final class ElementCuts implements Cuts {
    private final Bytes in;
    private boolean inArray;
    private boolean comma;
    private boolean first;
    private boolean over;

    /// @param in decompressed
    ElementCuts(InputStream in) {
        this.in = new Bytes(in);
    }

    @Override
    public @Nullable CutRecord next() throws IOException {
        while (!over) {
            int b = in.next();
            if (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
                continue;
            }
            in.back(b);
            in.forget();
            long offset = in.offset();
            in.next();
            boolean value = b >= 0 && b != ',' && b != ']';
            if (!inArray) {
                over = b < 0;
                if (b == '[') {
                    inArray = true;
                    first = true;
                    comma = false;
                } else if (b >= 0) {
                    return rest(offset);
                }
            } else if (first || comma) {
                if (first && b == ']') {
                    inArray = false;
                } else if (!value || !element(b)) {
                    return rest(offset);
                } else {
                    byte[] text = in.kept();
                    first = false;
                    comma = false;
                    return new CutRecord(offset, line(text));
                }
            } else if (b == ',') {
                comma = true;
            } else if (b == ']') {
                inArray = false;
            } else {
                return rest(offset);
            }
        }
        return null;
    }

    /// Reads an element whose first byte is read; false when it is not closed.
    private boolean element(int firstByte) throws IOException {
        Deque<Integer> open = new ArrayDeque<>();
        boolean bare = firstByte != '{' && firstByte != '[';
        int b = firstByte;
        while (true) {
            if (b < 0) {
                return false;
            }
            if (b == '"') {
                if (!text()) {
                    return false;
                }
            } else if (b == '{' || b == '[') {
                if (bare) {
                    return false;
                }
                open.push(b);
            } else if (!bare && (b == '}' || b == ']')) {
                open.pop();
                if (open.isEmpty()) {
                    return true;
                }
            } else if (bare && b == '}') {
                return false;
            } else if (bare && (b == ',' || b == ']')) {
                in.back(b);
                return true;
            }
            b = in.next();
        }
    }

    private boolean text() throws IOException {
        for (int b = in.next(); b >= 0; b = in.next()) {
            if (b == '"') {
                return true;
            }
            if (b == '\\' && in.next() < 0) {
                return false;
            }
        }
        return false;
    }

    private @Nullable CutRecord rest(long offset) throws IOException {
        over = true;
        if (in.broken() != null) {
            return null;
        }
        byte[] rest = in.keptToEnd();
        return rest.length == 0 || in.broken() != null ? null : new CutRecord(offset, rest, Optional.of(REST_CODE));
    }

    /// Blanks between tokens are one blank where a line ends among them; none are left at the end.
    private static byte[] line(byte[] text) {
        StringBuilder line = new StringBuilder();
        StringBuilder blanks = new StringBuilder();
        boolean quoted = false;
        boolean escaped = false;
        for (byte octet : text) {
            char c = (char) (octet & 0xFF);
            if (!quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n')) {
                blanks.append(c);
                continue;
            }
            line.append(blanks.indexOf("\n") >= 0 || blanks.indexOf("\r") >= 0 ? " " : blanks);
            blanks.setLength(0);
            line.append(c);
            if (!escaped && c == '"') {
                quoted = !quoted;
            }
            escaped = quoted && !escaped && c == '\\';
        }
        return line.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public Optional<String> broken() {
        return Optional.ofNullable(in.broken());
    }

    @Override
    public long offset() {
        return in.offset();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
