package io.sluice.ingest;

/// A stream's function could not be called: the batch is not staged, and the source must retry it.
public final class FunctionUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public FunctionUnavailableException(String message) {
        super(message);
    }

    public FunctionUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
