package io.sluice.api;

import java.util.Optional;

/// The access keys that may call. Thread-safe.
@FunctionalInterface
public interface KeyRing {
    /// The key of an id; empty: it may not call.
    Optional<CallerKey> key(String id);
}
