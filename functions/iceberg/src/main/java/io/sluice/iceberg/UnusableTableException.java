package io.sluice.iceberg;

/// A table that the registrar must not write to, or cannot bring to the configuration's form. The message names the
/// table, what is wrong and the remedy.
public final class UnusableTableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableTableException(String message) {
        super(message);
    }
}
