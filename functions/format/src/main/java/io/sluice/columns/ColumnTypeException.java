package io.sluice.columns;

/// A text that is no column type, or a type outside of Hive's bounds. The message is for the user: what, where, remedy.
public final class ColumnTypeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public ColumnTypeException(String message) {
        super(message);
    }

    static void require(boolean holds, String message) {
        if (!holds) {
            throw new ColumnTypeException(message);
        }
    }
}
