package io.sluice.simulation;

import java.time.Duration;

/// Draws when records arrived, as their source has it: a moment ago; a day or two weeks ago, about a full hour, so that
/// records meet there; or, where their sender's clock is wrong, in the first weeks of 1970, since it counts seconds.
final class ArrivalDraw {
    private static final int DAYS = 14;
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final int ABOUT_SECONDS = 900;
    private static final int A_MOMENT = 5_000;

    private ArrivalDraw() {}

    static long of(Choices choices, long now) {
        long fresh = now - choices.below(A_MOMENT);
        return switch (choices.below(8)) {
            case 0, 1 -> late(choices, DAYS, now);
            case 2 -> fresh / 1_000;
            default -> fresh;
        };
    }

    /// A day ago, or that many.
    static long late(Choices choices, int days, long now) {
        long hour = (now - Duration.ofDays(choices.oneIn(2) ? 1 : days).toMillis()) / HOUR * HOUR;
        return hour + Duration.ofSeconds(choices.between(-ABOUT_SECONDS, ABOUT_SECONDS)).toMillis();
    }
}
