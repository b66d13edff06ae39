package io.sluice.local.input;

import io.sluice.input.InputException;
import java.io.IOException;

/// Reads rows of cells, as RFC 4180 has them and with any delimiter: a quote that a cell begins with lasts to the next
/// one that is not doubled, line ends and all; blanks after it are passed over. A row ends at a line feed, a carriage
/// return or both; empty lines are none. A quote within a cell that does not begin with one is a character.
///
/// Where a quote is not closed, or text follows a closed one, nothing that comes after is sure: a row that was cut at
/// the wrong quote looks like any other. Reading ends there. Not for use by several threads.
final class CellParser {
    private final String name;
    private final RecordWindow in;
    private final char delimiter;
    private String damage = "";

    /// The result of reading on.
    enum Outcome {
        /// A row is open in the window, up to its line end.
        ROW,
        /// The input has ended.
        END,
        /// Decompressing broke off in what is open in the window.
        BROKEN,
        /// It is no row from what is open in the window on; [#damage()] says why.
        DAMAGED
    }

    /// @param name what messages call the input
    CellParser(String name, RecordWindow in, char delimiter) {
        this.name = name;
        this.in = in;
        this.delimiter = delimiter;
    }

    Outcome next(CellRow row) throws IOException {
        int b = in.peek();
        while (b == '\n' || b == '\r') {
            in.skip();
            b = in.peek();
        }
        in.begin();
        row.clear();
        if (b == RecordWindow.END) {
            return in.broken() ? Outcome.BROKEN : Outcome.END;
        }
        while (true) {
            if (!cell(row)) {
                return in.broken() ? Outcome.BROKEN : Outcome.DAMAGED;
            }
            row.endCell();
            b = in.peek();
            if (b != delimiter) {
                return b == RecordWindow.END && in.broken() ? Outcome.BROKEN : Outcome.ROW;
            }
            in.skip();
        }
    }

    /// Returns why the last row is none.
    String damage() {
        return damage;
    }

    /// To before a delimiter, a line end or the input's end; false when there is none where it has to be.
    private boolean cell(CellRow row) throws IOException {
        if (in.peek() == '"') {
            return quoted(row);
        }
        while (!ends(in.peek())) {
            row.append(in.peek());
            in.skip();
        }
        return true;
    }

    private boolean quoted(CellRow row) throws IOException {
        long opened = in.offset();
        in.skip();
        while (true) {
            int b = peekInQuotes(opened);
            if (b == RecordWindow.END) {
                damage = "the quote at byte " + opened + " is never closed";
                return false;
            }
            in.skip();
            if (b == '"') {
                if (in.peek() != '"') {
                    return closed(opened);
                }
                in.skip();
            }
            row.append(b);
        }
    }

    private boolean closed(long opened) throws IOException {
        while (in.peek() != delimiter && isBlank(in.peek())) {
            in.skip();
        }
        if (ends(in.peek())) {
            return true;
        }
        damage = "at byte " + in.offset() + " text follows the end of the quote of byte " + opened
                + " (quotes within quotes have to be doubled)";
        return false;
    }

    private int peekInQuotes(long opened) throws IOException {
        try {
            return in.peek();
        } catch (InputException e) {
            throw new InputException(name + ": the quote at byte " + opened + ", of the row at byte " + in.begun()
                    + ", is not closed: " + e.getMessage(), e);
        }
    }

    private boolean ends(int b) {
        return b == delimiter || b == '\n' || b == '\r' || b == RecordWindow.END;
    }

    private static boolean isBlank(int b) {
        return b == ' ' || b == '\t' || b == 0x0B || b == 0x0C || (b >= 0x1C && b <= 0x1F);
    }
}
