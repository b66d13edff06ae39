package io.sluice.infra;

/// The maker of the Glue database of a stream's tables.
public enum TableDatabase {
    /// The stream's stack. Its database outlives it, since others' views and tables may be in it, too.
    NEW,
    /// Somebody else did: several streams share it.
    EXISTING
}
