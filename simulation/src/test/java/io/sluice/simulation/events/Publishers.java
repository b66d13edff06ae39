package io.sluice.simulation.events;

import io.sluice.index.Buffer;
import io.sluice.landing.Completeness;
import io.sluice.landing.DatePublisher;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingEvents;
import io.sluice.landing.LandingPublisher;
import io.sluice.landing.SuccessWriter;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.SuccessObjects;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.simulation.Choices;
import io.sluice.simulation.Wire;
import io.sluice.simulation.World;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryLandingCursors;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.ShortPages;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Makes publishers, each of which does as the function of the events does.
///
/// @param staging where landings are
/// @param data    where `_SUCCESS` objects are put
/// @param told    whoever is told
record Publishers(World world, EventStream stream, ObjectStore staging, ObjectStore data, MemoryLandingCursors cursors,
        EventBus bus, ToldEvents told, Duration lateness) {
    private static final SuccessObjects MARKS = new SuccessObjects(
            PrefixExpression.parse(EventStream.FOLDER + "!{partitionKeyFromQuery:date}/"), ZoneOffset.UTC,
            Set.of("date"));
    private static final int PAGE = 3;

    /// One that begins at its first step.
    EventRun next(String name) {
        Deadline deadline = deadline(world.choices());
        return new EventRun(name, world.clock().millis(), stream.view(), run -> publish(run, deadline));
    }

    /// Half of them have time for all, the others for less at each look.
    private static Deadline deadline(Choices choices) {
        if (choices.oneIn(2)) {
            return Deadline.NONE;
        }
        int[] left = {choices.between(9, 40)};
        return () -> Duration.ofSeconds(left[0]--);
    }

    private void publish(EventRun run, Deadline deadline) {
        run.begins(stream.view());
        Wire wire = new Wire(world, run.actor());
        LandingCursors at = new WiredCursors(wire, cursors, (name, to) -> {
            if (name.equals(World.STREAM + "!dates")) {
                told.dates().noted(run.begun());
            } else if (name.equals(World.STREAM + "!completed!noted")) {
                told.hours().noted(to, run.begun());
            }
        });
        EventSink sink = events -> wire.write(() -> "SEND " + events.stream().map(each -> each.id()).toList(),
                () -> bus.send(run, events));
        ObjectStore bucket = new ShortPages(new PassingObjectStore(staging, new WiredRequests(wire, true)), PAGE);
        List<Buffer> buffers = stream.lanes().stream()
                .map(lane -> new Buffer(lane.name(), bucket, new MemoryIndex(PAGE))).toList();
        var events = new LandingEvents(World.STREAM, "data");
        LandingPublisher.Summary summary = new LandingPublisher(events, at, sink, world.clock()).publish(buffers,
                () -> complete(wire), List::of, deadline);
        var marks = new SuccessWriter(new PassingObjectStore(data, new WiredRequests(wire, false)) {
            @Override
            public void put(ObjectKey key, Body body) {
                standStill(run);
                super.put(key, body);
            }
        }, MARKS);
        new DatePublisher(events, at, sink, world.clock(), lateness, Optional.of(marks)).publish(buffers, summary,
                deadline);
        world.trace().add(run.actor(), () -> "ends: " + summary);
        if (summary.failures().isEmpty()) {
            run.returns();
        }
    }

    /// One that is beside another stands still now and then before it marks a date, so that the other goes on.
    private void standStill(EventRun run) {
        if (run.hasMet() && world.choices().oneIn(2)) {
            run.actor().stallUntil(world.clock().millis() + world.choices().between(1, 100) * 1_000L);
        }
    }

    /// What lands while it is read is not seen, or is.
    private Completeness complete(Wire wire) {
        Completeness read = wire.read(() -> "READ completeness", stream::complete);
        return wire.read(() -> "READ more of completeness", () -> read);
    }
}
