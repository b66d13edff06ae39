package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The objects that a reader of the stream's output is to read now, for who cannot rely on landings: those that were
/// replaced, or are due to be deleted, are none of them.
@FunctionalInterface
public interface Inventory {
    /// All of them, in any order, read as they are used.
    Stream<DataObject> objects();

    /// A test of keys: of those whose objects a reader is to read now, where they are there. Asked once for many keys.
    default Predicate<ObjectKey> shown() {
        return _ -> true;
    }
}
