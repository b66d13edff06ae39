package io.sluice.simulation.events;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// An object that was written.
///
/// @param date    of its records; empty: it is an error object
/// @param records one at least
record Written(String key, Optional<LocalDate> date, List<Arrived> records) {
    /// Bytes of a record in it.
    static final int RECORD_BYTES = 100;

    Written {
        records = List.copyOf(records);
    }

    long oldest() {
        return records.stream().mapToLong(Arrived::arrival).min().orElseThrow();
    }

    long newest() {
        return records.stream().mapToLong(Arrived::arrival).max().orElseThrow();
    }

    long bytes() {
        return (long) RECORD_BYTES * records.size();
    }
}
