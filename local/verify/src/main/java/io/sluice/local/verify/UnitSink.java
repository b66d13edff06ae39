package io.sluice.local.verify;

/// Takes units as they are found.
@FunctionalInterface
interface UnitSink {
    /// @param bytes how many it has
    void unit(UnitHash unit, long bytes);
}
