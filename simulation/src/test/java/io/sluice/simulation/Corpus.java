package io.sluice.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The worlds that are kept for the rare states which they reach: `corpus.txt`, of which each line has a kind, a seed
/// and a state.
///
/// @param worlds the states of each world
record Corpus(Map<Census.Place, Set<RareState>> worlds) {
    private static final String FILE = "corpus.txt";
    private static final Comparator<Census.Place> PLACES = Comparator.comparing(Census.Place::kind)
            .thenComparingLong(Census.Place::seed);

    Corpus {
        worlds = Map.copyOf(worlds);
    }

    static Corpus read() {
        try (InputStream in = Objects.requireNonNull(Corpus.class.getResourceAsStream(FILE), FILE)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Corpus parse(String text) {
        Map<Census.Place, Set<RareState>> worlds = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            String[] words = line.split(" ", -1);
            worlds.computeIfAbsent(new Census.Place(WorldKind.parse(words[0]), Long.parseLong(words[1])),
                    _ -> EnumSet.noneOf(RareState.class)).add(RareState.valueOf(words[2]));
        });
        return new Corpus(worlds);
    }

    /// A world for each state that is reached by the worlds of a census or by these: few worlds in all, those first
    /// that reach most of what is left.
    Corpus renewed(Census census) {
        Map<Census.Place, Set<RareState>> candidates = new LinkedHashMap<>();
        for (RareState state : RareState.values()) {
            census.place(state).ifPresent(place -> candidates.computeIfAbsent(place, Corpus::reached));
        }
        worlds.keySet().forEach(place -> candidates.computeIfAbsent(place, Corpus::reached));
        Set<RareState> left = EnumSet.noneOf(RareState.class);
        candidates.values().forEach(left::addAll);
        Map<Census.Place, Set<RareState>> chosen = new LinkedHashMap<>();
        while (!left.isEmpty()) {
            Map.Entry<Census.Place, Set<RareState>> best = candidates.entrySet().stream()
                    .max(Map.Entry.comparingByValue(Comparator.comparingLong(states -> common(states, left))))
                    .orElseThrow();
            Set<RareState> states = EnumSet.copyOf(best.getValue());
            states.retainAll(left);
            chosen.put(best.getKey(), states);
            left.removeAll(states);
        }
        return new Corpus(chosen);
    }

    private static long common(Set<RareState> states, Set<RareState> left) {
        return states.stream().filter(left::contains).count();
    }

    /// The states that a world reaches, which is run for that.
    static Set<RareState> reached(Census.Place place) {
        Reached reached = new Reached();
        place.kind().run(place.seed(), reached).ifPresent(violation -> {
            throw violation;
        });
        return reached.states();
    }

    /// The states of all worlds.
    Set<RareState> states() {
        return worlds.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    /// The file's text, by kind, seed and state.
    String text() {
        StringBuilder text = new StringBuilder();
        worlds.entrySet().stream().sorted(Map.Entry.comparingByKey(PLACES))
                .forEach(world -> world.getValue().stream().sorted().forEach(
                        state -> text.append(world.getKey()).append(' ').append(state).append('\n')));
        return text.toString();
    }
}
