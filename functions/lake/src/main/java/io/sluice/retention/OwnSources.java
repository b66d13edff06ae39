package io.sluice.retention;

import io.sluice.flush.OpenDeliveries;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeTail;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.source.SourceObject;
import io.sluice.view.Announcements;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Objects of a source that have the names of the stream's own, as those under an earlier prefix: readers of its
/// landing log, an Iceberg table among them, may have them, and are told before they go. Safe for concurrent use.
final class OwnSources {
    private final Predicate<String> names;
    private final Optional<Announcements> announcements;
    private final Optional<LakeTail> tail;
    private OpenDeliveries.@Nullable Reading looked;

    /// @param announcements empty: the stream has no landing log
    OwnSources(String stream, Optional<Announcements> announcements, RemovalMode mode) {
        this.names = FirehoseObjectName.namesOf(stream, false);
        this.announcements = announcements;
        this.tail = announcements.filter(_ -> mode == RemovalMode.REMOVE).map(each -> each.log().tail(Instant.MAX));
    }

    /// Tests whether readers of the log may have an object.
    boolean isRead(SourceObject object) {
        return announcements.isPresent() && names.test(object.key().value());
    }

    /// To be told that objects were listed: what has landed is read behind that, once for all of them.
    synchronized void listed() {
        looked = null;
    }

    /// Tests whether a flush run may be writing an object, which then has not landed.
    synchronized boolean isOpen(SourceObject object) {
        return tail.isPresent() && isRead(object) && look().open().orElse(Set.of()).contains(object.key());
    }

    private OpenDeliveries.Reading look() {
        OpenDeliveries.Reading now = looked == null ? announcements.orElseThrow().deliveries().look() : looked;
        looked = now;
        return now;
    }

    /// Tells that an object goes.
    ///
    /// @return what to tell [#gone] with
    /// @throws io.sluice.objects.StoreException when it cannot be told: the object may not be deleted
    synchronized OptionalLong goes(SourceObject object) {
        return tail.isEmpty() || !isRead(object)
                ? OptionalLong.empty()
                : tail.get().remove(Reason.ERASURE, look().heads(),
                        List.of(Announcements.object(object)));
    }

    /// To be told that an object is deleted.
    synchronized void gone(OptionalLong told) {
        told.ifPresent(version -> tail.ifPresent(each -> each.executed(version)));
    }

    /// Notes what was carried out.
    synchronized void end() {
        announcements.ifPresent(each -> tail.ifPresent(each.log()::keep));
    }
}
