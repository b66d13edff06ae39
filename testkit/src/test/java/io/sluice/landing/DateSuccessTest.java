package io.sluice.landing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.layout.DayOfKey;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.SuccessObjects;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What those who look for `_SUCCESS` objects may rely on.
final class DateSuccessTest {
    private static final Duration LATENESS = Duration.ofHours(6);
    private static final SuccessObjects KEYS = new SuccessObjects(
            PrefixExpression.parse("raw/date=!{partitionKeyFromQuery:date}/net=!{partitionKeyFromQuery:net}/"),
            ZoneOffset.UTC, Set.of("date"));

    private final ToldStream stream = new ToldStream();
    private final MemoryObjectStore data = new MemoryObjectStore(() -> ToldStream.NOON);

    private LandingPublisher.Summary publish(ObjectStore staging, LandingCursors cursors, EventSink sink,
            ObjectStore bucket) {
        return stream.publishDates(staging, cursors, sink, LATENESS, Optional.of(new SuccessWriter(bucket, KEYS)));
    }

    private void publish() {
        publish(stream.staging, stream.cursors, stream.sink, data);
    }

    private void completeUntil(String time) {
        stream.completeness = new Completeness.Until(Instant.parse(time).toEpochMilli(), Optional.empty());
    }

    private void land(long version, String... days) {
        stream.land("quakes", version, Stream.of(days)
                .map(day -> ToldStream.object("raw/date=" + day + "/net=ak/o-" + version)).toList());
    }

    private List<String> marked() {
        return data.all("").map(object -> object.key().value()).toList();
    }

    @Test
    void theFolderOfACompleteDateHasTheEventThatToldIt() {
        land(1, "2026-01-01", "2026-01-02");
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        assertEquals(List.of("raw/date=2026-01-01/_SUCCESS"), marked());
        assertEquals(complete(), contents());
    }

    @Test
    void soHasThatOfADateWithoutObjects() {
        land(1, "2026-01-01");
        completeUntil("2026-01-02T06:00:00Z");
        publish();
        completeUntil("2026-01-03T06:00:00Z");
        publish();
        assertEquals(List.of("raw/date=2026-01-01/_SUCCESS", "raw/date=2026-01-02/_SUCCESS"), marked());
    }

    @Test
    void aDateThatIsReopenedHasNoneUntilItIsCompleteAgain() {
        story(0);
        publish();
        story(1);
        publish();
        assertEquals(List.of(), marked());
        story(2);
        publish();
        assertEquals(List.of("raw/date=2026-01-01/_SUCCESS", "raw/date=2026-01-02/_SUCCESS"), marked());
        assertTrue(contents().getOrDefault("2026-01-01", "").contains("\"objects\":3,"), () -> contents().toString());
    }

    @Test
    void whereTheBucketRefusesNothingIsToldOfTheDateAndTheNextRunGoesOn() {
        story(0);
        assertThrows(StoreException.class, () -> publish(stream.staging, stream.cursors, stream.sink,
                new CountingObjectStore(data, request -> {
                    throw new StoreException(StoreException.Kind.REFUSED, request);
                })));
        assertEquals(List.of(), dates());
        publish();
        assertEquals(List.of("quakes/completed/2026-01-01/1"), dates());
        assertEquals(List.of("raw/date=2026-01-01/_SUCCESS"), marked());
    }

    private List<String> dates() {
        return stream.byId().values().stream().filter(DateSuccessTest::isOfADate).map(LandingEvent::id).toList();
    }

    @Test
    void aCompletionTakesAPutAndAReopeningADelete() {
        story(0);
        var counting = new CountingObjectStore(data);
        publish(stream.staging, stream.cursors, stream.sink, counting);
        assertEquals(1, counting.requests.size());
        story(1);
        publish(stream.staging, stream.cursors, stream.sink, counting);
        assertEquals(2, counting.requests.size());
        publish(stream.staging, stream.cursors, stream.sink, counting);
        assertEquals(2, counting.requests.size(), "an idle run has nothing to do");
    }

