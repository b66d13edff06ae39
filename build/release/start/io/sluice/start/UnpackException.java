package io.sluice.start;

/// The jars can't be unpacked; the message says where, why, and what to do.
final class UnpackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnpackException(String message, Throwable cause) {
        super(message, cause);
    }
}
