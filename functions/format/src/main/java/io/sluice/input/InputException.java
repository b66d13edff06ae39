package io.sluice.input;

import java.io.IOException;
import java.util.Objects;

/// Input that can't be read on; the message names the file and, where there is one, the offset and the remedy.
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InputException(String message) {
        super(message);
    }

    public InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Tests whether the input can be read by trying again, since a device failed and not what is in the input.
    public boolean isTemporary() {
        return getCause() instanceof IOException;
    }

    /// Always there.
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
