package io.sluice.local.serve.journal;

/// The journal cannot be opened: its files are damaged where they were acknowledged. The message says where, and what
/// can be done.
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JournalException(String message) {
        super(message);
    }
}
