package io.sluice.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Worlds of all kinds that were run, each kind from seed 1 on without a gap: what was violated in them, and how many
/// of them reached each rare state. Safe for concurrent use.
final class Census {
    /// So many worlds of a kind are run before others are.
    static final int PIECE = 5;

    private final Map<WorldKind, Long> worlds = new EnumMap<>(WorldKind.class);
    private final Map<WorldKind, Reached> reached = new EnumMap<>(WorldKind.class);
    private final List<Breach> breaches = new ArrayList<>();
    private final Map<RareState, Place> places = new EnumMap<>(RareState.class);
    private final Set<WorldKind> underWay = EnumSet.noneOf(WorldKind.class);

    /// A world.
    record Place(WorldKind kind, long seed) {
        @Override
        public String toString() {
            return kind.text() + " " + seed;
        }
    }

    /// A world in which something was violated.
    ///
    /// @param sentence tells what
    record Breach(Place place, String sentence) {}

    /// What was seen of a kind before, of its seeds from 1 on.
    synchronized void resume(WorldKind kind, long count, Reached states) {
        worlds.put(kind, count);
        reached.put(kind, states);
    }

    synchronized void resume(Breach breach) {
        breaches.add(breach);
    }

    synchronized void resume(RareState state, Place place) {
        places.put(state, place);
    }

    /// The first seed of a piece to run now, of the kind of which the fewest were run; [#add] is called for each of its
    /// worlds, then [#done]. Empty while pieces of all kinds are under way.
    synchronized Optional<Place> next() {
        Optional<WorldKind> fewest = Stream.of(WorldKind.values()).filter(kind -> !underWay.contains(kind))
                .min(Comparator.comparingLong(this::worlds));
        fewest.ifPresent(underWay::add);
        return fewest.map(kind -> new Place(kind, worlds(kind) + 1));
    }

    synchronized void add(Place place, Reached world, Optional<String> violated) {
        worlds.merge(place.kind, 1L, Long::sum);
        reached(place.kind).add(world);
        world.states().forEach(state -> places.putIfAbsent(state, place));
        violated.ifPresent(sentence -> breaches.add(new Breach(place, sentence)));
    }

    synchronized void done(WorldKind kind) {
        underWay.remove(kind);
    }

    synchronized long worlds(WorldKind kind) {
        return worlds.getOrDefault(kind, 0L);
    }

    synchronized long worlds() {
        return worlds.values().stream().mapToLong(Long::longValue).sum();
    }

    /// In how many worlds of a kind each state was reached.
    synchronized Reached reached(WorldKind kind) {
        return reached.computeIfAbsent(kind, _ -> new Reached());
    }

    /// In how many worlds a state was reached.
    synchronized long reached(RareState state) {
        return reached.values().stream().mapToLong(each -> each.times(state)).sum();
    }

    /// A world that reached a state.
    synchronized Optional<Place> place(RareState state) {
        return Optional.ofNullable(places.get(state));
    }

    synchronized List<Breach> breaches() {
        return List.copyOf(breaches);
    }
}
