package io.sluice.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Access keys that are read again from where they are kept, while calls come: one that is added there may call within
/// ten seconds, and one that is taken away may not within five minutes. What has changed is read once more ten seconds
/// later, since a file may be read while it is written. Thread-safe.
public final class ReloadedKeys implements KeyRing {
    static final Duration AGE_MAX = Duration.ofMinutes(5);
    /// Before a key that is not known is looked for: whoever makes up ids has them read no more often.
    static final Duration AGE_OF_UNKNOWN_MIN = Duration.ofSeconds(10);

    private final Supplier<String> text;
    private final InstantSource clock;
    private final Consumer<String> warnings;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Read last;

    /// What was read last.
    ///
    /// @param at      when it was tried
    /// @param fails   whether that failed, so that the keys are of an earlier time
    /// @param ageMost after which they are read again
    private record Read(Keys keys, Instant at, boolean fails, Duration ageMost) {}

    /// Reads them for the first time.
    ///
    /// @param text     the keys as [Keys#parse] takes them; throws why they can't be read
    /// @param warnings told when they can't be read any more: then those of before go on
    /// @throws RuntimeException when they can't be read
    public ReloadedKeys(Supplier<String> text, InstantSource clock, Consumer<String> warnings) {
        this.text = text;
        this.clock = clock;
        this.warnings = warnings;
        this.last = new Read(Keys.parse(text.get()), clock.instant(), false, AGE_MAX);
    }

    @Override
    public Optional<CallerKey> key(String id) {
        if (isOld(last, id) && reading.tryLock()) {
            try {
                Read before = last;
                if (isOld(before, id)) {
                    last = again(before);
                }
            } finally {
                reading.unlock();
            }
        }
        return last.keys.key(id);
    }

    /// A clock that was set back makes them old as well.
    private boolean isOld(Read read, String id) {
        Duration age = Duration.between(read.at, clock.instant());
        Duration most = read.keys.key(id).isPresent() ? read.ageMost : AGE_OF_UNKNOWN_MIN;
        return age.isNegative() || age.compareTo(most) >= 0;
    }

    private Read again(Read before) {
        Instant now = clock.instant();
        try {
            Keys keys = Keys.parse(text.get());
            return new Read(keys, now, false,
                    keys.all().equals(before.keys.all()) ? AGE_MAX : AGE_OF_UNKNOWN_MIN);
        } catch (RuntimeException e) {
            if (!before.fails) {
                warnings.accept("The access keys can't be read again, and those of before are used on: "
                        + e.getMessage());
            }
            return new Read(before.keys, now, true, AGE_MAX);
        }
    }
}
