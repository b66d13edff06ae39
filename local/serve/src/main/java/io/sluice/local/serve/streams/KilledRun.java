package io.sluice.local.serve.streams;

/// A run of the flusher that was to be killed.
///
/// @param requests how many it made
/// @param last     what the last of them was, as `PUT manifests`; without names of records' keys
public record KilledRun(End end, int requests, String last) {
    /// The end of the run.
    public enum End {
        /// At the request that was named, which it may have made or not.
        KILLED,
        /// All was done before.
        DONE
    }
}
