package io.sluice.local.records;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.reject.ErrorLine;
import io.sluice.reject.ErrorLineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The records that error objects hold, as their sources handed them over, with the arrival times of then. A record's
/// identity is its object and line, so that reading the same objects again gives the same records.
///
/// A line that is no error record is left out, with a warning.
public final class ErrorObjectRecords implements RecordSource {
    private final Iterator<InputSource> inputs;
    private final Consumer<String> warnings;
    private @Nullable Open open;

    private record Open(InputSource source, InputStream in, ErrorLineReader lines) {}

    /// @param inputs   error objects, in any compression of a stream
    /// @param warnings takes sentences about lines that can't be read
    public ErrorObjectRecords(List<InputSource> inputs, Consumer<String> warnings) {
        this.inputs = List.copyOf(inputs).iterator();
        this.warnings = warnings;
    }

    @Override
    public @Nullable TimedRecord next() {
        while (true) {
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
                    case ErrorLineReader.Entry.Found(ErrorLine line) -> {
                        return record(current.source, line);
                    }
                    case ErrorLineReader.Entry.Unreadable(long number, String cause) -> warnings
                            .accept(current.source.displayName() + ", line " + number + " is left out: " + cause);
                }
            } catch (IOException e) {
                throw new InputException(current.source.displayName() + " can't be read: " + e.getMessage(), e);
            }
        }
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

    private static TimedRecord record(InputSource source, ErrorLine line) {
        long number = Long.parseLong(line.recordId().substring(line.recordId().lastIndexOf('#') + 1));
        return new TimedRecord(new InputRecord(source.id(), number, line.rawData()), line.arrival());
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
