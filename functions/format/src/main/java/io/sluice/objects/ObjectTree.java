package io.sluice.objects;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A bucket as a tree of folders, for who goes through a part of it and removes what is due: retention and erasure.
/// Every listing is one page. Safe for concurrent use; each call is one request (retries aside), except where it says
/// otherwise.
///
/// Every method throws [StoreException]; a [#remove] that throws with [StoreException.Kind#UNKNOWN] may have been
/// applied.
public interface ObjectTree {
    /// An object that is still there.
    ///
    /// @param cause the store's error code
    record Undeleted(ObjectKey key, String cause) {}

    /// One level below `prefix`: the folders whose names continue it up to the next `/`, and the objects that have no
    /// further `/`.
    ///
    /// @param token the page's start, as the page before gave it; empty for the first page
    FolderPage folders(String prefix, Optional<String> token);

    /// Keys that start with `prefix` and sort after `after` (empty string: from the start), whatever their folders.
    ObjectPage list(String prefix, String after);

    /// Deletes objects, those that can be; gives the others. What is not there does not matter. One request per 1,000
    /// keys.
    List<Undeleted> remove(Collection<ObjectKey> keys);
}
