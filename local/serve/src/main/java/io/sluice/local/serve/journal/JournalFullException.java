package io.sluice.local.serve.journal;

/// The journal has no room for any record of a call: it is to come again later.
public final class JournalFullException extends Exception {
    private static final long serialVersionUID = 1L;

    JournalFullException(String message) {
        super(message);
    }
}
