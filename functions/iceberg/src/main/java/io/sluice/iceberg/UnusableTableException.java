package io.sluice.iceberg;

import java.util.Objects;

/// A table that the registrar must not write to, or cannot bring to the configuration's form. The message names the
/// table, what is wrong and the remedy.
public final class UnusableTableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableTableException(String message) {
        super(message);
    }

    /// Always there.
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
