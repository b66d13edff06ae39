package io.sluice.local;

import java.util.Objects;

/// The user asked for what can't be done: bad usage, or a bad configuration. The message says what, where and the
/// remedy; nothing was changed. The exit status is 2.
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }

    /// Always there.
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
