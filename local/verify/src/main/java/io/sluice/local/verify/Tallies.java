package io.sluice.local.verify;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The number of times that each unit of some places is expected and found. Not safe for concurrent use.
final class Tallies {
    private final Map<Place, Map<UnitHash, Tally>> byPlace = new HashMap<>();

    /// One unit in one place.
    static final class Tally {
        private long expected;
        private long found;
        private long passed;

        void expect() {
            expected++;
        }

        void find() {
            found++;
        }

        /// The number of those that should be there and are not.
        long missing() {
            return Math.max(0, expected - found);
        }

        /// The number of those that are there beyond what should be.
        long surplus() {
            return Math.max(0, found - expected);
        }

        /// Counts one more that is gone past; whether it is beyond what should be.
        boolean passesExpected() {
            return ++passed > expected;
        }
    }

    void cover(Place place) {
        byPlace.put(place, new HashMap<>());
    }

    boolean covers(Place place) {
        return byPlace.containsKey(place);
    }

    void expect(Place place, UnitHash unit) {
        Map<UnitHash, Tally> tallies = byPlace.get(place);
        if (tallies != null) {
            tallies.computeIfAbsent(unit, _ -> new Tally()).expect();
        }
    }

    /// Empty when the unit is not expected there.
    Optional<Tally> of(Place place, UnitHash unit) {
        Map<UnitHash, Tally> tallies = byPlace.get(place);
        return tallies == null ? Optional.empty() : Optional.ofNullable(tallies.get(unit));
    }

    /// A place that lacks the unit.
    Optional<Map.Entry<Place, Tally>> lacking(UnitHash unit) {
        for (Map.Entry<Place, Map<UnitHash, Tally>> each : byPlace.entrySet()) {
            Tally tally = each.getValue().get(unit);
            if (tally != null && tally.missing() > 0) {
                return Optional.of(Map.entry(each.getKey(), tally));
            }
        }
        return Optional.empty();
    }

    /// Tests whether any place expects the unit.
    boolean anywhere(UnitHash unit) {
        return byPlace.values().stream().anyMatch(tallies -> tallies.containsKey(unit));
    }

    Collection<Map<UnitHash, Tally>> all() {
        return byPlace.values();
    }
}
