package io.sluice.landing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What lands of a time that was told to be complete is told to be late, whoever dies or is beside.
final class LateLandingsTest {
    private static final long NOON = ToldStream.NOON.toEpochMilli();
    private static final String COMPLETED = "quakes/completed/" + NOON / 60_000;

    private final ToldStream stream = new ToldStream();

    private void complete(long until) {
        stream.completeness = new Completeness.Until(until, Optional.empty());
    }

    private void land(long version, long arrival) {
        stream.land("quakes", version, List.of(new LandedObject(new ObjectKey("net=ak/" + version),
                Partition.Kind.DATA, 100, 10, arrival, arrival)));
    }

    /// Whatever request goes wrong between the decision and the end of the run.
    @Test
    void whoeverDiesAsATimeIsToldTheNextRunKnowsIt() {
        for (Faults.Kind kind : Faults.Kind.values()) {
            for (int request = 0; request < 3; request++) {
                var told = new LateLandingsTest();
                told.complete(NOON);
                var faults = new Faults(() -> {});
                // The first one reads the cursors.
                faults.arm(kind, 1 + request);
                told.publishes(faults);
                told.land(1, NOON - 1);
                told.stream.completeness = new Completeness.Unknown(List.of("nobody looked"));
                told.stream.publish();
                assertEquals(told.stream.ids().contains(COMPLETED), told.stream.ids().contains("quakes/1/reopened"),
                        kind + " at request " + request + ": " + told.stream.ids());
                assertTrue(told.stream.ids().contains(COMPLETED) || request == 0, told.stream.ids()::toString);
            }
        }
    }

    private void publishes(Faults faults) {
        EventSink sink = events -> faults.write(() -> "send", () -> stream.sink.send(events));
        try {
            LandingPublisher.Summary summary = stream.publish(stream.staging,
                    new PassingCursors(stream.cursors, faults),
                    sink, Deadline.NONE);
            assertEquals(1, summary.failures().size());
        } catch (Faults.Crash _) {
            // The next run goes on.
        }
    }

    /// One has read how far all were told; another one tells that an hour is complete; then something of that hour
    /// lands, and the first one tells it.
    @Test
    void whoeverIsBehindAnotherTellsThatItIsLate() {
        boolean[] first = {true};
        stream.publish(new CountingObjectStore(stream.staging, _ -> {
            if (first[0]) {
                first[0] = false;
                complete(NOON);
                stream.publish();
                land(1, NOON - 1);
            }
        }), stream.cursors, stream.sink, Deadline.NONE);
        assertEquals(List.of(COMPLETED, "quakes/1/1", "quakes/1/reopened"), stream.ids());
        assertEquals(1L, stream.cursors.read().get("quakes"));
    }

    @Test
    void whereTheBusTakesThatItIsLateAndNotTheLandingNeitherIsSent() {
        complete(NOON);
        stream.publish();
        land(1, NOON - 1);
        stream.sink.refuse(event -> event.type() == LandingEvent.Type.LANDED);
        assertThrows(StoreException.class, () -> {
            throw stream.publish().failures().getFirst();
        });
        assertEquals(List.of(COMPLETED), stream.ids());
        stream.sink.refuse(_ -> false);
        stream.publish();
        assertEquals(List.of(COMPLETED, "quakes/1/1", "quakes/1/reopened"), stream.ids());
    }
}
