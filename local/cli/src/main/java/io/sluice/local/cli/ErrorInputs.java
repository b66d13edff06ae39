package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.local.UsageException;
import io.sluice.local.records.ErrorObjectBytes;
import io.sluice.local.records.InputSource;
import io.sluice.reject.ErrorLineReader;
import io.sluice.reject.ErrorLineReader.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Looks whether inputs are error objects, by the first line of each, before anything is begun.
final class ErrorInputs {
    private static final int NAMED_MAX = 5;

    private ErrorInputs() {}

    /// Files without a line are none and do no harm, unless all are such. What can't be read twice is not looked at.
    ///
    /// @throws UsageException naming those that are none
    static void require(List<InputSource> inputs) {
        List<String> others = new ArrayList<>();
        boolean found = false;
        for (InputSource input : inputs) {
            if (input.isLive()) {
                found = true;
                continue;
            }
            switch (first(input)) {
                case FOUND -> found = true;
                case EMPTY -> {
                }
                case OTHER -> others.add(input.displayName());
            }
        }
        if (!others.isEmpty()) {
            throw new UsageException("No error " + (others.size() == 1 ? "object: " : "objects: ")
                    + String.join(", ", others.subList(0, Math.min(others.size(), NAMED_MAX)))
                    + (others.size() > NAMED_MAX ? " and " + (others.size() - NAMED_MAX) + " more" : "")
                    + "; redrive reads what is under the stream's error prefix, run reads records");
        }
        if (!found) {
            throw new UsageException("The input holds no error record: " + inputs.getFirst().displayName()
                    + (inputs.size() > 1 ? " and the others are" : " is") + " empty");
        }
    }

    private enum First {
        FOUND, EMPTY, OTHER
    }

    private static First first(InputSource input) {
        try (InputStream in = ErrorObjectBytes.open(input.displayName(), input.opener().open())) {
            Optional<Entry> entry = new ErrorLineReader(input.id(), in).next();
            return entry.map(line -> line instanceof Entry.Found ? First.FOUND : First.OTHER).orElse(First.EMPTY);
        } catch (IOException | InputException e) {
            throw new UsageException("The input " + input.displayName() + " can't be read: " + e.getMessage());
        }
    }
}
