package io.sluice.convert;

import io.sluice.columns.ColumnType;

/// A value that does not fit its column. Thrown for every such record, and therefore without a stack trace.
final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String type;
    private final String found;

    private MismatchException(String path, String type, String found) {
        super(found, null, false, false);
        this.path = path;
        this.type = type;
        this.found = found;
    }

    /// @param found what is there instead, without its value, as `a string that is no number`
    static MismatchException of(ColumnType type, String found) {
        return new MismatchException("", type.hiveText(), found);
    }

    /// The same, seen from outside of `step`: a column, a field, or an element.
    MismatchException in(String step) {
        String inner = path.isEmpty() || path.startsWith("[") ? path : "." + path;
        return new MismatchException(step + inner, type, found);
    }

    /// Returns what is wrong and where, after a colon: no sentence.
    String clause() {
        return path.isEmpty() ? found : "column " + path + " of type " + type + ": " + found;
    }

    /// Returns what is wrong, as a sentence.
    String sentence() {
        return "Data does not match the schema. Column " + path + " of type " + type + ": found " + found;
    }
}
