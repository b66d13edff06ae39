package io.sluice.view;

/// A move of days that must not go on, or not as it was asked for; the message says why and what to do. Nothing was
/// deleted.
public final class DayMoveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DayMoveException(String message) {
        super(message);
    }

    /// Returns what is wrong, where, and the remedy.
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
