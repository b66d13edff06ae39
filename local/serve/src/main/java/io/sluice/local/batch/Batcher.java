package io.sluice.local.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Cuts the run of records into batches within Firehose's limits: 3 MB of record data, 6 MB of event, and half a second
/// between the first record and the hand-over, by the records' arrival times. A larger record is a batch of its own.
///
/// Not for use by several threads.
public final class Batcher {
    /// The most record data in a batch, before base64.
    public static final long DATA_BYTES_MAX = 3_000_000;
    /// The largest event that Lambda takes.
    public static final long EVENT_BYTES_MAX = 6L * 1024 * 1024;
    /// The time that a record may wait for others.
    public static final Duration WAIT_MAX = Duration.ofMillis(500);

    private final EventWriter events;
    private List<BatchRecord> open = new ArrayList<>();
    private long dataBytes;
    private long eventBytes;
    private long number;
    private Instant clock;
    private Instant openSince;

    /// @param events tells how large events get
    /// @param start  what time it is before the first record
    public Batcher(EventWriter events, Instant start) {
        this.events = events;
        this.clock = start;
        this.openSince = start;
    }

    /// Adds `record`; gives the batch that it made complete, which does not contain it.
    public Optional<Batch> add(BatchRecord record) {
        Instant now = record.arrival().isAfter(clock) ? record.arrival() : clock;
        long recordEventBytes = events.recordBytes(record);
        boolean full = dataBytes + record.data().length > DATA_BYTES_MAX
                || events.envelopeBytes() + eventBytes + recordEventBytes > EVENT_BYTES_MAX;
        boolean waited = Duration.between(openSince, now).compareTo(WAIT_MAX) >= 0;
        Optional<Batch> complete = full || waited ? cut() : Optional.empty();
        clock = now;
        if (open.isEmpty()) {
            openSince = now;
        }
        open.add(record);
        dataBytes += record.data().length;
        eventBytes += recordEventBytes;
        return complete;
    }

    /// Ends the open batch, if it has records.
    public Optional<Batch> cut() {
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Batch batch = new Batch(number, clock, open, dataBytes);
        number++;
        open = new ArrayList<>();
        dataBytes = 0;
        eventBytes = 0;
        return Optional.of(batch);
    }
}
