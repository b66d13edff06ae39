package io.sluice.position;

import java.util.List;

/// The identity by which the records of a staged batch are known when their source hands them over again.
public sealed interface Identity {
    /// By the batch that they came in: the source repeats it as it was.
    record ByBatch() implements Identity {}

    /// By their places: the source numbers its records.
    record ByPosition(SequenceRange range) implements Identity {}

    /// One by one: the source repeats any of them among any others.
    ///
    /// @param names in ascending order, each once
    record ByRecord(List<RecordName> names) implements Identity {
        /// @throws IllegalArgumentException when there is none
        public ByRecord {
            names = names.stream().distinct().sorted().toList();
            if (names.isEmpty()) {
                throw new IllegalArgumentException("a batch of no records");
            }
        }
    }
}
