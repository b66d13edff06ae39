package io.sluice.local.verify;

import java.nio.file.Path;
import java.util.Optional;

/// An object as a file.
///
/// @param key   its key
/// @param file  where it lies
/// @param place where its records belong; empty when nothing of the input belongs there
record StoredObject(String key, Path file, Optional<Place> place) {}
