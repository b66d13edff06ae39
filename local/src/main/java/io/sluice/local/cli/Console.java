package io.sluice.local.cli;

import io.sluice.local.report.PlainText;
import java.io.InputStream;
import java.io.PrintWriter;

/// Where a command reads and writes: results go to `out`, everything else to `err`.
///
/// @param terminal whether `err` is a terminal, whose last line may be written over
public record Console(InputStream in, PrintWriter out, PrintWriter err, boolean terminal) {
    /// Writes one line to `err`, as `sluice: …`; a control character in it as an escape.
    public void message(String text) {
        err.println("sluice: " + PlainText.of(text));
        err.flush();
    }

    /// Writes one warning to `err`.
    public void warning(String text) {
        message("warning: " + text);
    }
}
