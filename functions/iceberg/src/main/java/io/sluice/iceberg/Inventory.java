package io.sluice.iceberg;

import java.util.stream.Stream;

/// The objects that a reader of the stream's output is to read now, for who cannot rely on landings: those that were
/// replaced, or are due to be deleted, are none of them.
@FunctionalInterface
public interface Inventory {
    /// All of them, in any order, read as they are used.
    Stream<DataObject> objects();
}
