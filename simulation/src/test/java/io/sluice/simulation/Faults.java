package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;

/// Chooses what befalls each request. A world has its own mix of faults and its own rate: worlds in which one kind of
/// fault is frequent and no other happens find what an even mix does not.
final class Faults {
    private static final List<Fault> ALL = List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER, Fault.STALL,
            Fault.UNAVAILABLE, Fault.LOST_REQUEST, Fault.LOST_ANSWER, Fault.LATE, Fault.SENT_TWICE, Fault.STRAY_COPY,
            Fault.LEFT_UNDONE, Fault.FLIPPED, Fault.CUT_SHORT);
    private static final List<Fault> OF_DAMAGE = List.of(Fault.FLIPPED, Fault.CUT_SHORT);
    private static final List<Fault> OF_READS = List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER, Fault.STALL,
            Fault.UNAVAILABLE);
    private static final int[] RATES = {4, 8, 8, 15, 15, 30, 60};

    private final Choices choices;
    private final List<Fault> possible = new ArrayList<>();
    private final int oneIn;
    private int left;

    /// @param faultsMax how many faults happen at most
    Faults(Choices choices, int faultsMax) {
        this.choices = choices;
        this.left = faultsMax;
        for (Fault fault : ALL) {
            if (choices.below(2) == 0) {
                possible.add(fault);
            }
        }
        this.oneIn = RATES[choices.below(RATES.length)];
    }

    Fault ofRead() {
        Fault fault = any();
        return OF_READS.contains(fault) ? fault : Fault.NONE;
    }

    /// Of a read whose bytes may be damaged.
    Fault ofRange() {
        Fault fault = any();
        return OF_READS.contains(fault) || OF_DAMAGE.contains(fault) ? fault : Fault.NONE;
    }

    Fault ofWrite() {
        Fault fault = any();
        return fault == Fault.LEFT_UNDONE || OF_DAMAGE.contains(fault) ? Fault.NONE : fault;
    }

    Fault ofDelete() {
        Fault fault = any();
        return OF_DAMAGE.contains(fault) ? Fault.NONE : fault;
    }

    /// Whether one more may happen, which then has, and befalls no request.
    boolean take() {
        boolean happens = left > 0;
        left -= happens ? 1 : 0;
        return happens;
    }

    /// Carries `work` out while nothing goes wrong.
    void spare(Runnable work) {
        int before = left;
        left = 0;
        work.run();
        left = before;
    }

    /// From now on nothing goes wrong.
    void stop() {
        left = 0;
    }

    /// Draws the same numbers whether or not a fault is left, so that a run with fewer faults stays like the one with
    /// more.
    private Fault any() {
        boolean happens = choices.oneIn(oneIn);
        if (!happens || possible.isEmpty()) {
            return Fault.NONE;
        }
        Fault fault = choices.pick(possible);
        if (left <= 0) {
            return Fault.NONE;
        }
        left--;
        return fault;
    }
}
