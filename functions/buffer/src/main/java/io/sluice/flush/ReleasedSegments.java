package io.sluice.flush;

/// The fate of a segment once nothing refers to it any more.
public enum ReleasedSegments {
    /// It is deleted by the run that delivered the last of it.
    DELETED,
    /// It stays until the sweep finds it older than the retry window: what it says of its records is what a lost
    /// table's receipts are made again of.
    KEPT
}
