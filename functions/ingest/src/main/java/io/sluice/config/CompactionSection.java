package io.sluice.config;

import java.time.Duration;
import java.util.List;

/// The settings by which days that are over are compacted.
///
/// @param prefix      `Prefix`: the folder of compacted objects
/// @param after       `AfterDays`, 0 to 365, default 1: how long after its end a day is left as it is
/// @param objectBytes `TargetSizeInMBs`, 1 to 1,024, default 128: stored bytes of objects from which on no further one
///     is joined to them
/// @param keepSource  `KeepSourceForMinutes`, 0 to 10,080, default 60: how long joined objects stay for queries under
///     way
/// @param format      `Format`, default as delivered: what objects are joined to
/// @param sortBy      `SortBy`: names of columns that rows of Parquet are sorted by, in lower case
public record CompactionSection(String prefix, Duration after, long objectBytes, Duration keepSource,
        Format format, List<String> sortBy) {
    public CompactionSection {
        sortBy = List.copyOf(sortBy);
    }

    /// The format that objects are joined to.
    public enum Format {
        /// The format that the stream delivers.
        AS_DELIVERED,
        /// Apache Parquet.
        PARQUET
    }
}
