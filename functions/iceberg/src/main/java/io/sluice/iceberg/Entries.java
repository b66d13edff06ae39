package io.sluice.iceberg;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What was read of a chain behind its mark.
///
/// @param gap  the entries that were there and were removed before they were read; empty where none were
/// @param more when the chain goes on
record Entries(String chain, List<Step> steps, Optional<Gap> gap, boolean more) {
    /// Entries that are in memory, most of them without an object.
    private static final int STEPS_MAX = 50_000;
    /// Keys that went that are in memory, some 500 bytes each.
    private static final int KEYS_MAX = 200_000;

    Entries {
        steps = List.copyOf(steps);
    }

    /// Entries that are missing.
    ///
    /// @param after the last one that was applied; 0: none is known
    /// @param upTo  the last that is missing
    /// @param lake  when they may have replaced or removed something, as the one behind them did
    record Gap(String chain, long after, long upTo, boolean lake) {
        /// The property of a table that may have what missing entries replaced or removed.
        static final String OPEN = "sluice.missing-changes";

        /// The gap in words, with the remedy.
        ///
        /// @param looked when the table has what is there now
        String problem(boolean looked) {
            return "entries " + (after + 1) + " to " + upTo + " of " + chain + " are not kept any more; "
                    + (looked
                            ? "the table has what is there now"
                            : "register what is there by `./sluice iceberg register --from PREFIX`");
        }

        /// The value of [#OPEN].
        String text() {
            return chain + " " + (after + 1) + " to " + upTo;
        }

        /// What it means to users, as long as the table has it.
        static String open(String text) {
            return "the table may have what entries of " + text + " replaced or removed, which were not kept until it"
                    + " was told: drop the table, and it is made again of what is there";
        }
    }

    /// Reads up to about a number of objects that came, and of keys that went: what was told while nobody read on is
    /// held in memory a part at a time.
    ///
    /// @param before the version that is not read; empty: all are
    static Entries read(Chain chain, long mark, Optional<Long> before, int objectsMax) {
        List<Step> steps = new ArrayList<>();
        Optional<Gap> gap = Optional.empty();
        int objects = 0;
        int keys = 0;
        long last = mark;
        try (Stream<Step> behind = chain.after(mark)) {
            for (Step step : (Iterable<Step>) behind::iterator) {
                if (before.isPresent() && step.version() >= before.get()) {
                    break;
                }
                if (objects >= objectsMax || keys >= KEYS_MAX || steps.size() >= STEPS_MAX) {
                    return new Entries(chain.name(), steps, gap, true);
                }
                // Put after the log was off for a while: it names none before it, or one that is older than the last.
                boolean unlinked = step instanceof Step.Landed && step.previous() < last;
                if (step.previous() > last || unlinked) {
                    gap = Optional.of(new Gap(chain.name(), gap.map(Gap::after).orElse(last),
                            unlinked ? step.version() - 1 : step.previous(), !(step instanceof Step.Landed)));
                }
                steps.add(step);
                last = step.version();
                objects += step.come().size();
                keys += step.gone().size();
            }
        }
        return new Entries(chain.name(), steps, gap, false);
    }
}
