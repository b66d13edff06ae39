package io.sluice.local.verify;

import java.nio.file.Path;
import java.util.Optional;

/// An object as a file.
///
/// @param key   its key
/// @param file  where it lies
/// @param place where its records belong; empty when nothing of the input belongs there
/// @param role  whose object it is
record StoredObject(String key, Path file, Optional<Place> place, Role role) {
    /// Whose objects there are.
    enum Role {
        /// The stream's.
        OWN,
        /// A repartition's source's, and readers of the view read it beside the stream's.
        SOURCE
    }

    StoredObject(String key, Path file, Optional<Place> place) {
        this(key, file, place, Role.OWN);
    }
}
