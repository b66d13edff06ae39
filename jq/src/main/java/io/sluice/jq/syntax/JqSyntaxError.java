package io.sluice.jq.syntax;

/// A text is no jq program, or one that is not supported; the message says what is wrong and where.
public final class JqSyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JqSyntaxError(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
