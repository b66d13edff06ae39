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

    /// Tells of a key whether a reader is to read its object now, as long as it is there; asked once, and used for many.
    default Predicate<ObjectKey> shown() {
        return _ -> true;
    }
}
