package io.sluice.simulation;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.landing.Completeness;
import io.sluice.landing.DatePublisher;
import io.sluice.landing.EventSink;
import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingEvent;
import io.sluice.landing.LandingEvents;
import io.sluice.landing.LandingPublisher;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.memory.MemoryEventSink;
import io.sluice.testkit.memory.MemoryLandingCursors;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Publishes what landed and which dates are complete, as the function of the events does. Every object is taken to be
/// of one date, which ended before the world began and is over when it is at work: its lateness ends an hour later.
final class PublishedDates {
    private static final LocalDate DATE = LocalDate.ofEpochDay(19_999);
    private static final String FOLDER = "date=" + DATE + "/";
    private static final Duration LATENESS = Duration.ofHours(13);

    private final World world;
    private final Mistake mistake;
    private final MemoryLandingCursors cursors = new MemoryLandingCursors();
    private final MemoryEventSink sink = new MemoryEventSink();
    private final LandingEvents events = new LandingEvents(World.STREAM, "data");

    PublishedDates(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
    }

    /// When the date is over, epoch milliseconds.
    static long end() {
        return Duration.ofDays(DATE.toEpochDay() + 1).plus(LATENESS).toMillis();
    }

    /// A run, which may find that another one is at work.
    ///
    /// @param until     until when the stream is complete, read before
    /// @param completed is called when the date is told to be complete, with the ids of the landings that were told
    void publish(List<Buffer> buffers, long until, java.util.function.Consumer<List<String>> completed) {
        List<Buffer> dated = buffers.stream()
                .map(each -> new Buffer(each.name(), new DatedLandings(each.staging()), each.index())).toList();
        LandingPublisher.Summary told = mistake.tellsDatesFirst()
                ? new LandingPublisher.Summary(0, 0, Optional.empty(), Optional.of(until), List.of())
                : landings(dated, until);
        int before = sink.accepted().size();
        Set<LandingEvent> own = Collections.newSetFromMap(new IdentityHashMap<>());
        dates(events -> {
            own.addAll(events);
            return sink.send(events);
        }, own::clear).publish(dated, told, Deadline.NONE);
        List<LandingEvent> all = sink.accepted();
        for (int i = before; i < all.size(); i++) {
            // What another run decided, which knew of less, is told by that one or again by this.
            if (own.contains(all.get(i)) && all.get(i).type() == LandingEvent.Type.COMPLETED
                    && isOfDate(all.get(i))) {
                completed.accept(all.subList(0, i).stream().filter(each -> each.type() == LandingEvent.Type.LANDED)
                        .map(LandingEvent::id).toList());
            }
        }
        alternates(all);
        if (mistake.tellsDatesFirst()) {
            landings(dated, until);
        }
    }

    private LandingPublisher.Summary landings(List<Buffer> buffers, long until) {
        return new LandingPublisher(events, cursors, sink, world.clock()).publish(buffers,
                () -> new Completeness.Until(until, Optional.empty()), List::of, Deadline.NONE);
    }

    /// A run's own.
    ///
    /// @param noted is called when the run was the first to note a step
    private DatePublisher dates(EventSink to, Runnable noted) {
        return new DatePublisher(events, new NotedCursors(cursors, noted), to, world.clock(),
                mistake.plantLateness(LATENESS), Optional.empty());
    }

    /// @param noted is called when a step was noted, and not what landed
    private record NotedCursors(LandingCursors cursors, Runnable noted) implements LandingCursors {
        @Override
        public Map<String, Long> read() {
            return cursors.read();
        }

        @Override
        public void advance(String name, long to) {
            cursors.advance(name, to);
        }

        @Override
        public Map<String, Note> notes() {
            return cursors.notes();
        }

        @Override
        public boolean note(String name, Note note) {
            boolean first = cursors.note(name, note);
            if (first && !name.endsWith("!landed")) {
                noted.run();
            }
            return first;
        }
    }

    private static boolean isOfDate(LandingEvent event) {
        return event.json().contains("\"date\":\"" + DATE + "\"");
    }

    /// The date is told to be complete, and to be so no longer, in turns.
    private static void alternates(List<LandingEvent> all) {
        List<LandingEvent> ofDate = all.stream().filter(PublishedDates::isOfDate)
                .distinct().toList();
        for (int i = 0; i < ofDate.size(); i++) {
            LandingEvent.Type expected = i % 2 == 0 ? LandingEvent.Type.COMPLETED : LandingEvent.Type.REOPENED;
            if (ofDate.get(i).type() != expected) {
                throw new Violation("of one date it is told, in this order: "
                        + ofDate.stream().map(LandingEvent::id).toList());
            }
        }
    }

    /// Landings whose objects are all of the date.
    private static final class DatedLandings extends PassingObjectStore {
        DatedLandings(ObjectStore staging) {
            super(staging);
        }

        @Override
        public byte[] get(ObjectKey key) {
            byte[] bytes = super.get(key);
            try {
                return key.value().startsWith("landings/") ? dated(Landing.decode(key, bytes)).encode() : bytes;
            } catch (MalformedEncodingException _) {
                return bytes;
            }
        }

        private static Landing dated(Landing landing) {
            Landed landed = landing.landed();
            return new Landing(landing.version(), landing.cause(), new Landed(landed.at(), landed.previous(),
                    landed.objects().stream().map(DatedLandings::dated).toList()));
        }

        private static LandedObject dated(LandedObject object) {
            return new LandedObject(new ObjectKey(FOLDER + object.key().value()), object.kind(), object.bytes(),
                    object.records(), object.oldestArrival(), object.newestArrival());
        }
    }
}
