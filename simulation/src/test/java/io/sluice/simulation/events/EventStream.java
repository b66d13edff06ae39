package io.sluice.simulation.events;

import io.sluice.buffers.BufferNumber;
import io.sluice.landing.Completeness;
import io.sluice.landing.Waiting;
import io.sluice.simulation.Choices;
import io.sluice.simulation.VirtualClock;
import io.sluice.simulation.World;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The stream as the world knows it: all that was accepted, and what became of it.
final class EventStream {
    static final String FOLDER = "raw/date=";
    private static final List<Duration> LATE = List.of(Duration.ofMinutes(3), Duration.ofMinutes(50),
            Duration.ofMinutes(100), Duration.ofHours(7), Duration.ofHours(20), Duration.ofHours(50));

    private static final int MINUTE_MILLIS = 60_000;

    private final Choices choices;
    private final VirtualClock clock;
    private final List<Lane> lanes;
    private final List<Arrived> accepted = new ArrayList<>();

    /// What there was at a moment.
    ///
    /// @param accepted so many records
    /// @param landings by lane, so many were put
    record View(int accepted, Map<String, Integer> landings) {}

    EventStream(Choices choices, VirtualClock clock) {
        this.choices = choices;
        this.clock = clock;
        this.lanes = IntStream.range(0, choices.between(1, 3))
                .mapToObj(number -> new Lane(new BufferNumber(number).buffer(World.STREAM))).toList();
    }

    List<Lane> lanes() {
        return lanes;
    }

    Lane lane(String name) {
        return lanes.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    /// A record comes: most just now, some that arrived long ago.
    void accept() {
        accept(choices.pick(lanes), choices.oneIn(3) ? choices.pick(LATE).toMillis() : 0);
    }

    /// A record comes that arrived so long ago, or up to a minute before: most of that day, some of those before or of
    /// the next.
    void accept(Lane lane, long ago) {
        long arrival = clock.millis() - ago - choices.below(MINUTE_MILLIS);
        LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(arrival), ZoneOffset.UTC);
        var record = new Arrived("r" + accepted.size(),
                choices.oneIn(3) ? day.minusDays(choices.between(-1, 3)) : day, arrival);
        accepted.add(record);
        lane.accept(record);
    }

    View view() {
        Map<String, Integer> landings = new HashMap<>();
        lanes.forEach(lane -> landings.put(lane.name(), lane.landings()));
        return new View(accepted.size(), landings);
    }

    /// The first that were accepted.
    List<Arrived> accepted(int count) {
        return accepted.subList(0, count);
    }

    /// As a reading of all buffers that begins and ends now would say.
    Completeness complete() {
        Completeness.Until until = Completeness.Until.allOf(clock.millis());
        for (Lane lane : lanes) {
            for (Arrived record : lane.untold()) {
                until = until.behind(
                        new Waiting(lane.name(), Waiting.Stage.STAGED, record.id(), record.arrival()));
            }
        }
        return until;
    }
}
