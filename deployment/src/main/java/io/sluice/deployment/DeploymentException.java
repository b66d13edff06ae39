package io.sluice.deployment;

/// Thrown when something that the user asked for cannot be deployed. The message names the option or field, its value
/// and the remedy, and is all that the user sees: no stack trace.
public final class DeploymentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String explanation;

    public DeploymentException(String explanation) {
        super(explanation);
        this.explanation = explanation;
    }

    /// The message.
    public String explanation() {
        return explanation;
    }
}
