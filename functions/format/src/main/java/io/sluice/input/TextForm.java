package io.sluice.input;

/// The form of a text of records: what a line end means that stands in a JSON value.
public enum TextForm {
    /// It ends the record, unless a line that is a lone bracket opened it.
    LINES,
    /// It ends the record only where JSON has none: source records are documents, whatever lines they go over.
    DOCUMENTS;

    /// Deepest nesting of a document that a line end may stand in, that of jq 1.6: no other is taken apart.
    static final int DEPTH_MAX = 256;

    /// Tests whether a line end may stand between two tokens of JSON.
    ///
    /// @param before the last byte of the one, no blank
    /// @param after  the first byte of the other, no blank
    static boolean parts(int before, int after) {
        return switch (before) {
            case '{' -> after == '"' || after == '}';
            case '[' -> ",:}".indexOf(after) < 0;
            case ',', ':' -> ",:}]".indexOf(after) < 0;
            default -> ",:}]".indexOf(after) >= 0;
        };
    }
}
