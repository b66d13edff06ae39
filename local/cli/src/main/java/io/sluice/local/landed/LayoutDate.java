package io.sluice.local.landed;

import io.sluice.landing.Completeness;
import io.sluice.landing.LandedDates;
import io.sluice.landing.LandedObject;
import io.sluice.landing.LandingLog;
import io.sluice.landing.LandingLog.Step;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// A date of a stream's layout, with what its landing logs tell of it. An object is late where its oldest record
/// arrived after the date was over: it may have been told to be complete by then, and any other object holds that back.
///
/// @param end from when it is complete, once the stream is complete until then: epoch milliseconds
public record LayoutDate(LocalDate day, long end, long objects, long records, long lateObjects, long lateRecords) {
    /// All dates that something landed of, in their order.
    ///
    /// @param lateness from the end of a date in UTC until the last of its records arrived
    /// @throws io.sluice.encoding.MalformedEncodingException when a landing is damaged
    /// @throws io.sluice.objects.StoreException              when a request failed
    public static Collection<LayoutDate> read(List<LandingLog> logs, Duration lateness) {
        var dates = new TreeMap<LocalDate, LayoutDate>();
        logs.stream().flatMap(log -> log.steps(0)).forEach(step -> {
            if (step instanceof Step.Came(var landing)) {
                landing.landed().objects().forEach(object -> object.day().ifPresent(day -> dates.put(day, dates
                        .getOrDefault(day, new LayoutDate(day, LandedDates.end(day, lateness), 0, 0, 0, 0))
                        .with(object))));
            }
        });
        return dates.values();
    }

    private LayoutDate with(LandedObject object) {
        boolean late = object.oldestArrival() >= end;
        return new LayoutDate(day, end, objects + 1, records + object.records(), lateObjects + (late ? 1 : 0),
                lateRecords + (late ? object.records() : 0));
    }

    /// Tests whether all of it landed, as far as can be told.
    ///
    /// @param read until when the stream is complete; empty: nothing waits, and nothing is taken any more
    public boolean isComplete(Optional<Completeness> read) {
        return read.map(known -> known instanceof Completeness.Until until && until.time() >= end).orElse(true);
    }
}
