package io.sluice.local.landed;

import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.landing.LandingLog.Step;
import java.util.Iterator;
import java.util.Optional;

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

    /// What came since, oldest first; it counts as read when it is taken.
    ///
    /// @throws io.sluice.encoding.MalformedEncodingException when a landing is damaged
    Iterator<Told> next() {
        Iterator<Step> steps = log.steps(last.map(Landing::version).orElse(0L)).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return steps.hasNext();
            }

            @Override
            public Told next() {
                return switch (steps.next()) {
                    case Step.Came(Landing landing) -> came(Optional.empty(), landing);
                    case Step.Missing missing -> came(Optional.of(missing), ((Step.Came) steps.next()).landing());
                };
            }
        };
    }

    /// A landing that is missing is always told before the one that tells of it.
    private Told came(Optional<Step.Missing> missing, Landing landing) {
        last = Optional.of(landing);
        return new Told(stream, log.buffer(), missing, landing);
    }
}
