package io.sluice.local.verify;

/// Counts brackets outside of texts, over one line after another. Not safe for concurrent use.
final class Brackets {
    private int depth;
    private boolean inText;
    private boolean escaped;
    private int end = -1;

    /// @param before bytes before `text` in what [#end] counts
    void scan(byte[] text, int from, int before) {
        for (int i = from; i < text.length; i++) {
            byte b = text[i];
            if (inText) {
                inText = escaped || b != '"';
                escaped = !escaped && b == '\\';
            } else if (b == '"') {
                inText = true;
            } else if (b == '{' || b == '[') {
                depth++;
            } else if ((b == '}' || b == ']') && --depth == 0) {
                end = before + i + 1;
                return;
            }
        }
    }

    /// Brackets that are open.
    int depth() {
        return depth;
    }

    /// Tests whether a text is open.
    boolean inText() {
        return inText;
    }

    /// The offset after the bracket that closes the first; -1: none does.
    int end() {
        return end;
    }
}
