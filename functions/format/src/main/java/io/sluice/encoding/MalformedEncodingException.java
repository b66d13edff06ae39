package io.sluice.encoding;

/// Bytes that Sluice should have written are not in its encoding: damaged, cut short, or of a version not known here.
public final class MalformedEncodingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedEncodingException(String message) {
        super(message);
    }
}
