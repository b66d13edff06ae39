package io.sluice.work;

/// A step was given up since too little time was left for it; the message says what it was, and the remedy. Nothing
/// came of it.
public final class OutOfTimeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutOfTimeException(String message) {
        super(message);
    }
}
