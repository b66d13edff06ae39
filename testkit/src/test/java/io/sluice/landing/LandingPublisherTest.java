package io.sluice.landing;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What those who are told of landings may rely on.
final class LandingPublisherTest {
    private final ToldStream stream = new ToldStream();

    @Test
    void eachLandingIsToldOnceInOrder() {
        stream.land("quakes", 2);
        stream.land("quakes", 1);
        stream.publish();
        stream.land("quakes", 1);
        stream.publish();
        assertEquals(List.of("quakes/1/1", "quakes/2/1", "quakes/3/1"), stream.ids());
        assertEquals(3, stream.sink.accepted().size());
    }

    @Test
    void anEventTellsWhatLandedWhereAndWhen() {
        stream.land("quakes", 7, List.of(ToldStream.object("net=ak/é😀\u0001\uFFFF.gz")));
        stream.publish();
        JsonNode event = EventSchema.valid(stream.sink.accepted().getFirst());
        assertEquals("net=ak/é😀\u0001\uFFFF.gz", event.at("/objects/0/key").asText());
        assertEquals("quakes-data", event.path("bucket").asText());
        assertEquals("2026-01-01T12:00:00.007Z", event.path("time").asText());
        assertTrue(stream.sink.accepted().getFirst().json().chars().allMatch(each -> each >= ' ' && each <= '~'),
                "SQS refuses some characters");
    }

    @Test
    void anIdleRunReadsTheCursorsAndListsAndWritesNothing() {
        stream.land("quakes", 1);
        stream.publish();
        CountingObjectStore counting = new CountingObjectStore(stream.staging);
        AtomicInteger moves = new AtomicInteger();
        LandingPublisher.Summary idle = stream.publish(counting, counted(moves), stream.sink, Deadline.NONE);
        assertTrue(idle.idle());
        assertEquals(0, moves.get());
        assertEquals(1, stream.sink.requests());
        assertEquals(2, counting.requests.size(), counting.requests::toString);
    }

    private LandingCursors counted(AtomicInteger moves) {
        return new LandingCursors() {
            @Override
            public Map<String, Long> read() {
                return stream.cursors.read();
            }

            @Override
            public void advance(String name, long to) {
                moves.incrementAndGet();
                stream.cursors.advance(name, to);
            }

            @Override
            public Map<String, Note> notes() {
                return stream.cursors.notes();
            }

            @Override
            public boolean note(String name, Note note) {
                moves.incrementAndGet();
                return stream.cursors.note(name, note);
            }
        };
    }

    @Test
    void aChangeToTheLakeIsToldAfterAllThatHadLandedBeforeIt() {
        LakeObject gone = new LakeObject(new ObjectKey("net=ak/1.gz"), 100, Optional.of("9b2c"), Optional.empty());
        LakeObject made = new LakeObject(new ObjectKey("large/net=ak/1.gz"), 200, Optional.empty(), Optional.empty());
        stream.land("quakes", 1);
        stream.tell(new LakeChange("compaction/2026-01-01/1/1", LakeChange.Reason.COMPACTION, 1, 1,
                Map.of("quakes", 1L), List.of(gone), List.of(made)));
        stream.tell(new LakeChange("retention/1f", LakeChange.Reason.RETENTION, 1, 1, Map.of("quakes", 2L),
                List.of(made), List.of()));
        stream.publish();
        assertEquals(List.of("quakes/1/1", "quakes!lake/1/1"), stream.ids(), "landing 2 is not put yet");
        JsonNode replaced = EventSchema.valid(stream.sink.accepted().getLast());
        assertEquals("net=ak/1.gz", replaced.at("/gone/0/key").asText());
        assertEquals("large/net=ak/1.gz", replaced.at("/made/0/key").asText());
        stream.land("quakes", 1);
        stream.publish();
        assertEquals(List.of("quakes/1/1", "quakes!lake/1/1", "quakes/2/1", "quakes!lake/2/1"), stream.ids());
        assertEquals("removed", EventSchema.valid(stream.sink.accepted().getLast()).path("type").asText());
        assertEquals(2L, stream.cursors.read().get("quakes!lake"));
    }

