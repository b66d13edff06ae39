package io.sluice.repartition;

import io.sluice.view.DayMoveException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/// The settings of a repartition, besides its ports.
///
/// @param stream       the stream whose configuration gives the target layout
/// @param bucket       name of the data bucket, which holds both layouts
/// @param from         the source prefix; not empty
/// @param targetHead   what every key of the target begins with, as far as no key value is needed to say it
/// @param errorHead    the same of the error output
/// @param arrival      jq program that takes a record's arrival time out of it; empty: the object's own
/// @param zone         zone of the days in keys
/// @param shardCount   index shards that entries are spread over
/// @param trouble      what becomes of a day with an object that cannot be moved
/// @param rejects      what becomes of an object with records that the stream rejects
/// @param settledAfter time after a day's end from which no further objects are expected in its folders
/// @param grace        time between a day's move and the removal of its source: longer than the longest query
/// @param batchBytes   record bytes in a batch
public record RepartitionSettings(String stream, String bucket, String from, String targetHead, String errorHead,
        Optional<String> arrival, ZoneId zone, int shardCount, Trouble trouble, Rejects rejects, Duration settledAfter,
        Duration grace, int batchBytes) {
    /// Record bytes in a batch, by default.
    public static final int BATCH_BYTES = 8 << 20;

    /// The fate of a day with an object that cannot be moved: it changed, cannot be read, or has records that are
    /// rejected or belong to another day.
    public enum Trouble {
        /// The day is not moved, and none of its objects goes away.
        STOP,
        /// The object stays where it is, for good, and the rest of its day is moved.
        LEAVE_OUT
    }

    /// The fate of an object with records that the stream's configuration rejects.
    public enum Rejects {
        /// It cannot be moved.
        REFUSE,
        /// Its rejected records go to the error output, and are no longer in the view.
        ACCEPT
    }

    /// @throws DayMoveException when the repartition would read what it writes
    public RepartitionSettings {
        if (from.isEmpty()) {
            throw new DayMoveException(
                    "--from is empty: the whole bucket would be the source, the repartitioned objects too; name the"
                            + " prefix of the streamed objects");
        }
        refuseOverlap(from, targetHead, "Prefix");
        refuseOverlap(from, errorHead, "ErrorOutputPrefix");
    }

    /// The end of a day.
    Instant end(LocalDate day) {
        return day.plusDays(1).atStartOfDay(zone).toInstant();
    }

    private static void refuseOverlap(String from, String head, String field) {
        if (head.startsWith(from)) {
            throw new DayMoveException("--from " + from + " holds what this configuration writes (its " + field
                    + " begins with '" + head + "'): the repartition would read its own output; name a longer --from,"
                    + " or another " + field);
        }
    }
}
