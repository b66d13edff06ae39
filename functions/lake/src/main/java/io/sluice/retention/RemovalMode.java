package io.sluice.retention;

/// The choice to delete, or only to count.
public enum RemovalMode {
    /// Objects that are due are only counted.
    DRY_RUN,
    /// It is removed.
    REMOVE
}
