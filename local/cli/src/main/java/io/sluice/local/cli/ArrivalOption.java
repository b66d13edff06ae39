package io.sluice.local.cli;

import io.sluice.input.Arrivals;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.jq.JqException;
import io.sluice.jq.JqProgram;
import io.sluice.local.UsageException;
import io.sluice.local.input.InputReader;
import io.sluice.local.input.Reading;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A check of `--arrival`, before anything is begun.
final class ArrivalOption {
    private ArrivalOption() {}

    /// @throws UsageException when it is no jq program
    static void requireProgram(Optional<String> arrival) {
        arrival.ifPresent(program -> {
            try {
                JqProgram.compile(program);
            } catch (JqException e) {
                throw new UsageException("--arrival is no jq program: " + e.getMessage());
            }
        });
    }

    /// Reads `inputs` up to the first record that has a time, which usually is the very first. Where an input can't be
    /// read twice, or not to its end, it is the run that finds out.
    ///
    /// @throws UsageException when it is no jq program, or no record has a time
    static void requireTimes(Optional<String> arrival, List<InputSource> inputs, Reading reading)
            throws IOException {
        requireProgram(arrival);
        if (arrival.isEmpty() || inputs.stream().anyMatch(InputSource::isLive)) {
            return;
        }
        Arrivals arrivals = Arrivals.by(arrival.get(), Instant.EPOCH);
        try (var reader = new InputReader(inputs, reading, _ -> {})) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                if (arrivals.of(record).isPresent()) {
                    return;
                }
            }
        } catch (InputException e) {
            // The run comes upon it too, and tells it with what it has done until then.
            return;
        }
        requireSome(arrivals.failure());
    }

    /// @param failure why no record has a time
    /// @throws UsageException when there is one
    static void requireSome(Optional<String> failure) {
        failure.ifPresent(why -> {
            throw new UsageException("--arrival: " + why + "; name the field that has the time, as .time or .meta.ts");
        });
    }
}
