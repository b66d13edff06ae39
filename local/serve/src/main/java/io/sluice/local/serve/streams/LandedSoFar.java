package io.sluice.local.serve.streams;

import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.landing.LandingLog.Step;
import io.sluice.partition.Partition;
import java.util.Optional;

/// What landed of a stream, read on after each of its flush runs: the last landing, and what came since the server's
/// start. Thread-safe.
final class LandedSoFar {
    private final StreamCounts figures;
    private long cursor;
    private volatile Optional<Landing> last = Optional.empty();

    LandedSoFar(StreamCounts figures) {
        this.figures = figures;
    }

    /// The last landing, of whenever; empty until there is one, and until the first flush run.
    Optional<Landing> last() {
        return last;
    }

    /// Passes over what is there by now.
    synchronized void begin(LandingLog log) {
        cursor = log.after(cursor).reduce((_, later) -> later).orElse(cursor);
    }

    /// Counts what came since.
    ///
    /// @throws io.sluice.encoding.MalformedEncodingException when a landing is damaged
    synchronized void readOn(LandingLog log) {
        if (last.isEmpty() && cursor > 0) {
            last = log.find(cursor);
        }
        log.steps(cursor).forEach(step -> {
            if (step instanceof Step.Came(Landing landing)) {
                figures.landings.increment();
                figures.landedRecords.add(landing.landed().objects().stream()
                        .filter(each -> each.kind() == Partition.Kind.DATA).mapToLong(LandedObject::records).sum());
                cursor = landing.version();
                last = Optional.of(landing);
            }
        });
    }
}
