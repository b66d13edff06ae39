package io.sluice.view;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The versions of a stream's watermark: each an object that is created once. Creating the next one is the step that
/// moves a day. None is ever deleted: a mover that stalled for long meets the one that was created in its place.
public final class WatermarkLog {
    /// The start of the name of a compaction's source: no prefix that somebody would repartition from.
    public static final String COMPACTION = "compaction of ";

    private static final int ATTEMPTS_MAX = 100;

    private final StagingKeys keys;
    private final ObjectStore staging;
    private final DayLedger ledger;
    private final String from;

    /// @param from the source prefix
    public WatermarkLog(StagingKeys keys, ObjectStore staging, String from) {
        this.keys = keys;
        this.staging = staging;
        this.ledger = new DayLedger(staging);
        this.from = from;
    }

    /// The latest version.
    ///
    /// @throws DayMoveException when the stream is repartitioned from another source prefix
    public Watermark current() {
        Watermark current = latest(keys, staging).orElseGet(() -> Watermark.none(from));
        if (!current.from().equals(from)) {
            if (current.from().startsWith(COMPACTION)) {
                throw new DayMoveException("stream " + keys.stream() + " has a view over the " + current.from()
                        + " already, and a view has one source; use another DeliveryStreamName, or go on with that"
                        + " one");
            }
            throw new DayMoveException("stream " + keys.stream() + " is repartitioned from " + current.from()
                    + " already, and its view has one source; name --from " + current.from()
                    + ", or give the target of " + from + " a configuration with another DeliveryStreamName");
        }
        return current;
    }

    /// The latest version, whatever its source prefix; empty when nothing was repartitioned.
    public static Optional<Watermark> latest(StagingKeys keys, ObjectStore staging) {
        return staging.all(keys.watermarks()).reduce((_, next) -> next)
                .map(last -> Watermark.decode(staging.get(last.key())));
    }

    /// The latest version of which that is true; empty when it is of none.
    Optional<Watermark> latest(Predicate<Watermark> wanted) {
        for (Watermark version = current(); version.version() > 0; version = version(version.version() - 1)) {
            if (wanted.test(version)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    private Watermark version(long version) {
        return version == 0 ? Watermark.none(from) : Watermark.decode(staging.get(keys.watermark(version)));
    }

    /// Makes sure that there is a version, which binds the stream to its source prefix.
    public Watermark bind() {
        Watermark current = current();
        return current.version() > 0
                ? current
                : commit(seen -> seen.version() > 0 ? seen : new Watermark(1, from, seen.days()));
    }

    /// Creates the version that `change` makes of the latest one; of a later one, when another mover was first.
    ///
    /// @param change gives its argument back when there is nothing to change; called once for each attempt
    /// @return the version that holds the change
    public Watermark commit(UnaryOperator<Watermark> change) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Watermark current = current();
            Watermark next = change.apply(current);
            if (next.equals(current) || created(next)) {
                return next;
            }
        }
        throw new DayMoveException("other repartitions of stream " + keys.stream() + " moved " + ATTEMPTS_MAX
                + " days meanwhile; run it again when they are done");
    }

    private boolean created(Watermark next) {
        byte[] bytes = next.encode();
        return ledger.decide(keys.watermark(next.version()), bytes, there -> Arrays.equals(there, bytes));
    }
}
