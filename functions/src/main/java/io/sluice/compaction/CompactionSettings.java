package io.sluice.compaction;

import io.sluice.codec.Compression;
import io.sluice.layout.FirehoseObjectName;
import java.time.Duration;
import java.time.ZoneId;

/// What a compaction depends on besides its ports.
///
/// @param stream      the stream whose objects are compacted
/// @param bucket      name of the data bucket
/// @param paths       which objects these are, and where what is made of them goes
/// @param zone        zone of the days in keys
/// @param after       how long after its end a day is left as it is
/// @param grace       time between a day's move and the removal of its source: longer than the longest query
/// @param objectBytes stored bytes of joined objects from which on no further one is joined to them
/// @param compression what the objects are compressed by
/// @param names       of objects
public record CompactionSettings(String stream, String bucket, CompactedPaths paths, ZoneId zone, Duration after,
        Duration grace, long objectBytes, Compression compression, FirehoseObjectName names) {
    /// @throws CompactionException when nothing joins objects of that compression
    public CompactionSettings {
        switch (compression) {
            case UNCOMPRESSED, GZIP, ZSTD -> {
            }
            case ZIP, SNAPPY, HADOOP_SNAPPY -> throw new CompactionException("objects of stream " + stream + " are "
                    + compression.wireName() + ", and UNCOMPRESSED, GZIP and ZSTD are what is compacted");
        }
    }
}
