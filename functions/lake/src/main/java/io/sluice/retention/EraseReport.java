package io.sluice.retention;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The report of an erasure: what it did, or would do in a dry run.
///
/// @param of           the key value
/// @param buffer       what became of the buffer; in a dry run nothing did
/// @param removed      delivered objects
/// @param errors       error objects, which may hold records of the key value too and stay
/// @param otherFolders folders of the bucket outside of the stream's prefixes, the first hundred, which were not looked
///     into
/// @param unmoved      days of a repartition that is not finished: what is staged of them is delivered when it goes on
/// @param notReached   what else may hold such records, in sentences
/// @param repeatFrom   an erasure that begins then or later, and finds nothing, is the proof that nothing is left;
///        empty in a dry run
public record EraseReport(KeyValue of, Buffer buffer, RemovalReport removed, ErrorObjects errors,
        List<String> otherFolders, List<LocalDate> unmoved, List<String> notReached, Optional<Instant> repeatFrom) {
    public EraseReport {
        otherFolders = List.copyOf(otherFolders);
        unmoved = List.copyOf(unmoved);
        notReached = List.copyOf(notReached);
    }

    /// The state of the buffer after an erasure.
    ///
    /// @param drained  objects of any key value that were written to empty it
    /// @param pending  partitions that still wait
    /// @param open     deliveries that are still open
    /// @param swept    staged objects removed that nothing referred to
    /// @param settled  the drain saw the whole index, and nobody committed meanwhile: otherwise what waits is not known
    /// @param problems of the drain, at most a hundred sentences
    public record Buffer(long drained, long pending, long open, long swept, boolean settled, List<String> problems) {
        static final Buffer UNTOUCHED = new Buffer(0, 0, 0, 0, true, List.of());

        /// Of two of a stream's buffers.
        Buffer and(Buffer other) {
            return new Buffer(drained + other.drained, pending + other.pending, open + other.open, swept + other.swept,
                    settled && other.settled,
                    Stream.concat(problems.stream(), other.problems.stream()).limit(100).toList());
        }

        public Buffer {
            problems = List.copyOf(problems);
        }

        /// Nothing of any key value waits.
        public boolean isEmpty() {
            return settled && pending == 0 && open == 0;
        }
    }

    /// Objects of the error output.
    ///
    /// @param exact false when there are more
    public record ErrorObjects(long objects, long bytes, boolean exact) {}

    /// Tests whether everything was done that could be: only the proof is left.
    public boolean complete() {
        return removed.complete() && removed.failed() == 0 && removed.inFlight() == 0 && buffer.isEmpty()
                && removed.left().ambiguous() == 0 && unmoved.isEmpty();
    }
}
