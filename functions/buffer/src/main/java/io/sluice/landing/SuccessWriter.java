package io.sluice.landing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.layout.SuccessObjects;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the `_SUCCESS` objects of dates that are complete, and deletes those of dates that are so no longer. Each
/// object's content is the event that tells its date to be complete. Safe for concurrent use.
///
/// @param data where the stream's objects are
public record SuccessWriter(ObjectStore data, SuccessObjects objects) {
    /// A DELETE for all that are not complete, and a PUT for each that is.
    ///
    /// @param dates the event of each that is complete; empty: it is not
    /// @throws io.sluice.objects.StoreException when a request failed: it may be repeated
    void write(Map<LocalDate, Optional<LandingEvent>> dates) {
        List<ObjectKey> reopened = new ArrayList<>();
        dates.forEach((day, complete) -> {
            if (complete.isEmpty()) {
                key(day).ifPresent(reopened::add);
            }
        });
        if (!reopened.isEmpty()) {
            data.delete(reopened);
        }
        dates.forEach((day, complete) -> complete.ifPresent(event -> key(day)
                .ifPresent(key -> data.put(key, Body.of(event.json().getBytes(UTF_8))))));
    }

    private Optional<ObjectKey> key(LocalDate day) {
        return objects.of(day).map(ObjectKey::new);
    }
}
