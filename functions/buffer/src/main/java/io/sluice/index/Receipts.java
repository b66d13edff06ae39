package io.sluice.index;

import io.sluice.position.RecordName;
import io.sluice.segment.StagedSegment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Says of records that they are staged, and by which segment.
///
/// @param segment in whichever of the stream's buffers
/// @param names   1 to [#NAMES_MAX], each once
/// @param expires from then on the source hands none of them over again; the table forgets them some time later
public record Receipts(StagedSegment segment, List<RecordName> names, Instant expires) {
    /// With their entry they fill one transaction. Source: DynamoDB API reference, `TransactWriteItems`: 100 actions.
    public static final int NAMES_MAX = 99;

    /// The time for which records are remembered: an SQS message is kept for 14 days at most, and a day is for clocks.
    /// Source: Amazon SQS API reference, `SetQueueAttributes`, `MessageRetentionPeriod`.
    public static final Duration KEPT_FOR = Duration.ofDays(15);

    /// The same for a part of an object: what names the object may be moved out of a dead-letter queue after 14 days,
    /// as a message that is kept for 14 more, and a week is for whoever moves it.
    public static final Duration OBJECTS_KEPT_FOR = Duration.ofDays(35);

    /// The same for a call of Firehose's API: a client tries one again for minutes.
    public static final Duration CALLS_KEPT_FOR = Duration.ofDays(1);

    /// @throws IllegalArgumentException when there are none, too many, or one twice
    public Receipts {
        names = List.copyOf(names);
        if (names.isEmpty() || names.size() > NAMES_MAX || names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException("receipts for 1 to " + NAMES_MAX + " records, each once, and not for "
                    + names);
        }
    }
}
