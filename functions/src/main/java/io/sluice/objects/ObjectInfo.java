package io.sluice.objects;

import java.time.Instant;

/// What a store says of an object without its bytes.
///
/// @param fingerprint as in [ObjectAttributes]; empty where there is none and in listings
public record ObjectInfo(ObjectKey key, long length, Instant modified, String fingerprint) {}
