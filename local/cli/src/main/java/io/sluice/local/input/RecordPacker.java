package io.sluice.local.input;

import io.sluice.input.InputRecord;
import io.sluice.local.records.TimedRecord;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Packs the records that follow one another in an input into larger ones, joined by line feeds, as producers do that
/// aggregate. A packed record has the position and the arrival time of its first.
///
/// Records that arrive half a second later than the first start a new one. Not for use by several threads.
public final class RecordPacker {
    private static final Duration SPAN_MAX = Duration.ofMillis(500);

    private final Supplier<@Nullable TimedRecord> records;
    private final int bytesMax;
    private @Nullable TimedRecord next;

    /// @param records  gives one record with each call, `null` at the end
    /// @param bytesMax the most bytes of a packed record; a record that is larger by itself stays as it is
    public RecordPacker(Supplier<@Nullable TimedRecord> records, int bytesMax) {
        this.records = records;
        this.bytesMax = bytesMax;
        this.next = records.get();
    }

    /// The next packed record, `null` at the end.
    public @Nullable TimedRecord next() {
        TimedRecord first = next;
        if (first == null) {
            return null;
        }
        var packed = new ByteArrayOutputStream(Math.max(bytesMax, first.record().data().length));
        packed.writeBytes(first.record().data());
        next = records.get();
        while (next != null && fits(first, next, packed.size())) {
            packed.write('\n');
            packed.writeBytes(next.record().data());
            next = records.get();
        }
        InputRecord start = first.record();
        return new TimedRecord(new InputRecord(start.source(), start.offset(), packed.toByteArray()), first.arrival());
    }

    private boolean fits(TimedRecord first, TimedRecord candidate, int bytes) {
        return candidate.record().source().equals(first.record().source())
                && bytes + 1L + candidate.record().data().length <= bytesMax
                && Duration.between(first.arrival(), candidate.arrival()).abs().compareTo(SPAN_MAX) < 0;
    }
}
