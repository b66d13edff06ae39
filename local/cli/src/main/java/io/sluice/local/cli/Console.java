package io.sluice.local.cli;

import io.sluice.local.report.PlainText;
import io.sluice.local.terminal.Ink;
import io.sluice.local.terminal.Screen;
import java.io.InputStream;
import java.io.PrintWriter;

/// The streams that a command reads and writes: results go to `out`, everything else to `err`.
///
/// @param outScreen what `out` leads to
/// @param errScreen what `err` leads to
public record Console(InputStream in, PrintWriter out, PrintWriter err, Screen outScreen, Screen errScreen) {
    private static final String NAME = "sluice:";
    private static final String WARNING = "sluice: warning:";
    private static final int INDENT = 2;

    /// One whose outputs lead to files or pipes.
    public Console(InputStream in, PrintWriter out, PrintWriter err) {
        this(in, out, err, Screen.NONE, Screen.NONE);
    }

    /// Writes one line about what went wrong to `err`, as `sluice: …`; a control character in it as an escape.
    public void message(String text) {
        print(Ink.PROBLEM, NAME, text);
    }

    /// Writes one line about what is no problem to `err`, likewise.
    public void note(String text) {
        print(Ink.NOTE, NAME, text);
    }

    /// Writes one warning to `err`.
    public void warning(String text) {
        print(Ink.WARNING, WARNING, text);
    }

    private void print(Ink ink, String head, String text) {
        errScreen.print(err, ink, head, head + " " + PlainText.of(text), INDENT);
        err.flush();
    }
}
