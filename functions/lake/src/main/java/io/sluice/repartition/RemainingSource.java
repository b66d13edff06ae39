package io.sluice.repartition;

import io.sluice.repartition.DayState.Streamed;
import io.sluice.source.SourceListing;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The part of a moved day's source that the view still reads. Until the day is settled, everything but what was moved;
/// from then on the objects that were not, by name. Immutable.
final class RemainingSource {
    private final RepartitionSettings settings;

    RemainingSource(RepartitionSettings settings) {
        this.settings = settings;
    }

    /// The end of a day in the stream's zone.
    Instant end(LocalDate day) {
        return day.plusDays(1).atStartOfDay(settings.zone()).toInstant();
    }

    /// Tests whether no object of the day is expected to arrive any more.
    boolean isSettled(LocalDate day, Instant now) {
        return !end(day).plus(settings.settledAfter()).isAfter(now);
    }

    /// Of a settled day that is being moved.
    static Streamed.Only behind(SourceListing listing, LocalDate day, Set<String> moved) {
        return new Streamed.Only(others(listing, day, moved));
    }

    /// Of a settled day that was moved earlier.
    ///
    /// @param plan gives what was to be moved of it; asked only where that matters
    static Streamed settled(DayState moved, SourceListing listing, Supplier<DayPlan> plan) {
        return switch (moved.streamed()) {
            case Streamed.Except(var keys) -> behind(listing, moved.day(), keys);
            case Streamed.Only(var keys) -> {
                Set<String> planned = plan.get().objects().stream().map(object -> object.key().value())
                        .collect(Collectors.toSet());
                Set<String> visible = others(listing, moved.day(), planned);
                visible.addAll(keys);
                yield new Streamed.Only(visible);
            }
            case Streamed.All all -> all;
        };
    }

    private static Set<String> others(SourceListing listing, LocalDate day, Set<String> moved) {
        return listing.of(day).stream().map(object -> object.key().value()).filter(key -> !moved.contains(key))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
