package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every schedule of a small world, of a kind: nothing here is left to chance.
final class SmallWorldTest {
    private static final int ACTORS = 4;
    private static final int STEPS_MAX = 400;

    @Test
    void aCrashAtAnyRequestInAnyOrderOfInvocations() {
        int runs = 0;
        for (List<Integer> order : permutations(List.of(0, 1, 2, 3))) {
            int steps = run(() -> oneAfterAnother(order, List.of()));
            for (int crash = 0; crash <= steps; crash++) {
                List<Integer> crashes = List.of(crash);
                run(() -> oneAfterAnother(order, crashes));
                runs++;
            }
        }
        assertTrue(runs > 700, "crashes tried: " + runs);
    }

    @Tag("long")
    @Test
    void twoCrashesAtAnyTwoRequests() {
        List<Integer> order = List.of(0, 2, 1, 3);
        int steps = run(() -> oneAfterAnother(order, List.of()));
        for (int first = 0; first < steps; first++) {
            for (int second = first + 1; second <= steps; second++) {
                List<Integer> crashes = List.of(first, second);
                run(() -> oneAfterAnother(order, crashes));
            }
        }
    }

    @Tag("long")
    @Test
    void everyInterleavingOfAllFourToADepthOfSeven() {
        int[] runs = new int[1];
        enumerate(ACTORS, 7, choices -> {
            run(() -> interleaved(choices, 0));
            runs[0]++;
        });
        assertEquals(16_384, runs[0]);
    }

    @Tag("long")
    @Test
    void everyInterleavingOfTheTwoFlushersToADepthOfThirteen() {
        int[] runs = new int[1];
        enumerate(2, 13, choices -> {
            run(() -> interleaved(choices, 2));
            runs[0]++;
        });
        assertEquals(8_192, runs[0]);
    }

    @Test
    void oneFlusherOvertakenByTheOtherAtAnyTwoRequests() {
        int steps = run(() -> oneAfterAnother(List.of(0, 1, 2, 3), List.of()));
        for (int first = 0; first < steps; first++) {
            for (int second = first + 1; second <= steps; second++) {
                int from = first;
                int to = second;
                run(() -> overtaking(from, to));
            }
        }
    }

    @Tag("long")
    @Test
    void twoCrashesAtAnyTwoRequestsWhereRecordsAreConverted() {
        SmallWorld.Kind converted = SmallWorld.Kind.CONVERTED;
        List<Integer> order = List.of(0, 1, 2, 3);
        int steps = run(converted, () -> oneAfterAnother(order, List.of()));
        for (int first = 0; first <= steps; first++) {
            for (int second = first + 1; second <= steps + 1; second++) {
                List<Integer> crashes = List.of(first, second);
                run(converted, () -> oneAfterAnother(order, crashes));
            }
        }
    }

    @Tag("long")
    @Test
    void oneFlusherOvertakenByTheOtherAtAnyTwoRequestsWhereRecordsAreConverted() {
        SmallWorld.Kind converted = SmallWorld.Kind.CONVERTED;
        int steps = run(converted, () -> oneAfterAnother(List.of(0, 1, 2, 3), List.of()));
        for (int first = 0; first < steps; first++) {
            for (int second = first + 1; second <= steps; second++) {
                int from = first;
                int to = second;
                run(converted, () -> overtaking(from, to));
            }
        }
    }

    /// A schedule that lets each actor run to its end before the next, and crashes the one whose turn it is at the
    /// given steps.
    private static SmallWorld.Schedule oneAfterAnother(List<Integer> order, List<Integer> crashes) {
        int[] step = new int[1];
        return alive -> {
            int next = order.stream().filter(alive::contains).findFirst().orElseThrow();
            return crashes.contains(step[0]++) ? next + SmallWorld.Schedule.CRASH : next;
        };
    }

    /// First those below `firstActor` run to their ends; then each choice lets one of the rest take a step; then they
    /// take turns.
    private static SmallWorld.Schedule interleaved(int[] choices, int firstActor) {
        int[] step = new int[1];
        return alive -> {
            int first = alive.getFirst();
            if (first < firstActor) {
                return first;
            }
            int at = step[0]++;
            return alive.get((at < choices.length ? choices[at] : at) % alive.size());
        };
    }

    /// The first flusher stalls after `from` steps, the other runs until `to`, then the first goes on to its end.
    private static SmallWorld.Schedule overtaking(int from, int to) {
        int[] step = new int[1];
        return alive -> {
            int at = step[0]++;
            int wanted = at < from || at >= to ? 2 : 3;
            return alive.getFirst() < 2 ? alive.getFirst() : alive.contains(wanted) ? wanted : alive.getFirst();
        };
    }

    private static int run(Supplier<SmallWorld.Schedule> schedule) {
        return run(SmallWorld.Kind.JOINED, schedule);
    }

    private static int run(SmallWorld.Kind kind, Supplier<SmallWorld.Schedule> schedule) {
        return Seeds.onVirtualThread(() -> {
            try {
                return SmallWorld.run(kind, schedule.get(), Trace.none());
            } catch (Violation violation) {
                Trace trace = Trace.keeping(STEPS_MAX);
                try {
                    SmallWorld.run(kind, schedule.get(), trace);
                } catch (Violation again) {
                    return fail(violation.getMessage() + "\n" + String.join("\n", trace.lines()), again);
                }
                return fail("a schedule failed once and not again", violation);
            }
        });
    }

    private interface Visitor {
        void visit(int[] choices);
    }

    private static void enumerate(int options, int depth, Visitor visitor) {
        int[] choices = new int[depth];
        int at = 0;
        while (at >= 0) {
            visitor.visit(choices.clone());
            at = depth - 1;
            while (at >= 0 && ++choices[at] == options) {
                choices[at--] = 0;
            }
        }
    }

    private static List<List<Integer>> permutations(List<Integer> items) {
        if (items.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> permutations = new ArrayList<>();
        for (Integer first : items) {
            List<Integer> rest = new ArrayList<>(items);
            rest.remove(first);
            for (List<Integer> tail : permutations(rest)) {
                List<Integer> permutation = new ArrayList<>(List.of(first));
                permutation.addAll(tail);
                permutations.add(permutation);
            }
        }
        return permutations;
    }
}
