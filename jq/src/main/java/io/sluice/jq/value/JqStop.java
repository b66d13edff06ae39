package io.sluice.jq.value;

/// An evaluation ends here, and no `try` of its program catches that: what comes after would be another answer than
/// jq's. It has no stack trace: programs are stopped per record.
public final class JqStop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// The reason why it ends.
    public enum Kind {
        /// The program took more than its limits.
        LIMIT,
        /// The program needs something that is not done as jq does it.
        UNSUPPORTED
    }

    private final Kind kind;

    public JqStop(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /// At a limit: `the jq program was stopped: it takes more than 5 steps`.
    ///
    /// @param what the limit and its measure
    public static JqStop limit(String what) {
        return new JqStop(Kind.LIMIT, "the jq program was stopped: it takes " + what);
    }

    public static JqStop unsupported(String what) {
        return new JqStop(Kind.UNSUPPORTED, what);
    }

    public Kind kind() {
        return kind;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
