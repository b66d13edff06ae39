package io.sluice.iceberg;

/// An object cannot become a data file, since of what is in it or of its key values. Trying again does not help.
final class UnreadableObjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableObjectException(String message) {
        super(message);
    }

    UnreadableObjectException(String message, Throwable cause) {
        super(message, cause);
    }
}
