package io.sluice.jq;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;

/// A jq program or its run went wrong; the message is jq 1.6's own where jq has one.
public final class JqException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// The stage at which it went wrong.
    public enum Stage {
        /// The text is no program, or one that is not supported.
        COMPILE,
        /// The program raised an error that nothing caught, or its input is malformed.
        RUN,
        /// The program took more than its `JqLimits`.
        BOUND,
        /// The program came to something that is not done as jq 1.6 does it, or at which jq 1.6 crashes.
        UNSUPPORTED,
        /// The evaluator itself failed: a defect of it or of its regex engine, which is its cause. Nothing is known of
        /// jq's answer; other programs and inputs are not concerned.
        DEFECT
    }

    private final Stage stage;
    private final String message;

    public JqException(Stage stage, String message) {
        super(message);
        this.stage = stage;
        this.message = message;
    }

    private JqException(Stage stage, String message, Throwable cause) {
        super(message, cause);
        this.stage = stage;
        this.message = message;
    }

    static JqException of(JqError error) {
        String kind = error.value() instanceof JqString ? "" : "(not a string): ";
        return new JqException(Stage.RUN, kind + error.getMessage());
    }

    static JqException of(JqStop stop) {
        return new JqException(switch (stop.kind()) {
            case LIMIT -> Stage.BOUND;
            case UNSUPPORTED -> Stage.UNSUPPORTED;
        }, stop.getMessage());
    }

    static JqException tooDeep() {
        return of(JqStop.limit("deeper recursion than the stack holds"));
    }

    /// @param program the text of the program that was evaluated
    static JqException defect(String program, Throwable cause) {
        return new JqException(Stage.DEFECT, "the jq evaluator failed (" + cause + ") in the program: " + program,
                cause);
    }

    @Override
    public String getMessage() {
        return message;
    }

    public Stage stage() {
        return stage;
    }
}
