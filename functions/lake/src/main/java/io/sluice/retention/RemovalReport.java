package io.sluice.retention;

import java.util.List;
import java.util.Map;

/// The report of a removal: what it did, or would do in a dry run.
///
/// @param objects    objects removed, or due in a dry run; those that may have been removed by a request whose answer
///        was lost are among the failed
/// @param bytes      their bytes
/// @param folders    folder → objects removed, the first hundred folders
/// @param inFlight   objects that are due and were left because a flush run may still write them
/// @param announced  objects that are due and told of, and stay until the landing log's reader has done with that
/// @param failed     objects that S3 did not delete
/// @param left       objects and folders that were left because their names do not tell certainly what they are
/// @param problems   what went wrong, at most a hundred sentences
/// @param complete   false when time ran out: the next run carries on
/// @param requests   listings and deletes
public record RemovalReport(long objects, long bytes, Map<String, Long> folders, long inFlight, long announced,
        long failed, Left left,
        List<String> problems, boolean complete, Requests requests) {
    public RemovalReport {
        problems = List.copyOf(problems);
    }

    /// Listings, and deletes of up to 1,000 objects each.
    public record Requests(long lists, long deletes) {}

    /// The objects that were left because of their names.
    ///
    /// @param foreign    not of the stream's layout, or not an object of the stream's
    /// @param ambiguous  whose key values can be read in two ways
    /// @param unreadable whose date does not parse
    /// @param examples   the first twenty, each with the reason
    public record Left(long foreign, long ambiguous, long unreadable, List<String> examples) {
        public Left {
            examples = List.copyOf(examples);
        }
    }
}
