package io.sluice.upload;

/// A notification is of an object that the stream wrote itself. Trying again does not help: it ends in the dead-letter
/// queue, and the notifications must be changed.
public final class OwnOutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OwnOutputException(String message) {
        super(message);
    }
}
