package io.sluice.local.records;

import java.io.Closeable;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Gives a run its records, one after the other. Not for use by several threads.
public interface RecordSource extends Closeable {
    /// The next record, `null` at the end.
    ///
    /// @throws io.sluice.input.InputException when an input can't be read on
    @Nullable
    TimedRecord next();

    /// Says what was odd about the input as a whole, at its end.
    default void summarise(Consumer<String> warnings) {}

    /// Returns why what was asked of the input as a whole is in none of its records, known at its end.
    default Optional<String> failure() {
        return Optional.empty();
    }
}
