package io.sluice.compaction;

import io.sluice.recount.JoinedContent;
import io.sluice.recount.Stored;
import java.io.IOException;
import java.util.OptionalLong;

/// How many records sources have, counted by nothing that reads them to join them. Not safe for use by several threads.
final class RowCount {
    private final JoinedContent texts = new JoinedContent();
    private long rows;

    /// @throws IOException when it cannot be read to its end
    void addText(Stored text) throws IOException {
        texts.add(text);
    }

    void addRows(long inFooter) {
        rows += inFooter;
    }

    /// Whether that many may be all of them. Where a document goes over several lines, lines do not tell.
    boolean mayBe(long count) {
        OptionalLong records = texts.records();
        return records.isEmpty() || records.getAsLong() + rows == count;
    }

    @Override
    public String toString() {
        OptionalLong records = texts.records();
        return records.isEmpty() ? "uncounted" : String.valueOf(records.getAsLong() + rows);
    }
}
