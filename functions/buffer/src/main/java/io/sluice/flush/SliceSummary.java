package io.sluice.flush;

import java.util.List;

/// The results of an invocation with its slice. None of it counts as delivered before a run finds it there and commits.
///
/// @param version  of the manifest that it worked on
/// @param objects  deliveries whose objects are there now
/// @param failed   deliveries whose objects could not be written
/// @param damaged  chunks whose staged bytes are damaged; each keeps its delivery open
/// @param untried  deliveries for which time was too short
/// @param problems what went wrong, at most 100 sentences
public record SliceSummary(long version, int objects, int failed, int damaged, int untried, List<String> problems) {
    public SliceSummary {
        problems = List.copyOf(problems);
    }
}
