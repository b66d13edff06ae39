package io.sluice.local.verify;

import java.io.ByteArrayOutputStream;

/// A JSON document that goes over lines, as far as its tokens allow a line end where one stands. Not safe for
/// concurrent use.
final class DocumentLines {
    /// Deepest nesting that a line end may stand in.
    private static final int DEPTH_MAX = 256;
    private static final String NO_VALUE = ",:]}";

    private final Brackets brackets;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private byte last;
    private boolean several;

    /// @param first    the line that opens it, without its line end
    /// @param brackets of `first`
    DocumentLines(byte[] first, Brackets brackets) {
        this.brackets = brackets;
        take(first);
    }

    /// Takes a further line; false where it is no part of the document.
    boolean add(byte[] line) {
        int first = 0;
        while (first < line.length && isBlank(line[first])) {
            first++;
        }
        text.write('\n');
        if (first == line.length) {
            text.writeBytes(line);
            return true;
        }
        if (brackets.depth() > DEPTH_MAX || !follows((char) line[first])) {
            return false;
        }
        several = true;
        brackets.scan(line, 0, text.size());
        take(line);
        return true;
    }

    private void take(byte[] line) {
        text.writeBytes(line);
        int end = line.length;
        while (isBlank(line[end - 1])) {
            end--;
        }
        last = line[end - 1];
    }

    /// Tests whether a token that begins so may come after the last one.
    private boolean follows(char next) {
        boolean noValue = NO_VALUE.indexOf(next) >= 0;
        if (last == '{') {
            return next == '"' || next == '}';
        }
        if (last == '[') {
            return !noValue || next == ']';
        }
        return noValue != (last == ',' || last == ':');
    }

    /// Tests whether more than its first line has something in it.
    boolean isOfSeveral() {
        return several;
    }

    byte[] bytes() {
        return text.toByteArray();
    }

    int size() {
        return text.size();
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
