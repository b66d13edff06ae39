package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How the alarms of streams that take calls themselves are made to go off. Calls are staged by the code that a
/// function and a server have; what they are answered with is counted in AWS's place.
final class CallAlarms {
    private static final int SLOW_MILLIS = 6_000;
    private static final int FAST_MILLIS = 200;
    static final Duration OUTAGE = Duration.ofMinutes(17);
    private static final int SERVERS = 2;

    static final List<AlarmRehearsal> REHEARSALS = List.of(
            new AlarmRehearsal("CallsRefused", Way.CALLS_URL, "the index is out of reach, and each call fails",
                    stream -> {
                        stream.refuseTheIndex();
                        each(stream, OUTAGE, () -> {
                            assertThrows(RuntimeException.class, () -> stream.called(AlarmRehearsal.RECORD));
                            stream.counted("CallsRefused", 1);
                        });
                    }, "calls are staged", stream -> {
                        stream.http.refuse(_ -> false);
                        each(stream, OUTAGE, () -> stream.called(AlarmRehearsal.RECORD));
                    }),
            new AlarmRehearsal("CallsSlow", Way.CALLS_URL, "answers take six seconds",
                    stream -> each(stream, OUTAGE, () -> stream.counted("CallsSlow", SLOW_MILLIS)),
                    "they take two tenths of one",
                    stream -> each(stream, OUTAGE, () -> stream.counted("CallsSlow", FAST_MILLIS))),
            new AlarmRehearsal("GroupAge", Way.CALLS_SERVICE, "each request of a group takes six seconds",
                    stream -> {
                        stream.http.refuse(_ -> {
                            stream.now = stream.now.plusMillis(SLOW_MILLIS);
                            return false;
                        });
                        each(stream, OUTAGE, () -> stream.called(AlarmRehearsal.RECORD));
                    }, "it takes none", stream -> {
                        stream.http.refuse(_ -> false);
                        each(stream, OUTAGE, () -> stream.called(AlarmRehearsal.RECORD));
                    }),
            new AlarmRehearsal("ServersUnhealthy", Way.CALLS_SERVICE, "all servers end, none comes in their place, and"
                    + " nothing of them is counted any more",
                    stream -> {
                        each(stream, Duration.ofMinutes(2), () -> healthy(stream));
                        AlarmRehearsal.later(stream, OUTAGE);
                    }, "two answer their health check", stream -> each(stream, OUTAGE, () -> healthy(stream))));

    private CallAlarms() {}

    static void healthy(StreamOnAlert stream) {
        stream.counted("ServersUnhealthy", "healthy", SERVERS);
        stream.counted("ServersUnhealthy", "unhealthy", 0);
    }

    /// What happens each minute.
    interface Minute {
        void goes() throws IOException;
    }

    static void each(StreamOnAlert stream, Duration time, Minute minute) throws IOException {
        for (Instant end = stream.now.plus(time); stream.now.isBefore(end);) {
            minute.goes();
            AlarmRehearsal.later(stream, AlarmRehearsal.MINUTE);
        }
    }
}
