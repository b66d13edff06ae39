package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.EventMapping;
import io.sluice.infra.source.EventPatterns;
import io.sluice.infra.source.MappingWindow;
import java.time.Duration;
import java.util.List;

/// The settings by which Lambda reads a DynamoDB stream. How often it tries again is no choice: as long as the stream
/// has its changes, which is a day; receipts are kept for longer, so that nothing is doubled by it.
///
/// @param start           where a new mapping begins
/// @param recordsMax      of one invocation, 1 to 10,000 changes; never more than 6 MB of them. 99 are one transaction
///     with their receipts, and cost least
/// @param window          how long it gathers them, 0 to 300 whole seconds
/// @param parallelization batches of a shard at once, 1 to 10; changes of one item stay in their order
/// @param filters         event patterns of Lambda's on `eventName` and `dynamodb`, of which one must match; empty: all
///     changes. What they leave out is never staged
public record ChangesReading(Start start, int recordsMax, Duration window, int parallelization, List<String> filters) {
    private static final int RECORDS_MAX = 10_000;
    private static final int PARALLELIZATION_MAX = 10;

    /// The place in a table's stream at which a new mapping begins.
    public enum Start {
        /// At the oldest change, a day ago at most. What is staged already is known by its receipts.
        OLDEST,
        /// After the newest. What comes in while the mapping is made, which takes minutes, may be passed over.
        NEWEST
    }

    /// From the oldest change on, a minute's changes at a time, in groups of one transaction.
    public static final ChangesReading PRESET = new ChangesReading(Start.OLDEST, EventMapping.RECEIPTS_AT_ONCE,
            EventMapping.WINDOW, 1, List.of());

    public ChangesReading {
        if (recordsMax < 1 || recordsMax > RECORDS_MAX) {
            throw new DeploymentException("A batch has 1 to %d changes, and not %d".formatted(RECORDS_MAX,
                    recordsMax));
        }
        MappingWindow.require(window);
        if (parallelization < 1 || parallelization > PARALLELIZATION_MAX) {
            throw new DeploymentException("A shard is read in 1 to %d batches at once, and not %d".formatted(
                    PARALLELIZATION_MAX, parallelization));
        }
        filters = EventPatterns.require(filters,
                "a JSON object with eventName or dynamodb, as {\"eventName\":[\"INSERT\"]}");
    }

    /// The same from another place on.
    public ChangesReading from(Start other) {
        return new ChangesReading(other, recordsMax, window, parallelization, filters);
    }

    /// The same with other batches.
    public ChangesReading inBatches(int ofRecordsMax, Duration gathered) {
        return new ChangesReading(start, ofRecordsMax, gathered, parallelization, filters);
    }

    /// The same with more batches of a shard at once.
    public ChangesReading sideBySide(int batches) {
        return new ChangesReading(start, recordsMax, window, batches, filters);
    }

    /// The same of the changes that one of the patterns matches.
    public ChangesReading where(String... patterns) {
        return new ChangesReading(start, recordsMax, window, parallelization, List.of(patterns));
    }
}
