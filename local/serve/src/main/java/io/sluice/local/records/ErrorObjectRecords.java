package io.sluice.local.records;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.reject.ErrorLine;
import io.sluice.reject.ErrorLineReader;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The records that error objects hold, as their sources handed them over, with the arrival times of then. A record's
/// identity is its object and line, and its place among those of the line, so that reading the same objects again gives
/// the same records.
///
/// A line that is no error record is left out, with a warning.
public final class ErrorObjectRecords implements RecordSource {
    private static final int LINE_BITS = 32;

    private final Iterator<InputSource> inputs;
    private final Delimiting delimiting;
    /// Records of the last line that are still to come.
    private final Deque<TimedRecord> behind = new ArrayDeque<>();
    private final Consumer<String> warnings;
    private @Nullable Open open;

    private record Open(InputSource source, InputStream in, ErrorLineReader lines) {}

    /// @param inputs     error objects, in any compression of a stream
    /// @param delimiting of the stream's delivered records
    /// @param warnings   takes sentences about lines that can't be read
    public ErrorObjectRecords(List<InputSource> inputs, Delimiting delimiting, Consumer<String> warnings) {
        this.inputs = List.copyOf(inputs).iterator();
        this.delimiting = delimiting;
        this.warnings = warnings;
    }

    @Override
    public @Nullable TimedRecord next() {
        while (behind.isEmpty()) {
            Open current = open;
            if (current == null) {
                if (!inputs.hasNext()) {
                    return null;
                }
                open = opened(inputs.next());
                continue;
            }
            try {
                Optional<ErrorLineReader.Entry> entry = current.lines.next();
                if (entry.isEmpty()) {
                    close();
                    continue;
                }
                switch (entry.get()) {
                    case ErrorLineReader.Entry.Found(ErrorLine line) -> add(current.source, line);
                    case ErrorLineReader.Entry.Unreadable(long number, String cause) -> warnings
                            .accept(current.source.displayName() + ", line " + number + " is left out: " + cause);
                }
            } catch (IOException e) {
                throw new InputException(current.source.displayName() + " can't be read: " + e.getMessage(), e);
            }
        }
        return behind.poll();
    }

    private static Open opened(InputSource source) {
        try {
            requireSound(source);
            InputStream in = ErrorObjectBytes.open(source.displayName(), source.opener().open());
            return new Open(source, in, new ErrorLineReader(source.id(), in));
        } catch (IOException e) {
            throw new InputException(source.displayName() + " can't be read: " + e.getMessage(), e);
        }
    }

    /// Checksums stand behind what they are of: nothing is taken of an object that can't be read to its end.
    private static void requireSound(InputSource source) throws IOException {
        if (source.proof().isPresent()) {
            try (InputStream whole = ErrorObjectBytes.open(source.displayName(), source.proof().get().open())) {
                whole.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    private void add(InputSource source, ErrorLine line) {
        long number = Long.parseLong(line.recordId().substring(line.recordId().lastIndexOf('#') + 1));
        long place = 0;
        for (byte[] record : WrappedRecords.of(line, delimiting)) {
            behind.add(new TimedRecord(new InputRecord(source.id(), place++ << LINE_BITS | number, record),
                    line.arrival()));
        }
    }

    /// The line of a record of error objects, from 1.
    public static long line(InputRecord record) {
        return record.offset() & (1L << LINE_BITS) - 1;
    }

    @Override
    public void close() throws IOException {
        Open current = open;
        open = null;
        if (current != null) {
            current.in.close();
        }
    }
}
