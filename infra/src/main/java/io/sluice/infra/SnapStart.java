package io.sluice.infra;

/// The choice to start functions from a snapshot (Lambda SnapStart), or not to.
public enum SnapStart {
    /// From a snapshot, wherever Lambda has that.
    BY_REGION,
    /// Anew: a JVM's start of some seconds before the first batch and each further one side by side.
    NONE
}
