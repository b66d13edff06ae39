package io.sluice.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells what a source may hand over again, of what is known by receipts: as long as it keeps it, and where the table
/// is lost no longer than receipts are made again of the segments that are there.
///
/// @param <T> what comes again
final class Returns<T> {
    private final World world;
    private final boolean bounded;
    private final boolean extreme;
    private final Optional<Duration> keptFor;
    private final Map<T, List<Long>> attempts = new HashMap<>();

    /// @param keptFor how long the source keeps it, where the director seeks that; in other worlds for as long as they
    /// last
    Returns(World world, Knobs knobs, Duration keptFor) {
        this.world = world;
        this.bounded = knobs.losses() > 0;
        this.extreme = knobs.extreme() != Knobs.Extreme.NONE;
        this.keptFor = knobs.extreme() == Knobs.Extreme.LATE_RETURNS ? Optional.of(keptFor) : Optional.empty();
    }

    /// Whether what was answered is handed over once more as well when nothing goes wrong any more; else a wrong answer
    /// stays wrong.
    boolean allAtLast() {
        return !extreme || world.choices().oneIn(2);
    }

    /// An attempt begins.
    void attempted(T returning) {
        attempts.computeIfAbsent(returning, _ -> new ArrayList<>()).add(world.clock().millis());
    }

    /// @param first when it was handed over first, epoch milliseconds
    boolean mayCome(T returning, long first) {
        if (keptFor.isEmpty()) {
            return !bounded || first + World.RETRIED_FOR.toMillis() > world.clock().millis();
        }
        return first + keptFor.get().toMillis() > world.clock().millis() && world.losses().stream()
                .noneMatch(lost -> attempts.getOrDefault(returning, List.of()).stream()
                        .anyMatch(begun -> begun + World.RETRIED_FOR.toMillis() < lost));
    }
}
