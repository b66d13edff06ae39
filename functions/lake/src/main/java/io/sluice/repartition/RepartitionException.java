package io.sluice.repartition;

/// A repartition that must not go on, or not as it was asked for; the message says why and what to do. Nothing was
/// deleted.
public final class RepartitionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RepartitionException(String message) {
        super(message);
    }

    /// Returns what is wrong, where, and the remedy.
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
