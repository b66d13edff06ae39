package io.sluice.recover;

/// A recovery is not possible, or would write over something. Nothing was changed; the message says what is in the way,
/// and the remedy.
public final class RecoveryRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RecoveryRefusedException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
