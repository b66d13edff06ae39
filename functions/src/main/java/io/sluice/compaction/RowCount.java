package io.sluice.compaction;

import io.sluice.recount.Recount;
import io.sluice.recount.Stored;
import java.io.IOException;
import java.util.OptionalLong;

/// How many records sources have, counted by nothing that reads them to join them. Not safe for use by several threads.
final class RowCount {
    private long rows;
    private boolean told = true;

    /// @throws IOException when it cannot be read to its end
    void addText(Stored text) throws IOException {
        OptionalLong records = Recount.of(text).records();
        told &= records.isPresent();
        rows += records.orElse(0);
    }

    void addRows(long inFooter) {
        rows += inFooter;
    }

    /// Whether that many may be all of them. Where a document goes over several lines, lines do not tell.
    boolean mayBe(long count) {
        return !told || rows == count;
    }

    @Override
    public String toString() {
        return told ? String.valueOf(rows) : "uncounted";
    }
}
