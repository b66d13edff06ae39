package io.sluice.compaction;

import io.sluice.layout.FirehoseObjectName;
import io.sluice.view.DayMoveException;
import java.time.Duration;
import java.time.ZoneId;

/// The settings of a compaction, besides its ports.
///
/// @param stream      the stream whose objects are compacted
/// @param bucket      name of the data bucket
/// @param paths       which objects these are, and where what is made of them goes
/// @param zone        zone of the days in keys
/// @param after       how long after its end a day is left as it is
/// @param grace       time between a day's move and the removal of its source: longer than the longest query
/// @param objectBytes stored bytes of joined objects from which on no further one is joined to them
/// @param format      what objects are joined to
/// @param names       of objects
public record CompactionSettings(String stream, String bucket, CompactedPaths paths, ZoneId zone, Duration after,
        Duration grace, long objectBytes, JoinedFormat format, FirehoseObjectName names) {
    /// The name of the source in watermarks. One table reads what is under a prefix, in one format.
    String source() {
        return switch (format) {
            case JoinedFormat.Text _ -> paths.name();
            case JoinedFormat.Rows _ -> paths.name() + " as Parquet";
        };
    }
}
