package io.sluice.app;

/// The end of an invocation's time before the end of an object: its message comes again, and nothing is wrong.
final class ObjectBegunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ObjectBegunException(String object) {
        super(object
                + " takes longer than this invocation may: its first parts are staged, and the next attempt goes on"
                + " after them");
    }
}
