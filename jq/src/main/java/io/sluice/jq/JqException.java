package io.sluice.jq;

/// A jq program or its run went wrong; the message is jq 1.6's own where jq has one.
public final class JqException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Where it went wrong: in the program's text, while it ran, or at a bound that Sluice sets.
    public enum Stage {
        COMPILE, RUN, BOUND
    }

    private final Stage stage;
    private final String message;

    public JqException(Stage stage, String message) {
        super(message);
        this.stage = stage;
        this.message = message;
    }

    @Override
    public String getMessage() {
        return message;
    }

    public Stage stage() {
        return stage;
    }
}