    @Test
    void aChangeOfManyObjectsIsToldInParts() {
        List<LakeObject> gone = IntStream.range(0, 5_000).mapToObj(number -> new LakeObject(
                new ObjectKey("net=ak/%090d.gz".formatted(number)), 1, Optional.empty(), Optional.empty())).toList();
        stream.tell(new LakeChange("repartition/2026-01-01/1/1", LakeChange.Reason.REPARTITION, 1, 1, Map.of(), gone,
                List.of()));
        stream.publish();
        assertTrue(stream.sink.accepted().size() > 2, () -> stream.sink.accepted().size() + " events");
        int told = 0;
        for (LandingEvent event : stream.sink.accepted()) {
            told += EventSchema.valid(event).path("gone").size();
            assertTrue(event.json().length() <= LandingEvents.BYTES_MAX);
        }
        assertEquals(5_000, told);
    }

    @Test
    void aLandingThatIsLargerThanAnEventIsToldInParts() {
        stream.land("quakes", 5_000);
        stream.land("quakes", 1);
        stream.publish();
        List<LandingEvent> told = stream.sink.accepted();
        assertTrue(told.size() > 3, () -> told.size() + " events");
        int parts = told.size() - 1;
        for (int part = 1; part <= parts; part++) {
            JsonNode event = EventSchema.valid(told.get(part - 1));
            assertEquals("quakes/1/" + part, event.path("id").asText());
            assertEquals(parts, event.path("parts").asInt());
            assertTrue(told.get(part - 1).json().length() <= LandingEvents.BYTES_MAX);
        }
        assertEquals(5_001, stream.keys().size());
        assertEquals(5_001, new HashSet<>(stream.keys()).size());
    }

    @Test
    void theLongestKeysInTheWorldGoInto() {
        String longest = "\u0001".repeat(1_024);
        List<LandedObject> objects = IntStream.range(0, 100).mapToObj(_ -> ToldStream.object(longest)).toList();
        stream.land("quakes", 1, objects);
        stream.publish();
        assertEquals(100, stream.keys().size());
        stream.sink.accepted().forEach(each -> assertTrue(each.json().length() <= LandingEvents.BYTES_MAX));
    }

    @Test
    void whatTheServiceRefusesIsSentAgainAndNothingOvertakesIt() {
        stream.land("quakes", 5_000);
        stream.land("quakes", 1);
        stream.sink.refuse(event -> event.id().equals("quakes/1/2"));
        LandingPublisher.Summary refused = stream.publish();
        assertEquals(1, refused.failures().size());
        assertTrue(String.valueOf(refused.failures().getFirst()).contains("quakes/1/2"));
        assertEquals(Optional.of(ToldStream.NOON.plusMillis(1)), refused.waiting());
        assertTrue(stream.ids().stream().noneMatch(id -> id.startsWith("quakes/2")));
        stream.sink.refuse(_ -> false);
        stream.publish();
        assertEquals(5_001, new HashSet<>(stream.keys()).size());
        assertEquals("quakes/2/1", stream.sink.accepted().getLast().id());
        stream.publish();
        assertEquals("quakes/2/1", stream.sink.accepted().getLast().id());
    }

    @Test
    void throttlingForADayLosesNothing() {
        stream.sink.refuse(_ -> true);
        for (int hour = 0; hour < 24; hour++) {
            stream.land("quakes", 1);
            LandingPublisher.Summary held = stream.publish();
            assertEquals(0, held.landings());
            assertEquals(Optional.of(ToldStream.NOON.plusMillis(1)), held.waiting(), "the oldest that waits");
        }
        stream.sink.refuse(_ -> false);
        assertEquals(24, stream.publish().landings());
        assertEquals(LongStream.rangeClosed(1, 24).mapToObj(each -> "quakes/" + each + "/1").toList(), stream.ids());
    }

    @Test
    void aThousandLandingsBehindAreToldInTurnsOfTheChains() {
        stream.buffers.add("quakes!lane!1");
        for (int i = 0; i < 1_050; i++) {
            stream.land("quakes", 1);
            stream.land("quakes!lane!1", 1);
        }
        assertEquals(2_100, stream.publish().landings());
        assertEquals(2_100, stream.ids().size());
        assertTrue(stream.ids().subList(0, 300).stream().anyMatch(id -> id.startsWith("quakes!lane!1/")),
                "one that is far behind does not hold up the others");
        assertEquals(Map.of("quakes", 1_050L, "quakes!lane!1", 1_050L), stream.cursors.read());
    }

