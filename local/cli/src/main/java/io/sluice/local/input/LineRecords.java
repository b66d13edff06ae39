package io.sluice.local.input;

import io.sluice.input.Arrivals;
import io.sluice.input.InputRecord;
import io.sluice.local.records.InputSource;
import io.sluice.local.records.RecordSource;
import io.sluice.local.records.TimedRecord;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The usual records of a run: the lines and documents of its inputs with their arrival times, packed where that is
/// asked for. A record that does not say when it arrived arrives with the one before it, or, at the start, with the
/// first that says so.
public final class LineRecords implements RecordSource {
    private static final int UNTIMED_MAX = 1_000;

    private final InputReader reader;
    private final Arrivals arrivals;
    private final Deque<TimedRecord> ready = new ArrayDeque<>();
    private @Nullable Instant latest;
    private final @Nullable RecordPacker packer;

    private record Untimed(InputRecord record, Optional<Reject> refusal) {}

    /// @param recordBytes the most bytes of a packed record; empty: nothing is packed
    /// @param broken      takes a sentence for each input that could not be read to its end
    public LineRecords(List<InputSource> inputs, Reading reading, Arrivals arrivals, OptionalInt recordBytes,
            Consumer<String> broken) {
        this.reader = new InputReader(inputs, reading, broken);
        this.arrivals = arrivals;
        this.packer = recordBytes.isEmpty() ? null : new RecordPacker(this::timed, recordBytes.getAsInt());
    }

    @Override
    public @Nullable TimedRecord next() {
        RecordPacker packing = packer;
        return packing == null ? timed() : packing.next();
    }

    private @Nullable TimedRecord timed() {
        if (ready.isEmpty()) {
            read();
        }
        return ready.poll();
    }

    /// Reads a record, and at the start as many as it takes to find one that has a time.
    private void read() {
        List<Untimed> untimed = new ArrayList<>();
        Optional<Instant> time = Optional.ofNullable(latest);
        InputRecord record = reader.next();
        while (record != null) {
            Optional<Reject> refusal = reader.refusal();
            untimed.add(new Untimed(record, refusal));
            Optional<Instant> own = refusal.isPresent() ? Optional.empty() : arrivals.of(record);
            time = own.isPresent() ? own : time;
            if (time.isPresent() || untimed.size() == UNTIMED_MAX) {
                break;
            }
            record = reader.next();
        }
        Instant arrival = time.orElse(arrivals.start());
        untimed.forEach(each -> ready.add(new TimedRecord(each.record, arrival, each.refusal)));
        latest = arrival;
    }

    @Override
    public void summarise(Consumer<String> warnings) {
        reader.remarks().forEach(warnings);
        if (failure().isEmpty()) {
            arrivals.warning().ifPresent(warnings);
        }
    }

    @Override
    public Optional<String> failure() {
        return arrivals.failure();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
