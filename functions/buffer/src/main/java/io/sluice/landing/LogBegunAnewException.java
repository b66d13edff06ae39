package io.sluice.landing;

/// A landing log ends before an entry that its reader has done with: it is another log than that one, of a stream that
/// was made anew under its name. Going on would pass over all that lands until its versions reach the reader's.
public final class LogBegunAnewException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LogBegunAnewException(String buffer, long cursor) {
        super("the landing log of " + buffer + " ends before its entry " + cursor);
    }
}
