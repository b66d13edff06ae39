package io.sluice.retention;

/// Whether anything is deleted.
public enum RemovalMode {
    /// What is due is only counted.
    DRY_RUN,
    /// It is removed.
    REMOVE
}