    /// One publisher stands still before its PUT, while another one tells that the date is reopened.
    @Test
    void whoIsBehindUndoesNothing() {
        story(0);
        boolean[] first = {true};
        publish(stream.staging, stream.cursors, stream.sink, new CountingObjectStore(data, _ -> {
            if (first[0]) {
                first[0] = false;
                publish();
                story(1);
                publish();
                assertEquals(List.of("quakes/completed/2026-01-01/1", "quakes/reopened/2026-01-01/2"), dates());
            }
        }));
        assertFalse(first[0]);
        assertEquals(List.of(), marked(), "the date is open");
        story(2);
        publish();
        assertEquals(List.of("raw/date=2026-01-01/_SUCCESS", "raw/date=2026-01-02/_SUCCESS"), marked());
    }

    /// A story that ends at one chapter or another, with a crash or an answer that is lost at each request.
    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void whateverRequestAPublisherIsKilledAtWhatIsToldIsSo(Faults.Kind kind) {
        for (int last = 0; last < 4; last++) {
            int request = 0;
            boolean reached = true;
            while (reached) {
                var faults = new Faults(() -> {});
                var told = new DateSuccessTest();
                faults.arm(kind, request);
                reached = false;
                for (int chapter = 0; chapter <= last; chapter++) {
                    told.story(chapter);
                    reached |= !told.completes(faults);
                }
                faults.disarm();
                for (int run = 0; run < 2; run++) {
                    assertTrue(told.completes(faults));
                }
                assertEquals(told.complete(), told.contents(), kind + " at request " + request + " of " + last);
                request++;
            }
            assertTrue(request > 9, "of requests there are more than " + request);
        }
    }

    private void story(int chapter) {
        switch (chapter) {
            case 0 -> {
                stream.now = Instant.parse("2026-01-02T06:10:00Z");
                land(1, "2026-01-01", "2026-01-02");
                completeUntil("2026-01-02T06:00:00Z");
            }
            case 1 -> {
                stream.now = Instant.parse("2026-01-02T07:00:00Z");
                land(2, "2026-01-01");
            }
            case 2 -> {
                stream.now = Instant.parse("2026-01-03T07:00:00Z");
                land(3, "2026-01-01", "2026-01-03");
                completeUntil("2026-01-03T07:00:00Z");
            }
            default -> {
                stream.now = Instant.parse("2026-01-05T00:00:00Z");
                completeUntil("2026-01-04T06:00:00Z");
            }
        }
    }

    /// Tests whether nothing went wrong. No event comes before what it tells is so in the bucket.
    private boolean completes(Faults faults) {
        Requests service = faults.of("service");
        EventSink sink = events -> {
            events.stream().filter(DateSuccessTest::isOfADate).forEach(event -> assertEquals(
                    event.type() == LandingEvent.Type.COMPLETED ? Optional.of(event.json()) : Optional.empty(),
                    Optional.ofNullable(contents().get(day(event))), event::id));
            return service.write(() -> "send", () -> stream.sink.send(events));
        };
        try {
            return publish(new PassingObjectStore(stream.staging, faults.of("staging")),
                    new PassingCursors(stream.cursors, faults.of("table")), sink,
                    new PassingObjectStore(data, faults.of("data"))).failures().isEmpty();
        } catch (Faults.Crash | StoreException _) {
            return false;
        }
    }

    private static boolean isOfADate(LandingEvent event) {
        return event.id().matches("quakes/(completed|reopened)/\\d{4}-.*");
    }

    private static String day(LandingEvent event) {
        return event.id().split("/", -1)[2];
    }

    /// The last event of each date that was last told to be complete, by date.
    private Map<String, String> complete() {
        Map<String, String> complete = new TreeMap<>();
        stream.byId().values().stream().filter(DateSuccessTest::isOfADate).forEach(event -> {
            if (event.type() == LandingEvent.Type.COMPLETED) {
                complete.put(day(event), event.json());
            } else {
                complete.remove(day(event));
            }
        });
        return complete;
    }

    /// The content of each `_SUCCESS` object, by date.
    private Map<String, String> contents() {
        Map<String, String> contents = new TreeMap<>();
        data.all("").forEach(object -> contents.put(DayOfKey.of(object.key().value()).orElseThrow().toString(),
                new String(data.get(object.key()), UTF_8)));
        return contents;
    }
}
