package io.sluice.local.smoke;

import java.util.Objects;

/// Something about a smoke run that is not as it should be. The message says what and where.
final class SmokeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SmokeException(String message) {
        super(message);
    }

    SmokeException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Always there.
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
