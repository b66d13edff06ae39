package io.sluice.iceberg;

import java.util.List;
import java.util.Map;

/// What a run of the registrar did.
///
/// @param commits  of the table
/// @param added    data files
/// @param removed  data files, replaced ones included
/// @param known    objects of a backfill that were data files already
/// @param marks    how far the table is in each chain
/// @param problems what could not be registered, and the remedy, in sentences
/// @param more     when entries wait for the next run
public record Registration(int commits, int added, int removed, int known, Map<String, Long> marks,
        List<String> problems,
        boolean more) {
    public Registration {
        marks = Map.copyOf(marks);
        problems = List.copyOf(problems);
    }
}
