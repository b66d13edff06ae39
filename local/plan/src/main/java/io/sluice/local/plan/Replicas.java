package io.sluice.local.plan;

import io.sluice.event.CallSettings;
import io.sluice.event.CallSettings.Retries;
import java.time.Duration;

/// The replicas that take the calls of a stream whose source is `direct`: tasks of `sluice serve --stateless` on
/// Fargate, behind a load balancer that gives each of them its part.
///
/// @param count          of one vCPU each, in two zones
/// @param callsPerSecond to all of them
/// @param recordsPerCall source records of a call
/// @param callsPerGroup  calls that are staged together
/// @param groups         how they stage what comes
/// @param wireBytesPerSecond requests, with records in base64
public record Replicas(int count, double callsPerSecond, double recordsPerCall, double callsPerGroup, Batches groups,
        double wireBytesPerSecond) {
    /// Firehose's quota of a call.
    static final int CALL_RECORDS_MAX = 500;
    static final double CALL_BYTES_MAX = 4 << 20;

    /// Calls and payloads of a group (ADR 0115).
    private static final int GROUP_CALLS_MAX = 99;
    private static final double GROUP_BYTES_MAX = 4 << 20;
    /// So that one zone may be away.
    private static final int COUNT_MIN = 2;
    /// Assumed: payload bytes and calls that one vCPU takes a second, at the half of what it can.
    private static final double BYTES_EACH = 15e6;
    private static final double CALLS_EACH = 1_000;
    /// Base64, and a record's own JSON.
    private static final double WIRE_PER_BYTE = 4 / 3.0;
    private static final double WIRE_PER_RECORD = 12;

    /// @param recordsPerCall as the producers send them
    /// @throws IllegalArgumentException when Firehose takes no such call
    static Replicas of(Traffic traffic, double recordsPerCall, CallSettings settings) {
        double recordBytes = traffic.bytesPerSecond() / traffic.recordsPerSecond();
        if (recordsPerCall > CALL_RECORDS_MAX
                || (recordsPerCall > 1 && recordsPerCall * recordBytes > CALL_BYTES_MAX)) {
            throw new IllegalArgumentException("a call has at most " + CALL_RECORDS_MAX + " records and 4 MiB");
        }
        double calls = traffic.recordsPerSecond() / recordsPerCall;
        int count = (int) Math.max(COUNT_MIN,
                Math.ceil(Math.max(traffic.bytesPerSecond() / BYTES_EACH, calls / CALLS_EACH)));
        double each = calls / count;
        double most = Math.clamp(GROUP_BYTES_MAX / (recordsPerCall * recordBytes), 1, GROUP_CALLS_MAX);
        double wait = settings.joining().toNanos() / 1e9;
        double together = Math.min(most, 1 + each * wait);
        double perSecond = calls / together;
        double fill = Math.min(wait, together / each);
        return new Replicas(count, calls, recordsPerCall, together,
                new Batches(perSecond, traffic.bytesPerSecond() / perSecond, traffic.recordsPerSecond() / perSecond,
                        Duration.ofNanos(Math.round(fill * 1e9)),
                        settings.retries() == Retries.ONCE ? together : 0),
                traffic.bytesPerSecond() * WIRE_PER_BYTE + traffic.recordsPerSecond() * WIRE_PER_RECORD);
    }

    /// The records of the largest call that Firehose takes of such records.
    static double recordsMax(Traffic traffic) {
        double recordBytes = traffic.bytesPerSecond() / traffic.recordsPerSecond();
        return Math.max(1, Math.min(CALL_RECORDS_MAX, Math.floor(CALL_BYTES_MAX / recordBytes)));
    }
}
