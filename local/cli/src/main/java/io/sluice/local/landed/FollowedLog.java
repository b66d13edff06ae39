package io.sluice.local.landed;

import io.sluice.landing.LakeChange;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.landing.LandingLog.Step;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;

/// A buffer's landing log, as far as it was read. Not safe for concurrent use.
final class FollowedLog {
    private final String stream;
    private final LandingLog log;
    private Optional<Landing> last = Optional.empty();

    FollowedLog(String stream, LandingLog log) {
        this.stream = stream;
        this.log = log;
    }

    /// A landing, and what is missing before it.
    record Told(String stream, String buffer, Optional<Step.Missing> missing, Landing landing) {}

    /// Has what comes next read from the oldest landing on, where the last one that was read is not the one that stands
    /// under its version any more: another run, or another stream of that name, began a log there.
    ///
    /// @return true when it is so
    boolean beginsAnew() {
        boolean anew = last.isPresent() && last.map(Landing::version).flatMap(log::find)
                .map(there -> !there.equals(last.get()))
                .orElseGet(() -> log.after(last.get().version()).findAny().isEmpty());
        if (anew) {
            last = Optional.empty();
        }
        return anew;
    }

    String buffer() {
        return log.buffer();
    }

    /// Tests whether all up to a version was read.
    boolean has(long version) {
        return log.isReached(last.map(Landing::version).orElse(0L), version);
    }

    /// What came since, oldest first, up to a change to the lake that cannot be told yet; it counts as read when it is
    /// taken.
    ///
    /// @param isDue whether all that had landed before a change was read
    /// @throws io.sluice.encoding.MalformedEncodingException when a landing is damaged
    Iterator<Told> next(Predicate<LakeChange> isDue) {
        Iterator<Step> steps = log.steps(last.map(Landing::version).orElse(0L)).iterator();
        return new Iterator<>() {
            private Optional<Step.Missing> missing = Optional.empty();
            private Optional<Landing> ahead = Optional.empty();

            @Override
            public boolean hasNext() {
                while (ahead.isEmpty() && steps.hasNext()) {
                    switch (steps.next()) {
                        case Step.Came(Landing landing) -> ahead = Optional.of(landing);
                        case Step.Missing gone -> missing = Optional.of(gone);
                    }
                }
                return ahead.flatMap(landing -> landing.change().map(isDue::test).or(() -> Optional.of(true)))
                        .orElse(false);
            }

            @Override
            public Told next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Told told = came(missing, ahead.orElseThrow());
                ahead = Optional.empty();
                missing = Optional.empty();
                return told;
            }
        };
    }

    private Told came(Optional<Step.Missing> missing, Landing landing) {
        last = Optional.of(landing);
        return new Told(stream, log.buffer(), missing, landing);
    }
}
