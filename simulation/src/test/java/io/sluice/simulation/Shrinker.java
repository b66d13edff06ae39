package io.sluice.simulation;

import java.util.List;
import java.util.Optional;

/// Makes a failing world smaller: fewer faults, fewer batches, fewer steps, for as long as it still fails. Fewer of one
/// thing make another world of the same seed, so that a few neighbours are tried as well.
final class Shrinker {
    private static final int NEIGHBOURS = 40;

    private final Mistake mistake;

    Shrinker(Mistake mistake) {
        this.mistake = mistake;
    }

    Finding shrink(Finding found) {
        Finding smallest = found;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (Knobs knobs : less(smallest.knobs())) {
                Optional<Finding> still = search(smallest.seed(), knobs);
                if (still.isPresent()) {
                    smallest = still.get();
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    private static List<Knobs> less(Knobs knobs) {
        return List.of(knobs.withSteps(knobs.steps() / 2), knobs.withBatches(knobs.batches() / 2),
                knobs.withFaults(knobs.faults() / 2), knobs.withSteps(knobs.steps() * 9 / 10),
                knobs.withBatches(knobs.batches() - 1), knobs.withFaults(knobs.faults() - 1))
                .stream().filter(each -> !each.equals(knobs)).toList();
    }

    private Optional<Finding> search(long seed, Knobs knobs) {
        for (long near = seed; near < seed + NEIGHBOURS; near++) {
            if (Seeds.violation(near, knobs, mistake, Trace.none()).isPresent()) {
                return Optional.of(Seeds.finding(near, knobs, mistake));
            }
        }
        return Optional.empty();
    }
}
