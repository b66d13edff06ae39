package io.sluice.local.input;

import java.io.IOException;

/// Goes over JSON values in a window by brackets, commas and quotes. What is wrong inside of a value is the pipeline's
/// to say. Not for use by several threads.
final class JsonScan {
    private final RecordWindow in;
    private boolean letsGo;

    JsonScan(RecordWindow in) {
        this.in = in;
    }

    /// The first byte that is not blank, which is not gone over.
    int skipBlanks() throws IOException {
        int b = in.peek();
        while (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
            in.skip();
            b = in.peek();
        }
        return b;
    }

    /// Goes over the value that begins with `first`; false when it is not closed.
    boolean value(int first) throws IOException {
        return (first == '{' || first == '[') ? brackets() : scalar();
    }

    /// Goes over the value that begins with `first` as over what stands between records: nothing of it is held.
    boolean between(int first) throws IOException {
        letsGo = true;
        boolean whole = value(first);
        letsGo = false;
        in.begin();
        return whole;
    }

    private void skip() {
        in.skip();
        if (letsGo) {
            in.begin();
        }
    }

    /// Goes to after the bracket that closes the value; false when none does.
    private boolean brackets() throws IOException {
        int depth = 0;
        do {
            int b = in.peek();
            switch (b) {
                case RecordWindow.END -> {
                    return false;
                }
                case '"' -> {
                    if (!text()) {
                        return false;
                    }
                    continue;
                }
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {
                }
            }
            skip();
        } while (depth > 0);
        return true;
    }

    /// Goes to before the comma or bracket after a value without brackets; false when the input ends, or one opens.
    private boolean scalar() throws IOException {
        for (int b = in.peek(); b != ',' && b != ']' && b != '}'; b = in.peek()) {
            if (b == RecordWindow.END || b == '{' || b == '[') {
                return false;
            }
            if (b != '"') {
                skip();
            } else if (!text()) {
                return false;
            }
        }
        return true;
    }

    /// Goes over a text; false when it is not closed.
    boolean text() throws IOException {
        skip();
        for (int b = in.peek(); b != RecordWindow.END; b = in.peek()) {
            skip();
            if (b == '"') {
                return true;
            }
            if (b == '\\') {
                if (in.peek() == RecordWindow.END) {
                    return false;
                }
                skip();
            }
        }
        return false;
    }
}
