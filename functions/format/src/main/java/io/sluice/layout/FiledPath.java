package io.sluice.layout;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The path of an object, which tells what may be filed under it beside its oldest record. Times are only evaluated
/// for what arrived beyond the tolerance. Not safe for concurrent use.
public final class FiledPath {
    /// The same for all: `random-string` parts tell no times.
    private static final String ANY_SEED = "";

    private final Filing filing;
    private final BoundPrefix prefix;
    private final long oldestArrival;
    private @Nullable String path;

    FiledPath(Filing filing, BoundPrefix prefix, long oldestArrival) {
        this.filing = filing;
        this.prefix = prefix;
        this.oldestArrival = oldestArrival;
    }

    /// True when a record that arrived then may be here.
    ///
    /// @param arrival epoch milliseconds, not before the oldest
    public boolean takes(long arrival) {
        return takes(arrival, arrival);
    }

    /// True when records may be here that share the path of the first of them by this rule.
    ///
    /// @param first arrival of the oldest of them, epoch milliseconds, not before the oldest that is here
    /// @param last  arrival of the newest of them
    public boolean takes(long first, long last) {
        if (last - oldestArrival <= filing.tolerance().toMillis()) {
            return true;
        }
        if (path == null) {
            path = evaluate(oldestArrival);
        }
        return Objects.equals(path, evaluate(first));
    }

    private String evaluate(long arrival) {
        return prefix.evaluate(Instant.ofEpochMilli(arrival), filing.zone(), ANY_SEED);
    }
}
