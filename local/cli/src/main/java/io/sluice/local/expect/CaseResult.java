package io.sluice.local.expect;

import java.util.List;

/// The outcome of a case.
///
/// @param name        the case's
/// @param line        where it begins in its file, from 1; 0 where that is not known
/// @param differences from what is expected, a sentence each; none: it passed
public record CaseResult(String name, int line, List<String> differences) {
    public CaseResult {
        differences = List.copyOf(differences);
    }

    public boolean isPassed() {
        return differences.isEmpty();
    }
}
