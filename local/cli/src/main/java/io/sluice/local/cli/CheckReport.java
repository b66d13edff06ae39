package io.sluice.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.Sizes;
import io.sluice.local.report.PlainText;
import io.sluice.local.terminal.Ink;
import io.sluice.local.terminal.Screen;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/// The report that `check` prints: a line a finding and a summary, or one JSON object.
///
/// @param name      what the user calls the configuration
/// @param positions where its values stand
/// @param findings  in the order in which they are told
record CheckReport(String name, Positions positions, List<Finding> findings) {
    private static final int INDENT = 2;

    /// Something that is wrong, doubtful or good to know.
    ///
    /// @param path JSON path of what it is about
    record Finding(Kind kind, String path, String message) {
        enum Kind {
            ERROR(Ink.PROBLEM), WARNING(Ink.WARNING), NOTE(Ink.NOTE);

            private final Ink ink;

            Kind(Ink ink) {
                this.ink = ink;
            }

            String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    CheckReport {
        findings = List.copyOf(findings);
    }

    boolean isValid() {
        return count(Finding.Kind.ERROR) == 0;
    }

    private long count(Finding.Kind kind) {
        return findings.stream().filter(finding -> finding.kind() == kind).count();
    }

    /// `severity: path (line 3, column 5): message` for each, and a summary.
    void printText(PrintWriter to, Screen screen) {
        for (Finding finding : findings) {
            String where = positions.of(finding.path())
                    .map(at -> " (line " + at.line() + ", column " + at.column() + ")").orElse("");
            String head = finding.kind().word() + ":";
            screen.print(to, finding.kind().ink, head,
                    PlainText.of(head + " " + finding.path() + where + ": " + finding.message()), INDENT);
        }
        long errors = count(Finding.Kind.ERROR);
        long warnings = count(Finding.Kind.WARNING);
        String verdict = errors == 0 ? "valid" : Sizes.count(errors, "error");
        to.println(PlainText.of(name) + ": " + screen.paint(errors == 0 ? Ink.GOOD : Ink.PROBLEM, verdict)
                + (warnings == 0 ? "" : ", " + Sizes.count(warnings, "warning")));
        to.flush();
    }

    /// `file`, `valid`, `errors` and `warnings` (counts), and `problems`, each with `severity` (`error`, `warning` or
    /// `note`), `path`, `message`, and `line` and `column` where they are known.
    void printJson(PrintWriter to) {
        ObjectNode root = new ObjectMapper().createObjectNode().put("file", name).put("valid", isValid())
                .put("errors", count(Finding.Kind.ERROR)).put("warnings", count(Finding.Kind.WARNING));
        var problems = root.putArray("problems");
        for (Finding finding : findings) {
            ObjectNode told = problems.addObject().put("severity", finding.kind().word()).put("path", finding.path())
                    .put("message", finding.message());
            positions.of(finding.path()).ifPresent(at -> told.put("line", at.line()).put("column", at.column()));
        }
        to.println(root);
        to.flush();
    }
}