    @Test
    void aRunThatHasNoTimeLeftIsGoneOnWith() {
        for (int i = 0; i < 30; i++) {
            stream.land("quakes", 1);
        }
        int runs = 0;
        while (stream.ids().size() < 30) {
            AtomicInteger asked = new AtomicInteger();
            LandingPublisher.Summary some = stream.publish(stream.staging, stream.cursors, stream.sink,
                    () -> asked.incrementAndGet() > 8 ? Duration.ZERO : Duration.ofMinutes(1));
            assertTrue(some.landings() > 0);
            runs++;
        }
        assertTrue(runs > 2);
        assertEquals(30, stream.sink.accepted().size(), "none is sent again");
        assertEquals(Optional.empty(), stream.publish().waiting());
    }

    @Test
    void cursorsThatAreLostBeginAtTheOldestThatIsKeptWithTheSameIds() {
        for (int i = 0; i < 5; i++) {
            stream.land("quakes", 1);
        }
        stream.publish();
        stream.remove("quakes", 1);
        stream.cursors.lose();
        assertEquals(4, stream.publish().landings());
        assertEquals(5, stream.ids().size(), "what came again has the same ids");
        assertEquals(9, stream.sink.accepted().size());
    }

    @Test
    void landingsThatWereRemovedBeforeTheyWereToldAreToldToBeMissing() {
        stream.land("quakes", 1);
        stream.publish();
        for (int i = 0; i < 3; i++) {
            stream.land("quakes", 1);
        }
        stream.remove("quakes", 2);
        stream.remove("quakes", 3);
        assertEquals(1, stream.publish().missing());
        assertEquals(List.of("quakes/1/1", "quakes/missing/1-3", "quakes/4/1"), stream.ids());
        assertEquals(0, stream.publish().missing());
    }

    @Test
    void aLaneThatAppearsLaterIsToldFromItsFirstLanding() {
        stream.land("quakes", 1);
        stream.publish();
        stream.land("quakes!lane!1", 1);
        stream.buffers.add("quakes!lane!1");
        stream.publish();
        assertEquals(List.of("quakes/1/1", "quakes!lane!1/1/1"), stream.ids());
    }

    @Test
    void oneChainThatCannotBeReadDoesNotHoldUpTheOthers() {
        stream.buffers.add("quakes!lane!1");
        ObjectKey damaged = Landing.key("quakes", 1);
        stream.staging.create(damaged, Body.of(new byte[]{1, 2, 3}), ObjectAttributes.NONE);
        stream.land("quakes!lane!1", 1);
        LandingPublisher.Summary told = stream.publish();
        assertEquals(List.of("quakes!lane!1/1/1"), stream.ids());
        assertTrue(String.valueOf(told.failures().getFirst()).contains(damaged.value()));
    }

    @Test
    void onceADayTheSumOfAllRecordsIsTold() {
        stream.publish();
        assertEquals(List.of(), stream.ids(), "before the first commit there is none");
        stream.sums.add(new Reconciliation("quakes", 8, 100, 60, 5, 4, 1, 20, 10));
        stream.sums.add(new Reconciliation("quakes!lane!1", 3, 10, 10, 0, 0, 0, 0, 0));
        stream.publish();
        stream.publish();
        stream.now = Instant.parse("2026-01-02T00:00:00Z");
        stream.sums.set(1, new Reconciliation("quakes!lane!1", 3, 11, 10, 0, 0, 0, 0, 0));
        stream.publish();
        assertEquals(List.of("quakes/reconciled/2026-01-01", "quakes/reconciled/2026-01-02"), stream.ids());
        JsonNode first = EventSchema.valid(stream.sink.accepted().getFirst());
        assertEquals(110, first.path("in").asLong());
        assertEquals(70, first.path("delivered").asLong());
        assertTrue(first.path("holds").asBoolean());
        JsonNode second = EventSchema.valid(stream.sink.accepted().getLast());
        assertTrue(!second.path("holds").asBoolean() && !second.at("/chains/1/holds").asBoolean(),
                "one record is missing");
    }

