package io.sluice.firehose;

/// An event is not what its source is documented to send; the message says what is wrong, and in which record.
public final class EventFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EventFormatException(String message) {
        super(message);
    }

    public EventFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
