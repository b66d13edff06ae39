package io.sluice.retention;

/// Thrown when something that was asked of retention or erasure cannot be done: a bad key, value, number of days or
/// date, or a prefix that cannot be read back. The message says what, which value and the remedy; nothing was changed.
public final class RetentionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RetentionException(String message) {
        super(message);
    }

    /// Always there.
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
