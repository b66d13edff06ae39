package io.sluice.landing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The time until which a stream is complete: every record that was accepted before a reading began, and arrived before
/// that time, is in an object or an error object that a landing tells.
public sealed interface Completeness {
    /// It is known.
    ///
    /// @param time   epoch milliseconds, exclusive
    /// @param oldest what waits longest; empty where nothing waits
    record Until(long time, Optional<Waiting> oldest) implements Completeness {
        /// Of a reading that began at `start` and found nothing that waits.
        public static Until allOf(long start) {
            return new Until(start, Optional.empty());
        }

        /// The same, with something that waits.
        public Until behind(Waiting waiting) {
            Waiting first = oldest.filter(each -> each.arrival() <= waiting.arrival()).orElse(waiting);
            return new Until(Math.min(time, first.arrival()), Optional.of(first));
        }

        /// What holds the time back; empty where it is the time of the reading, less the source's lag.
        public Optional<Waiting> heldBackBy() {
            return oldest.filter(each -> each.arrival() == time);
        }
    }

    /// It cannot be told, since something that may wait cannot be read.
    ///
    /// @param reasons what, and the remedy, in sentences; at least one
    record Unknown(List<String> reasons) implements Completeness {
        public Unknown {
            reasons = List.copyOf(reasons);
        }
    }

    /// Of both together.
    default Completeness and(Completeness other) {
        return switch (this) {
            case Until mine -> switch (other) {
                case Until its -> {
                    Until both = new Until(Math.min(mine.time, its.time), mine.oldest);
                    yield its.oldest.map(both::behind).orElse(both);
                }
                case Unknown unknown -> unknown;
            };
            case Unknown mine -> switch (other) {
                case Until _ -> mine;
                case Unknown its -> new Unknown(
                        Stream.concat(mine.reasons.stream(), its.reasons.stream()).toList());
            };
        };
    }
}
