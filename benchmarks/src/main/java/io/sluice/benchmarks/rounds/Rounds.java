package io.sluice.benchmarks.rounds;

import io.sluice.benchmarks.Effort;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Has contestants take turns: after a warm-up, one short turn each in every round, so that whatever else the machine
/// does falls on all of them alike. The order rotates from round to round.
public final class Rounds {
    private static final int TIMES_MAX = 1_000_000;

    private final List<Contestant> contestants;
    private final Effort effort;

    private Rounds(List<Contestant> contestants, Effort effort) {
        this.contestants = contestants;
        this.effort = effort;
    }

    /// @throws IOException as a contestant throws it
    public static Timings of(List<Contestant> contestants, Effort effort) throws IOException {
        return new Rounds(List.copyOf(contestants), effort).timings();
    }

    private Timings timings() throws IOException {
        int[] times = new int[contestants.size()];
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < times.length; i++) {
                times[i] = warmUp(contestants.get(i), effort.warmUp().dividedBy(2));
            }
        }
        double[][] nanos = new double[times.length][effort.rounds()];
        for (int round = 0; round < effort.rounds(); round++) {
            for (int turn = 0; turn < times.length; turn++) {
                int i = (round + turn) % times.length;
                nanos[i][round] = (double) contestants.get(i).run(times[i]) / times[i];
            }
        }
        return new Timings(contestants.stream().map(Contestant::name).toList(), nanos);
    }

    /// Gives how many times fill a turn.
    private int warmUp(Contestant contestant, Duration patience) throws IOException {
        long spent = 0;
        int times = 1;
        while (true) {
            long nanos = Math.max(1, contestant.run(times));
            spent += nanos;
            double fill = (double) effort.turn().toNanos() / nanos * times;
            times = (int) Math.clamp(Math.min(fill, 4.0 * times), 1, TIMES_MAX);
            if (spent >= patience.toNanos()) {
                return times;
            }
        }
    }
}
