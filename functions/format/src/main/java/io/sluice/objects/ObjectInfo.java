package io.sluice.objects;

import java.time.Instant;

/// A store's information about an object, without its bytes.
///
/// @param fingerprint as in [ObjectAttributes]; empty where there is none and in listings
/// @param rejected    as in [ObjectAttributes]; 0 in listings
/// @param discarded   as in [ObjectAttributes]; 0 in listings
public record ObjectInfo(ObjectKey key, long length, Instant modified, String fingerprint, long rejected,
        long discarded) {
    /// An object that no record was rejected for.
    public ObjectInfo(ObjectKey key, long length, Instant modified, String fingerprint) {
        this(key, length, modified, fingerprint, 0, 0);
    }
}
