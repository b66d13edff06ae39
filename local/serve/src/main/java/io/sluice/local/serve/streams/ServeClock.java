package io.sluice.local.serve.streams;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The server's time: a start, from which it runs `speed` times as fast as the real one. One that was fast never goes
/// back, over restarts neither; one that never was is the machine's own.
///
/// @param real    the real time at which it was set
/// @param virtual what it was then
/// @param speed   at least 1
/// @param source  the real time
public record ServeClock(Instant real, Instant virtual, int speed, InstantSource source) implements InstantSource {
    public ServeClock {
        if (speed < 1) {
            throw new IllegalArgumentException("a clock can't run " + speed + " times as fast as time; 1 is the least");
        }
    }

    /// Time as it is.
    public static ServeClock real(InstantSource source) {
        Instant now = source.instant();
        return new ServeClock(now, now, 1, source);
    }

    /// Goes on from here at another speed.
    public ServeClock at(int newSpeed) {
        return new ServeClock(source.instant(), instant(), newSpeed, source);
    }

    @Override
    public Instant instant() {
        if (speed == 1 && virtual.equals(real)) {
            // The machine's own, which is followed where somebody sets it back.
            return source.instant();
        }
        Duration passed = Duration.between(real, source.instant());
        return virtual.plus((passed.isNegative() ? Duration.ZERO : passed).multipliedBy(speed));
    }

    /// The real time that a duration of this time takes, at least a millisecond.
    public Duration real(Duration duration) {
        Duration quick = duration.dividedBy(speed);
        return quick.toMillis() < 1 ? Duration.ofMillis(1) : quick;
    }

    /// Tests whether it tells the real time, so that ages of files mean what they say.
    public boolean isReal() {
        return speed == 1 && Duration.between(virtual, real).abs().compareTo(Duration.ofMinutes(1)) < 0;
    }
}
