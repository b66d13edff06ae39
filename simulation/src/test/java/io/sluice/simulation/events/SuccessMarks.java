package io.sluice.simulation.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.simulation.Violation;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The `_SUCCESS` objects of dates, as a job meets them that waits for one.
final class SuccessMarks {
    private static final String NAME = "/_SUCCESS";

    private final MemoryObjectStore data;
    /// A publisher died while another one was at work: until a date is told again its object may be wrong
    /// (`docs/decisions/0124-complete-by-date.md`).
    private boolean uncertain;

    SuccessMarks(MemoryObjectStore data) {
        this.data = data;
    }

    void diedBesideAnother() {
        uncertain = true;
    }

    /// Judges what is there as an event of one that works alone is accepted.
    void judge(JsonNode event, DateClaims dates) {
        LocalDate date = LocalDate.parse(event.path("date").asText());
        Optional<String> there = Optional.ofNullable(contents().get(date));
        Optional<String> expected = dates.isOpen(date) ? Optional.empty() : Optional.of(event.toString());
        if (!uncertain && !there.equals(expected)) {
            throw new Violation(event + " is told, and its folder has " + there.orElse("no _SUCCESS"));
        }
    }

    /// Judges all when nobody is at work, and all that was noted was told.
    void judge(DateClaims dates) {
        Map<LocalDate, String> there = contents();
        Map<LocalDate, String> complete = dates.complete();
        if (!uncertain && !there.equals(complete)) {
            throw new Violation("the dates " + complete + " are complete, and " + there + " have _SUCCESS");
        }
    }

    private Map<LocalDate, String> contents() {
        Map<LocalDate, String> contents = new TreeMap<>();
        data.contents().forEach((key, bytes) -> contents.put(LocalDate.parse(
                key.substring(EventStream.FOLDER.length(), key.length() - NAME.length())), new String(bytes, UTF_8)));
        return contents;
    }
}
