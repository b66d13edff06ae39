package io.sluice.local.serve.streams;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Why something of a stream does not go on at present, in sentences. Thread-safe.
final class Troubles {
    /// Why records are not taken, or not staged.
    volatile Optional<String> feeding = Optional.empty();
    /// Why nothing is delivered.
    volatile Optional<String> flushing = Optional.empty();
    /// Why a redrive does not go on.
    volatile Optional<String> redriving = Optional.empty();

    List<String> all() {
        return Stream.of(feeding, flushing, redriving).flatMap(Optional::stream).toList();
    }
}
