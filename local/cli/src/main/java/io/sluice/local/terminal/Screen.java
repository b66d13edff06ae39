package io.sluice.local.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.IntSupplier;

/// The other end of a stream of the process.
///
/// @param kind    what can be done with it
/// @param columns how wide it is, asked anew whenever it matters; of no meaning for `FILE`
public record Screen(Kind kind, IntSupplier columns) {
    /// A file or a pipe.
    public static final Screen NONE = new Screen(Kind.FILE, () -> Integer.MAX_VALUE);
    private static final int COLUMNS_MIN = 20;

    /// The abilities of a stream.
    public enum Kind {
        /// A file or a pipe: lines of any length, and nothing else.
        FILE,
        /// A terminal that knows no escapes (`TERM=dumb`).
        DUMB,
        /// A terminal, without colours (`NO_COLOR`).
        PLAIN,
        /// A terminal.
        COLOURED
    }

    /// Tests whether a line may be written over.
    public boolean rewrites() {
        return kind == Kind.PLAIN || kind == Kind.COLOURED;
    }

    public boolean isTerminal() {
        return kind != Kind.FILE;
    }

    /// Tests whether there are colours.
    public boolean isColoured() {
        return kind == Kind.COLOURED;
    }

    /// The number of columns that a line may take now.
    public int width() {
        return isTerminal() ? Math.max(COLUMNS_MIN, columns.getAsInt()) : Integer.MAX_VALUE;
    }

    /// `text`, coloured where there are colours.
    public String paint(Ink ink, String text) {
        return isColoured() ? ink.paint(text) : text;
    }

    /// Writes one line, on a terminal broken between words to its width, and the first `head` of it, when that is what
    /// it begins with, in `ink`.
    ///
    /// @param indent of what does not fit on the first line
    public void print(PrintWriter to, Ink ink, String head, String line, int indent) {
        boolean first = true;
        for (String part : isTerminal() ? TextWidth.wrapped(line, width(), indent) : List.of(line)) {
            to.println(first && !head.isEmpty() && part.startsWith(head)
                    ? paint(ink, head) + part.substring(head.length())
                    : part);
            first = false;
        }
    }

    /// Writes one line without colours.
    public void print(PrintWriter to, String line, int indent) {
        print(to, Ink.NOTE, "", line, indent);
    }
}
