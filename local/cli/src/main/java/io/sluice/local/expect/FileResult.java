package io.sluice.local.expect;

import java.util.List;

/// The outcomes of a file's cases.
///
/// @param file  what the user calls it
/// @param cases in the file's order
public record FileResult(String file, List<CaseResult> cases) {
    public FileResult {
        cases = List.copyOf(cases);
    }

    public long failed() {
        return cases.stream().filter(each -> !each.isPassed()).count();
    }

    /// Returns the place at which a case begins, as editors and terminals follow it: `test.yaml:12`.
    String place(CaseResult result) {
        return result.line() == 0 ? file : file + ":" + result.line();
    }
}
