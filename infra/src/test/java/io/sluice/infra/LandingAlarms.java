package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How the alarms of a stream that tells what landed are made to go off.
final class LandingAlarms {
    /// An hour, the source's lag, the buffering interval, and a run.
    private static final Duration LATE = Duration.ofMinutes(84);

    static final List<AlarmRehearsal> REHEARSALS = List.of(
            new AlarmRehearsal("LandingEventsLag", Way.LANDINGS, "the bus refuses every event for 68 minutes",
                    stream -> refused(stream, Duration.ofMinutes(68)), "it takes them", LandingAlarms::told),
            new AlarmRehearsal("LandingEventsErrors", Way.LANDINGS, "the bus refuses every event, and the runs that"
                    + " tell throw", stream -> refused(stream, AlarmRehearsal.QUARTER), "it takes them",
                    LandingAlarms::told),
            new AlarmRehearsal("LandingEventsNotRunning", Way.LANDINGS, "the schedule starts no run that tells",
                    stream -> {
                        stream.tell();
                        AlarmRehearsal.later(stream, AlarmRehearsal.QUARTER);
                    }, "it starts them", stream -> {
                        for (int minute = 0; minute < AlarmRehearsal.QUARTER.toMinutes(); minute++) {
                            AlarmRehearsal.later(stream, AlarmRehearsal.MINUTE);
                            stream.tell();
                        }
                    }),
            new AlarmRehearsal("CompletenessLag", Way.LANDINGS, "S3 refuses every write of objects for 84 minutes",
                    stream -> {
                        stream.put(AlarmRehearsal.RECORD);
                        stream.http.refuse(StreamOnAlert::changesData);
                        stream.ticks(LATE);
                        stream.tell();
                        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD);
                    }, "S3 takes them, and they are told", stream -> {
                        stream.http.refuse(_ -> false);
                        stream.ticks(AlarmRehearsal.QUARTER);
                        told(stream);
                    }));

    private LandingAlarms() {}

    /// An object lands, and is told by nobody.
    private static void refused(StreamOnAlert stream, Duration time) throws IOException {
        stream.put(AlarmRehearsal.RECORD);
        stream.ticks(AlarmRehearsal.QUARTER);
        stream.http.refuse(request -> request.firstMatchingHeader("X-Amz-Target").orElse("").startsWith("AWSEvents"));
        for (Instant end = stream.now.plus(time); stream.now.isBefore(end);) {
            assertThrows(RuntimeException.class, stream::tell);
            AlarmRehearsal.later(stream, AlarmRehearsal.MINUTE);
        }
        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD.minus(AlarmRehearsal.MINUTE));
    }

    private static void told(StreamOnAlert stream) throws IOException {
        stream.http.refuse(_ -> false);
        stream.tell();
        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD.multipliedBy(2));
    }
}
