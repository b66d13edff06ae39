package io.sluice.landing;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What those who are told of complete dates may rely on.
final class DatePublisherTest {
    private static final Duration LATENESS = Duration.ofHours(6);

    private final ToldStream stream = new ToldStream();

    private void publish() {
        stream.publishDates(stream.staging, stream.cursors, stream.sink, LATENESS);
    }

    private void completeUntil(String time) {
        stream.completeness = new Completeness.Until(Instant.parse(time).toEpochMilli(), Optional.empty());
    }

    private void land(String buffer, long version, String... days) {
        stream.land(buffer, version, Stream.of(days).map(day -> ToldStream.object("net=ak/date=" + day + "/o-" + buffer
                + "-" + version)).toList());
    }

    /// What was told of dates, each at its first time, in order.
    private List<String> told() {
        return stream.ids().stream().filter(id -> id.matches("quakes/(completed|reopened)/\\d{4}-.*")).toList();
    }

    private JsonNode event(String id) {
        return EventSchema.valid(requireNonNull(stream.byId().get(id)));
    }

    @Test
    void aDateIsCompleteOnceTheStreamIsUntilItsEndAndItsLateness() {
        land("quakes", 1, "2026-01-01", "2026-01-02");
        completeUntil("2026-01-02T05:59:59.999Z");
        publish();
        assertEquals(List.of(), told());
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/1"), told());
        JsonNode event = event("quakes/completed/2026-01-01/1");
        assertEquals("2026-01-01", event.path("date").asText());
        assertEquals("2026-01-02T06:00:00Z", event.path("until").asText());
        assertEquals(1, event.path("objects").asLong());
        assertEquals(10, event.path("records").asLong());
        assertEquals("quakes!dates", event.path("chain").asText());
    }

