package io.sluice.local.serve.streams;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The reasons why something of a stream does not go on at present, in sentences. Thread-safe.
final class Troubles {
    /// The reason that what it needs is not there yet.
    volatile Optional<String> starting = Optional.empty();
    /// Why records are not taken, or not staged.
    volatile Optional<String> feeding = Optional.empty();
    /// The reason why nothing is delivered.
    volatile Optional<String> flushing = Optional.empty();
    /// The reason why it is not told what landed.
    volatile Optional<String> telling = Optional.empty();
    /// The reason why a redrive does not go on.
    volatile Optional<String> redriving = Optional.empty();
    /// What a daily task could not do.
    volatile Optional<String> daily = Optional.empty();

    List<String> all() {
        return Stream.of(starting, feeding, flushing, telling, redriving, daily).flatMap(Optional::stream).toList();
    }
}
