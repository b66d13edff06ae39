package io.sluice.local.serve.streams;

/// The outcome of a request to redrive an error object.
public sealed interface Redriven {
    /// Its records are staged.
    ///
    /// @param leftOut lines that are no error records
    record Now(long records, long leftOut) implements Redriven {}

    /// Its records were staged by an earlier request, and nothing was done.
    record Earlier(long records) implements Redriven {}

    /// Nothing was done, and nothing is staged of it.
    ///
    /// @param why a sentence without a full stop
    record Refused(String why) implements Redriven {}
}
