package io.sluice.layout;

/// A prefix expression that Firehose would refuse. The message starts with Firehose's own.
public final class PrefixException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PrefixException(String message) {
        super(message);
    }
}
