package io.sluice.local.verify;

import java.io.IOException;
import java.util.function.Predicate;

/// The records that a run that was cut short staged and did not deliver.
public interface UndeliveredRecords {
    /// The place where staged records belong.
    sealed interface Home {
        /// Their partition is known.
        ///
        /// @param text the bound prefix: literal text with `!{!}` for `!{`, open parts as expressions
        record Of(boolean errors, String text) implements Home {}

        /// They are in a delivery of that key.
        ///
        /// @param diverted whether they go into error records
        record Under(String key, boolean errors, boolean diverted) implements Home {}
    }

    /// Takes staged content.
    @FunctionalInterface
    interface Sink {
        /// @param content records or error records, not compressed
        void chunk(Home home, byte[] content) throws IOException;
    }

    /// @param isWritten whether an object is there
    void forEach(Predicate<String> isWritten, Sink sink) throws IOException;
}
