package io.sluice.view;

import io.sluice.flush.OpenDeliveries;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LakeLog.Told;
import io.sluice.landing.LakeObject;
import io.sluice.landing.Replacement;
import io.sluice.objects.ObjectInfo;
import io.sluice.source.SourceObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// The announcements of what jobs replace and remove, in the log of a stream's lake: never after something is deleted.
/// Safe for concurrent use.
///
/// @param deliveries of the stream's buffers: what of it has landed
public record Announcements(LakeLog log, OpenDeliveries deliveries) {
    /// Tells that a plan's objects are replaced, which readers of the view see by now, unless that was told.
    ///
    /// @param since when it was moved
    /// @param what  as [LakeLog#replace]
    /// @return until when its sources stay for the log's reader; empty: they may go
    public Optional<Instant> moved(Reason reason, PlannedDay plan, Instant since,
            Supplier<Optional<List<Replacement>>> what) {
        String id = reason.name().toLowerCase(Locale.ROOT) + "/" + plan.day() + "/" + plan.number();
        Told told = log.replace(id, reason, since, () -> deliveries.look().heads(), what);
        return log.staysUntil(told);
    }

    /// A source of a move, as it is told.
    public static LakeObject object(SourceObject source) {
        return new LakeObject(source.key(), source.length(), Optional.of(source.etag()),
                Optional.of(source.modified()));
    }

    /// An object as a listing shows it.
    public static LakeObject object(ObjectInfo there) {
        return new LakeObject(there.key(), there.length(), Optional.empty(), Optional.of(there.modified()));
    }
}