    @Test
    void twoAtOnceAreHarmless() {
        List<LandingPublisher.Summary> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            stream.land("quakes", 1);
        }
        // Another one comes in between before each event that this one sends.
        EventSink interrupted = events -> {
            if (others.size() < 3) {
                others.add(stream.publish());
            }
            return stream.sink.send(events);
        };
        stream.publish(stream.staging, stream.cursors, interrupted, Deadline.NONE);
        assertEquals(20, stream.ids().size());
        assertEquals(Map.of("quakes", 20L), stream.cursors.read());
    }

    private static final long HOUR = Duration.ofHours(1).toMillis();

    private void complete(long until) {
        stream.completeness = new Completeness.Until(until, Optional.empty());
    }

    @Test
    void aFullHourIsCompleteOnceAllLandingsWereTold() {
        long noon = ToldStream.NOON.toEpochMilli();
        stream.land("quakes", 1);
        complete(noon + HOUR - 1);
        stream.publish();
        complete(noon + HOUR);
        stream.publish();
        complete(noon + HOUR + 59_000);
        stream.publish();
        complete(noon + 4 * HOUR + 1);
        stream.publish();
        assertEquals(List.of("quakes/1/1", "quakes/completed/" + noon / 60_000,
                "quakes/completed/" + (noon + HOUR) / 60_000, "quakes/completed/" + (noon + 4 * HOUR) / 60_000),
                stream.ids());
        JsonNode last = EventSchema.valid(stream.sink.accepted().getLast());
        assertEquals("2026-01-01T16:00:00Z", last.path("until").asText());
    }

    @Test
    void nothingIsCompleteWhileALandingWaits() {
        stream.land("quakes", 1);
        complete(ToldStream.NOON.toEpochMilli());
        stream.sink.refuse(event -> event.type() == LandingEvent.Type.LANDED);
        stream.publish();
        assertEquals(List.of(), stream.ids());
        stream.sink.refuse(_ -> false);
        stream.publish();
        assertEquals(2, stream.ids().size());
    }

    /// Time runs out between any two looks at it.
    @Test
    void aRunThatToldNotAllNeverSaysThatItDid() {
        IntStream.range(0, 250).forEach(_ -> stream.land("quakes", 1));
        for (int looks = 0; looks < 600; looks++) {
            int last = looks;
            AtomicInteger count = new AtomicInteger();
            Deadline deadline = () -> count.getAndIncrement() < last ? Duration.ofMinutes(1) : Duration.ZERO;
            LandingPublisher.Summary run = stream.publish(stream.staging, new ToldStream().cursors, stream.sink,
                    deadline);
            assertEquals(run.landings() == 250, run.isWhole(), () -> last + " looks: " + run);
        }
    }

    @Test
    void whatIsNotKnownIsNotComplete() {
        stream.land("quakes", 1);
        stream.publish();
        assertEquals(List.of("quakes/1/1"), stream.ids());
    }

    @Test
    void whatLandsLateReopensWhatWasComplete() {
        long noon = ToldStream.NOON.toEpochMilli();
        complete(noon);
        stream.publish();
        stream.land("quakes", 1, List.of(late("a", noon - 1), late("b", noon)));
        stream.land("quakes", 2, List.of(late("c", noon)));
        stream.publish();
        assertEquals(List.of("quakes/completed/" + noon / 60_000, "quakes/1/1", "quakes/1/reopened", "quakes/2/1"),
                stream.ids());
        JsonNode reopened = EventSchema.valid(requireNonNull(stream.byId().get("quakes/1/reopened")));
        assertEquals(1, reopened.path("objects").asInt());
        assertEquals("2026-01-01T11:59:59.999Z", reopened.path("from").asText());
        assertEquals("2026-01-01T12:00:00Z", reopened.path("until").asText());
    }

    private static LandedObject late(String key, long arrival) {
        return new LandedObject(new ObjectKey(key), Partition.Kind.DATA, 100, 10, arrival, arrival);
    }
}
