package io.sluice.convert;

/// A conversion that this function cannot carry out: records that wait for it stay buffered.
public final class UnusableConversionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnusableConversionException(String message) {
        super(message);
    }

    public UnusableConversionException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
