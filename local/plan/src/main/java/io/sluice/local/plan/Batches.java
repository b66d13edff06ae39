package io.sluice.local.plan;

import io.sluice.local.batch.Batcher;
import io.sluice.local.batch.EventWriter;
import java.time.Duration;

/// The batches in which the stream is staged. Firehose hands them to the transform function; of calls that come without
/// it, [Replicas] make them.
///
/// A batch of Firehose's is complete at 3 MB of records, at 6 MB of event (records in base64), or 60 s after its first
/// record (sooner where the flusher runs more often), as the deployed stream's `BufferSizeInMBs` and
/// `BufferIntervalInSeconds` say.
///
/// @param perSecond batches a second
/// @param bytes     source bytes of a batch
/// @param records   source records of a batch
/// @param fillTime  how long the first record of a batch waits for the last
/// @param receipts  receipts of a batch: those of the calls that are in it; 0 where it is known as a batch
public record Batches(double perSecond, double bytes, double records, Duration fillTime, double receipts) {
    /// @param eventExpansion bytes of the event for each byte of the records
    /// @param waitMax        how long a batch waits for more records
    static Batches of(Traffic traffic, double eventExpansion, Duration waitMax) {
        double waitMaxSeconds = waitMax.toNanos() / 1e9;
        double full = Math.min(Batcher.DATA_BYTES_MAX, Batcher.EVENT_BYTES_MAX / eventExpansion);
        double untilFull = full / traffic.bytesPerSecond();
        double perSecond = untilFull <= waitMaxSeconds
                ? 1 / untilFull
                : 1 / (waitMaxSeconds + 1 / traffic.recordsPerSecond());
        perSecond = Math.min(perSecond, traffic.recordsPerSecond());
        double fill = Math.min(untilFull, waitMaxSeconds);
        return new Batches(perSecond, traffic.bytesPerSecond() / perSecond, traffic.recordsPerSecond() / perSecond,
                Duration.ofMillis((long) Math.ceil(fill * 1e3)), 0);
    }

    /// Bytes of `sample`'s records in an event for each byte of theirs.
    static double eventExpansion(Sample sample, String stream) {
        EventWriter events = new EventWriter(stream);
        return (double) sample.records().stream().mapToLong(events::recordBytes).sum() / sample.bytes();
    }
}
