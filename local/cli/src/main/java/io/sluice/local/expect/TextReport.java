package io.sluice.local.expect;

import io.sluice.local.Sizes;
import io.sluice.local.report.PlainText;
import java.io.PrintWriter;
import java.util.List;

/// The report that people read: a line for each case that failed, each difference under it, and the sum.
public final class TextReport {
    private TextReport() {}

    public static void print(List<FileResult> results, PrintWriter to) {
        long cases = 0;
        long failed = 0;
        for (FileResult file : results) {
            cases += file.cases().size();
            failed += file.failed();
            for (CaseResult each : file.cases()) {
                if (!each.isPassed()) {
                    to.println(PlainText.of(file.place(each) + ": failed: " + each.name()));
                    each.differences().forEach(difference -> to.println("  " + difference));
                }
            }
        }
        to.println(Sizes.count(cases, "case") + " in " + Sizes.count(results.size(), "file") + ": "
                + (failed == 0
                        ? "passed"
                        : Sizes.count(failed) + " failed, " + Sizes.count(cases - failed)
                                + " passed"));
        to.flush();
    }
}
