package io.sluice.layout;

/// Key values that make a prefix which no object can have, or which S3 clients mishandle. The fault is in the record,
/// not in the configuration: the caller makes an error record of it. Carries no stack trace, since records decide how
/// often it is thrown.
public final class UnusablePrefixException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnusablePrefixException(String message) {
        super(message, null, false, false);
    }

    UnusablePrefixException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
