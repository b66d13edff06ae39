package io.sluice.landing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A publisher that is killed, or hears nothing, at each of its requests. Whoever is told misses nothing, and knows
/// what comes again.
final class PublisherCrashTest {
    private final Faults faults = new Faults(() -> {});

    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void atEachRequest(Faults.Kind kind) {
        int request = 0;
        boolean reached = true;
        while (reached) {
            ToldStream stream = stream();
            faults.arm(kind, request);
            reached = !completes(stream);
            faults.disarm();
            while (!stream.publish().idle()) {
                // The next invocation goes on.
            }
            List<String> ids = stream.ids();
            String at = kind + " at request " + request + ": " + ids;
            assertEquals(8, ids.size(), at);
            assertEquals(List.of("quakes/3/1", "quakes/missing/3-4", "quakes/5/1", "quakes/5/2", "quakes/6/1"),
                    ids.stream().filter(id -> id.matches("quakes/[0-9m].*")).toList(), at);
            assertEquals(Map.of("quakes", 6L, "quakes!lane!1", 2L, "quakes!reconciled", 20_454L),
                    stream.cursors.read(), at);
            request++;
        }
        assertTrue(request > 12, () -> "of requests there are more");
    }

    /// With a landing before the cursor, one that is missing, one of two parts, and a lane.
    private static ToldStream stream() {
        ToldStream stream = new ToldStream();
        stream.buffers.add("quakes!lane!1");
        stream.sums.add(new Reconciliation("quakes", 6, 1, 1, 0, 0, 0, 0, 0));
        stream.land("quakes", 3, 1);
        stream.publish();
        stream.land("quakes", 4, 1);
        stream.land("quakes", 5, 2_000);
        stream.land("quakes", 6, 1);
        stream.remove("quakes", 4);
        stream.land("quakes!lane!1", 1, 1);
        stream.land("quakes!lane!1", 2, 1);
        return stream;
    }

    /// Tests whether nothing went wrong.
    private boolean completes(ToldStream stream) {
        Requests table = faults.of("table");
        Requests service = faults.of("service");
        LandingCursors cursors = new LandingCursors() {
            @Override
            public Map<String, Long> read() {
                return table.read(() -> "read", stream.cursors::read);
            }

            @Override
            public void advance(String name, long to) {
                table.write(() -> "advance", () -> {
                    stream.cursors.advance(name, to);
                    return name;
                });
            }

            @Override
            public Map<String, Note> notes() {
                return table.read(() -> "notes", stream.cursors::notes);
            }

            @Override
            public boolean note(String name, Note note) {
                return table.write(() -> "note", () -> stream.cursors.note(name, note));
            }
        };
        EventSink sink = events -> service.write(() -> "send", () -> stream.sink.send(events));
        ObjectStore staging = new PassingObjectStore(stream.staging, faults.of("staging"));
        try {
            return stream.publish(staging, cursors, sink, Deadline.NONE).failures().isEmpty();
        } catch (Faults.Crash | StoreException _) {
            return false;
        }
    }

    /// The same with a service that accepts half of each request.
    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void atEachRequestToAServiceThatAcceptsSome(Faults.Kind kind) {
        for (int request = 0; request < 20; request++) {
            ToldStream stream = stream();
            var random = new Random(request);
            stream.sink.refuse(_ -> random.nextBoolean());
            faults.arm(kind, request);
            Stream.of(1, 2).forEach(_ -> completes(stream));
            faults.disarm();
            for (int run = 0; run < 40; run++) {
                stream.publish();
            }
            assertEquals(8, stream.ids().size(), kind + " at " + request);
        }
    }
}
