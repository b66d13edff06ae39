package io.sluice.local.expect;

import io.sluice.local.report.PlainText;
import java.io.PrintWriter;
import java.util.List;

/// The Test Anything Protocol, version 14: a line a case, and a block of YAML after one that failed.
///
/// Source: the TAP 14 specification, testanything.org.
public final class TapReport {
    private TapReport() {}

    public static void print(List<FileResult> results, PrintWriter to) {
        to.println("TAP version 14");
        to.println("1.." + results.stream().mapToInt(each -> each.cases().size()).sum());
        int number = 0;
        for (FileResult file : results) {
            for (CaseResult each : file.cases()) {
                number++;
                String name = escaped(file.file() + ": " + each.name());
                if (each.isPassed()) {
                    to.println("ok " + number + " - " + name);
                } else {
                    to.println("not ok " + number + " - " + name);
                    diagnose(file, each, to);
                }
            }
        }
        to.flush();
    }

    private static void diagnose(FileResult file, CaseResult failed, PrintWriter to) {
        to.println("  ---");
        to.println("  at: " + quoted(file.place(failed)));
        to.println("  differences:");
        failed.differences().forEach(difference -> to.println("    - " + quoted(difference)));
        to.println("  ...");
    }

    /// A description: `#` would begin a directive, a backslash an escape.
    private static String escaped(String text) {
        return PlainText.of(text).replace("\\", "\\\\").replace("#", "\\#");
    }

    /// A text as YAML's single quotes have it, in which nothing but the quote itself means anything.
    private static String quoted(String text) {
        return "'" + PlainText.of(text).replace("'", "''") + "'";
    }
}
