package io.sluice.local.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Reads over JSON values of an input by their brackets, commas and quotes. Not safe for concurrent use.
final class ValueBytes {
    private final Bytes in;

    ValueBytes(Bytes in) {
        this.in = in;
    }

    /// Reads an element of an array whose first byte is read; false when it is not closed, or an object would be.
    boolean element(int firstByte) throws IOException {
        if (!over(firstByte)) {
            return false;
        }
        int after = in.next();
        in.back(after);
        return firstByte == '{' || firstByte == '[' || after != '}';
    }

    /// Reads to the next byte that is no blank, which comes once more.
    int blanks() throws IOException {
        int b = in.next();
        while (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
            b = in.next();
        }
        in.back(b);
        return b;
    }

    /// Reads a value whose first byte is read; false when it is not closed.
    boolean over(int firstByte) throws IOException {
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
                    in.back(b);
                    return false;
                }
                open.push(b);
            } else if (!bare && (b == '}' || b == ']')) {
                open.pop();
                if (open.isEmpty()) {
                    return true;
                }
            } else if (bare && (b == ',' || b == ']' || b == '}')) {
                in.back(b);
                return true;
            }
            b = in.next();
        }
    }

    /// Reads a text whose opening quote is read; false when it is not closed.
    boolean text() throws IOException {
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

    /// Blanks between tokens are one blank where a line ends among them; none are left at the end.
    static byte[] line(byte[] text) {
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
}
