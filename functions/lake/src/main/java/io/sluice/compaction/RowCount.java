package io.sluice.compaction;

import io.sluice.audit.Audit;
import io.sluice.audit.Stored;
import java.io.IOException;
import java.util.OptionalLong;

/// The number of records in sources, counted by nothing that reads them to join them. Not safe for use by several
/// threads.
final class RowCount {
    private long rows;
    private boolean told = true;

    /// @throws IOException when it cannot be read to its end
    void addText(Stored text) throws IOException {
        OptionalLong records = Audit.of(text).records();
        told &= records.isPresent();
        rows += records.orElse(0);
    }

    void addRows(long inFooter) {
        rows += inFooter;
    }

    /// Tests whether that many may be all of them. Where a document goes over several lines, lines do not tell.
    boolean mayBe(long count) {
        return !told || rows == count;
    }

    @Override
    public String toString() {
        return told ? String.valueOf(rows) : "uncounted";
    }
}
