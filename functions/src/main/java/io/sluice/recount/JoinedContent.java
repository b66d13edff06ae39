package io.sluice.recount;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/// What objects of text hold one after another, counted by reading all of them: what was joined of them must hold the
/// same. Not safe for use by several threads.
public final class JoinedContent {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ContentSum sum = new ContentSum();
    private long records;
    private boolean told = true;

    /// Adds the next object.
    ///
    /// @throws IOException when it cannot be read to its end
    public void add(Stored stored) throws IOException {
        RecordLines lines = new RecordLines();
        try (InputStream in = Content.open(stored)) {
            byte[] head = in.readNBytes(Recount.MARK_BYTES);
            int from = Recount.markBytes(head);
            sum.add(head, from, head.length);
            lines.add(head, from, head.length);
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sum.add(buffer, 0, read);
                lines.add(buffer, 0, read);
            }
        }
        OptionalLong counted = lines.end();
        told &= counted.isPresent();
        records += counted.orElse(0);
    }

    /// How many records there were, where lines tell.
    public OptionalLong records() {
        return told ? OptionalLong.of(records) : OptionalLong.empty();
    }

    /// Says how `joined` differs from all of these; empty when it is all of them in their order, and nothing else.
    ///
    /// @throws IOException when it cannot be read to its end
    public Optional<String> difference(Stored joined) throws IOException {
        JoinedContent there = new JoinedContent();
        there.add(joined);
        if (there.sum.bytes() != sum.bytes() || there.sum.checksum() != sum.checksum()) {
            return Optional.of(sum.bytes() + " bytes of records were to be joined, and " + there.sum.bytes()
                    + " are there, or others");
        }
        return records().equals(there.records())
                ? Optional.empty()
                : Optional.of(text(records()) + " records were to be joined, and " + text(there.records())
                        + " are there");
    }

    private static String text(OptionalLong count) {
        return count.isPresent() ? String.valueOf(count.getAsLong()) : "uncounted";
    }
}
