package io.sluice.index;

/// The progress of the table's recovery.
public enum RecoveryProgress {
    /// No recovery wrote into this table.
    NONE,
    /// One has begun, and not all is written: the table holds a part of what it is to hold.
    BEGUN,
    /// All is written but what segments stage that cannot be read; the mark names them.
    OPEN,
    /// All that was to be written is written.
    ENDED
}