    @Test
    void eachDateIsToldOnceInOrderAndOneWithoutObjectsToo() {
        land("quakes", 1, "2026-01-03", "2026-01-01");
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        completeUntil("2026-01-05T06:00:00Z");
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/1", "quakes/completed/2026-01-02/0",
                "quakes/completed/2026-01-03/1", "quakes/completed/2026-01-04/0"), told());
        assertEquals(0, event("quakes/completed/2026-01-02/0").path("objects").asLong());
    }

    /// A stream that began with the past is not told each day since its oldest record.
    @Test
    void theFirstStepTellsTheDatesThatSomethingLandedOf() {
        land("quakes", 1, "1970-01-01", "2018-02-01", "2026-01-01");
        completeUntil("2026-01-03T06:00:00Z");
        publish();
        assertEquals(List.of("quakes/completed/1970-01-01/1", "quakes/completed/2018-02-01/1",
                "quakes/completed/2026-01-01/1"), told());
        completeUntil("2026-01-04T06:00:00Z");
        publish();
        assertEquals("quakes/completed/2026-01-03/0", told().getLast(), "from then on in order");
    }

    @Test
    void nothingIsToldBeforeAnythingLandedOfADate() {
        stream.land("quakes", 1);
        completeUntil("2026-01-03T06:00:00Z");
        publish();
        assertEquals(List.of(), told());
    }

    /// A record whose arrival is wrong holds back what is complete, by decades.
    @Test
    void anArrivalOfDecadesAgoMakesNoDatesOfThem() {
        land("quakes", 1, "2026-01-01");
        completeUntil("1970-01-20T00:00:00Z");
        publish();
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/1"), told());
    }

    @Test
    void datesWithoutObjectsAreToldForTheLastFourHundredDays() {
        land("quakes", 1, "1970-01-01");
        completeUntil("1970-01-20T00:00:00Z");
        publish();
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        assertEquals(1 + ToldDates.EMPTY_MAX, told().size());
        assertEquals("quakes/completed/1970-01-01/1", told().getFirst());
        assertEquals("quakes/completed/2024-11-28/0", told().get(1));
        assertEquals("quakes/completed/2026-01-01/0", told().getLast());
    }

    @Test
    void aLateObjectReopensExactlyItsDateWhichIsCompleteAgainLater() {
        land("quakes", 1, "2026-01-01", "2026-01-02");
        stream.now = Instant.parse("2026-01-03T07:00:00Z");
        completeUntil("2026-01-03T06:00:00Z");
        publish();
        land("quakes", 2, "2026-01-01", "2026-01-03");
        publish();
        completeUntil("2026-01-03T06:59:59.999Z");
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/1", "quakes/completed/2026-01-02/1",
                "quakes/reopened/2026-01-01/2"), told());
        assertTrue(stream.ids().indexOf("quakes/2/1") < stream.ids().indexOf("quakes/reopened/2026-01-01/2"),
                "the landing is told first");
        land("quakes", 3, "2026-01-01");
        publish();
        assertEquals(3, told().size(), "it is open already");
        completeUntil("2026-01-03T07:00:00Z");
        publish();
        publish();
        assertEquals("quakes/completed/2026-01-01/3", told().getLast());
        assertEquals(3, event("quakes/completed/2026-01-01/3").path("objects").asLong());
        assertEquals(30, event("quakes/completed/2026-01-01/3").path("records").asLong());
    }

    @Test
    void aDateThatWasToldWithoutObjectsIsReopenedByItsFirst() {
        land("quakes", 1, "2026-01-01");
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        completeUntil("2026-01-03T06:00:00Z");
        publish();
        land("quakes", 2, "2026-01-02", "2025-12-24");
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/1", "quakes/completed/2026-01-02/0",
                "quakes/reopened/2025-12-24/2", "quakes/reopened/2026-01-02/2"), told());
    }

    @Test
    void noDateIsCompleteWhileALandingWaits() {
        land("quakes", 1, "2026-01-01");
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        land("quakes", 2, "2026-01-02");
        completeUntil("2026-01-03T06:00:00Z");
        stream.sink.refuse(event -> event.type() == LandingEvent.Type.LANDED);
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/1"), told());
        stream.sink.refuse(_ -> false);
        publish();
        assertEquals("quakes/completed/2026-01-02/2", told().getLast());
    }

    @Test
    void whatLandedInAllLanesIsCounted() {
        stream.buffers.add("quakes!lane!1");
        land("quakes", 7, "2026-01-01");
        land("quakes!lane!1", 9, "2026-01-01", "2026-01-01");
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/16"), told());
        assertEquals(3, event("quakes/completed/2026-01-01/16").path("objects").asLong());
        land("quakes", 8, "2026-01-01");
        publish();
        assertEquals("quakes/reopened/2026-01-01/17", told().getLast());
    }

    @Test
    void errorObjectsAreOfNoDate() {
        stream.land("quakes", 1, List.of(new LandedObject(new ObjectKey("errors/2026/01/01/o"), Partition.Kind.ERRORS,
                1, 1, 1, 2), ToldStream.object("net=ak/date=2026-01-02/o")));
        completeUntil("2026-01-03T06:00:00Z");
        publish();
        assertEquals(List.of("quakes/completed/2026-01-02/1"), told());
    }

    @Test
    void whatIsNotedStaysSmall() {
        for (int version = 1; version <= 900; version++) {
            String[] days = LocalDate.ofEpochDay(5L * version).datesUntil(LocalDate.ofEpochDay(5L * version + 5))
                    .map(LocalDate::toString).toArray(String[]::new);
            land("quakes", version, Stream.concat(Stream.of(days), Stream.of("2026-01-01")).toArray(String[]::new));
        }
        completeUntil("2026-01-01T00:00:00Z");
        publish();
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        stream.cursors.notes().values().forEach(note -> assertTrue(note.text().length() < 300_000, note::text));
        assertEquals(900, event("quakes/completed/2026-01-01/900").path("objects").asLong(), "it landed last");
    }

    @Test
    void aCorrectionOfYearsReopensEachDate() {
        String[] days = LocalDate.parse("2023-01-01").datesUntil(LocalDate.parse("2025-12-31"))
                .map(LocalDate::toString).toArray(String[]::new);
        land("quakes", 1, days);
        completeUntil("2026-01-01T06:00:00Z");
        publish();
        land("quakes", 2, days);
        publish();
        assertEquals(days.length, told().stream().filter(id -> id.contains("/reopened/")).count());
    }

    /// Landings that were told are kept for some days: who cannot be told of dates has them counted all the same.
    @Test
    void whatLandsWhileDatesCannotBeSentIsCounted() {
        land("quakes", 1, "2026-01-01");
        completeUntil("2026-01-02T06:00:00Z");
        EventSink refusing = events -> {
            if (events.stream().anyMatch(event -> event.chain().equals("quakes!dates"))) {
                throw new StoreException(StoreException.Kind.REFUSED, "no");
            }
            return stream.sink.send(events);
        };
        for (int version = 2; version <= 3; version++) {
            assertThrows(StoreException.class,
                    () -> stream.publishDates(stream.staging, stream.cursors, refusing, LATENESS));
            land("quakes", version, "2026-01-01");
        }
        assertThrows(StoreException.class,
                () -> stream.publishDates(stream.staging, stream.cursors, refusing, LATENESS));
        stream.remove("quakes", 2);
        publish();
        assertEquals(3, event(told().getLast()).path("objects").asLong(), told()::toString);
    }

    /// Each of its days is noted once, and stays as it is while nothing lands.
    @Test
    void anIdleRunReadsTheNotesAndNothingElse() {
        land("quakes", 1, "2026-01-01");
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        Map<String, LandingCursors.Note> before = stream.cursors.notes();
        CountingObjectStore counting = new CountingObjectStore(stream.staging);
        int sent = stream.sink.requests();
        stream.publishDates(counting, stream.cursors, stream.sink, LATENESS);
        assertEquals(2, counting.requests.size(), "the LISTs of the events: of the buffer's chain and of the lake's");
        assertEquals(before, stream.cursors.notes());
        assertEquals(sent, stream.sink.requests());
    }

    @Test
    void withTheTableAllBeginsAgainWithTheSameIds() {
        land("quakes", 1, "2026-01-01");
        land("quakes", 2, "2026-01-02");
        completeUntil("2026-01-03T06:00:00Z");
        publish();
        List<String> before = told();
        stream.cursors.lose();
        publish();
        assertEquals(before, told());
    }

    /// The same story, with a crash or an answer that is lost at each request: it is told in its order, and to its end.
    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void aPublisherMayBeKilledAtEachRequest(Faults.Kind kind) {
        int request = 0;
        boolean reached = true;
        while (reached) {
            var faults = new Faults(() -> {});
            var told = new DatePublisherTest();
            faults.arm(kind, request);
            reached = false;
            for (int chapter = 0; chapter < 4; chapter++) {
                told.story(chapter);
                reached |= !told.completes(faults);
                if (chapter < 3) {
                    continue;
                }
                faults.disarm();
                told.publish();
                told.publish();
                told.publish();
            }
            String at = kind + " at request " + request + ": " + told.told();
            Map<String, List<String>> byDay = new TreeMap<>();
            told.told().forEach(id -> byDay.computeIfAbsent(id.split("/", -1)[2], _ -> new ArrayList<>())
                    .add(id.split("/", -1)[1]));
            byDay.forEach((day, events) -> {
                for (int i = 0; i < events.size(); i++) {
                    assertEquals(i % 2 == 0 ? "completed" : "reopened", events.get(i), at);
                }
                assertEquals("completed", events.getLast(), at);
            });
            assertEquals(List.of("2026-01-01", "2026-01-02", "2026-01-03"), List.copyOf(byDay.keySet()), at);
            JsonNode last = told.event(told.told().stream().filter(id -> id.contains("2026-01-01")).toList().getLast());
            assertEquals(3, last.path("objects").asLong(), at);
            request++;
        }
        assertTrue(request > 30, "of requests there are more");
    }

    private void story(int chapter) {
        switch (chapter) {
            case 0 -> {
                stream.now = Instant.parse("2026-01-02T06:10:00Z");
                land("quakes", 1, "2026-01-01", "2026-01-02");
                completeUntil("2026-01-02T06:00:00Z");
            }
            case 1 -> {
                stream.now = Instant.parse("2026-01-02T07:00:00Z");
                land("quakes", 2, "2026-01-01");
            }
            case 2 -> {
                stream.now = Instant.parse("2026-01-03T07:00:00Z");
                land("quakes", 3, "2026-01-01", "2026-01-03");
                completeUntil("2026-01-03T06:00:00Z");
            }
            default -> {
                stream.now = Instant.parse("2026-01-05T00:00:00Z");
                completeUntil("2026-01-04T06:00:00Z");
            }
        }
    }

    /// Tests whether nothing went wrong.
    private boolean completes(Faults faults) {
        Requests service = faults.of("service");
        LandingCursors cursors = new PassingCursors(stream.cursors, faults.of("table"));
        EventSink sink = events -> service.write(() -> "send", () -> stream.sink.send(events));
        ObjectStore staging = new PassingObjectStore(stream.staging, faults.of("staging"));
        try {
            return stream.publishDates(staging, cursors, sink, LATENESS).failures().isEmpty();
        } catch (Faults.Crash | StoreException _) {
            return false;
        }
    }
}
