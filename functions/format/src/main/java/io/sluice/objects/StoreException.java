package io.sluice.objects;

/// A request to the object store or the index failed. The kind says what must be done.
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// The kind of a failure, by what a caller can do about it.
    public enum Kind {
        /// The object or item that was asked for is not there.
        MISSING,
        /// Refused for a reason that a retry does not cure: access denied, a bad key, a missing bucket or table. Not
        /// applied.
        REFUSED,
        /// Not applied; a later retry may succeed: throttled, service unavailable.
        UNAVAILABLE,
        /// The outcome is not known: a time-out or a broken connection. Read back before drawing a conclusion.
        UNKNOWN
    }

    private final Kind kind;

    public StoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public StoreException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /// Returns what was asked, of what, and how it failed.
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public Kind kind() {
        return kind;
    }
}
