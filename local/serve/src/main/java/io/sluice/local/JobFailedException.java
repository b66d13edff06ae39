package io.sluice.local;

import java.util.Objects;

/// A job that was begun and can't be finished. The message says what went wrong and what to do; the exit status is 1.
public final class JobFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobFailedException(String message) {
        super(message);
    }

    public JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Always there.
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
