package io.sluice.local.serve.streams;

import java.time.Instant;
import java.util.Optional;

/// The Iceberg table of a stream at work, which is made beside delivery. Thread-safe.
public interface LiveTable extends AutoCloseable {
    /// Why something that landed can't be registered at present, in a sentence.
    Optional<String> trouble();

    /// When the oldest landed that is not in the table; empty: all that landed is.
    Optional<Instant> waitingSince();

    /// Registers all that landed by now.
    ///
    /// @return why something can't be, in a sentence
    Optional<String> registerAll();

    @Override
    void close();

    /// One that is not kept.
    ///
    /// @param why in a sentence
    record Untold(String why) implements LiveTable {
        @Override
        public Optional<String> trouble() {
            return Optional.of(why);
        }

        @Override
        public Optional<Instant> waitingSince() {
            return Optional.empty();
        }

        @Override
        public Optional<String> registerAll() {
            return trouble();
        }

        @Override
        public void close() {
            // There is nothing to be closed.
        }
    }
}
