package io.sluice.retention;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The report of an erasure in the source of a repartition: what it did, or would do in a dry run.
///
/// @param prefix    the source prefix
/// @param objects   objects read
/// @param records   records of the key value that are gone
/// @param deleted   keys of objects that had no others, the first thousand
/// @param rewritten keys of objects that were written anew without them, the first thousand
/// @param left      objects that hold such records still or may do so, each with the reason and the remedy, the first
///     hundred
/// @param leftCount how many
/// @param untold    records whose key cannot be told, since the stream rejects or drops them; they stay
/// @param passed    objects that were not read, by reason
/// @param after     when time ran out: the key after which the next erasure goes on
public record SourceErasureReport(String prefix, long objects, long records, List<String> deleted,
        List<String> rewritten, List<String> left, long leftCount, long untold, Map<String, Integer> passed,
        Optional<String> after) {
    public SourceErasureReport {
        deleted = List.copyOf(deleted);
        rewritten = List.copyOf(rewritten);
        left = List.copyOf(left);
        passed = Map.copyOf(passed);
    }

    /// Tests whether nothing that was found is left.
    public boolean complete() {
        return leftCount == 0 && after.isEmpty();
    }
}
