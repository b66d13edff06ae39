package io.sluice.iceberg;

import java.util.stream.Stream;

/// A chain of entries that is read in its order: a buffer's landings, or what the lake's jobs did. Safe for concurrent
/// use.
///
/// Every method throws [io.sluice.objects.StoreException] and may be repeated whatever its outcome was.
public interface Chain {
    /// Its name; no two of a stream share one.
    String name();

    /// The entries behind one, oldest first, read as they are used.
    ///
    /// @param version of the last entry that was applied; 0: from the oldest that is kept
    Stream<Step> after(long version);
}
