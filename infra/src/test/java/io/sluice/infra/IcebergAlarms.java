package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.http.SdkHttpRequest;

/// How the alarms of a stream whose objects are an Iceberg table are made to go off.
final class IcebergAlarms {
    static final List<AlarmRehearsal> REHEARSALS = List.of(
            new AlarmRehearsal("IcebergLag", Way.ICEBERG, "S3 refuses the table's metadata for 68 minutes",
                    stream -> refused(stream, Duration.ofMinutes(68)), "it takes them", IcebergAlarms::registered),
            new AlarmRehearsal("IcebergFailures", Way.ICEBERG, "S3 refuses the table's metadata, and the runs that"
                    + " register throw", stream -> refused(stream, AlarmRehearsal.QUARTER), "it takes them",
                    IcebergAlarms::registered),
            new AlarmRehearsal("IcebergNotRunning", Way.ICEBERG, "the schedule starts no run that registers",
                    stream -> {
                        stream.register();
                        AlarmRehearsal.later(stream, Duration.ofHours(1));
                    }, "it starts them", stream -> {
                        for (int minute = 0; minute < 2 * AlarmRehearsal.QUARTER.toMinutes(); minute++) {
                            AlarmRehearsal.later(stream, AlarmRehearsal.MINUTE);
                            stream.register();
                        }
                    }));

    private IcebergAlarms() {}

    /// An object lands, and is registered by nobody.
    private static void refused(StreamOnAlert stream, Duration time) throws IOException {
        stream.put(AlarmRehearsal.RECORD);
        stream.ticks(AlarmRehearsal.QUARTER);
        stream.http.refuse(IcebergAlarms::writesMetadata);
        for (Instant end = stream.now.plus(time); stream.now.isBefore(end);) {
            assertThrows(RuntimeException.class, stream::register);
            AlarmRehearsal.later(stream, AlarmRehearsal.MINUTE);
        }
        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD.minus(AlarmRehearsal.MINUTE));
    }

    private static boolean writesMetadata(SdkHttpRequest request) {
        return request.method().name().equals("PUT") && request.encodedPath().startsWith("/orders/iceberg/");
    }

    private static void registered(StreamOnAlert stream) throws IOException {
        stream.http.refuse(_ -> false);
        stream.register();
        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD.multipliedBy(2));
    }
}
