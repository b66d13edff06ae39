package io.sluice.upload;

import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.input.TextForm;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Cuts an object's records into parts, each of which is staged once. The cut is by where records begin and by the form
/// of texts, which a part's name tells, and by nothing else that a configuration or a version of Sluice may change: a
/// part is known by its first record. For one thread.
final class PartCutter {
    /// Names this way to cut. Whoever changes a bound below changes it, too: else a part that was staged would be taken
    /// for a longer one that begins where it did, and the rest be lost.
    static final int CUT = 1;

    /// Decompressed bytes in which the records of a part begin.
    static final long BYTES = 4 << 20;
    /// The same of rows.
    static final long ROWS = 2_000;
    static final int RECORDS_MAX = 50_000;

    private final UploadedVersion origin;
    private final RecordInput records;
    private final String cut;
    private final long span;
    private @Nullable InputRecord next;
    private @Nullable RuntimeException failure;

    /// @param form by which texts are cut: parts of one form are none of the other's
    PartCutter(UploadedVersion origin, SourceRecords.Open open, TextForm form) {
        this.origin = origin;
        this.records = open.records();
        boolean rows = isOfRows(open.format());
        this.cut = rows || form == TextForm.LINES ? String.valueOf(CUT) : CUT + " of documents";
        this.span = rows ? ROWS : BYTES;
    }

    private static boolean isOfRows(Format format) {
        return switch (format) {
            case TEXT, GZIP, ZSTD -> false;
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> true;
        };
    }

    /// The next part; empty at the object's end. What can be read before the rest cannot is a part, too.
    ///
    /// @throws InputException         when the rest cannot be read
    /// @throws SourceChangedException when the rest is not there any more
    /// @throws IOException    when the object could not be read this time
    Optional<Part> next() throws IOException {
        if (failure != null) {
            throw failure;
        }
        List<InputRecord> part = new ArrayList<>();
        try {
            return fill(part) ? Optional.of(new Part(origin, cut, part, Part.End.CUT)) : Optional.empty();
        } catch (InputException e) {
            if (e.isTemporary()) {
                throw e;
            }
            return before(e, part);
        } catch (SourceChangedException e) {
            return before(e, part);
        }
    }

    private Optional<Part> before(RuntimeException e, List<InputRecord> part) {
        if (part.isEmpty()) {
            throw e;
        }
        failure = e;
        return Optional.of(new Part(origin, cut, part, Part.End.UNREADABLE));
    }

    private boolean fill(List<InputRecord> part) throws IOException {
        InputRecord record = next == null ? records.next() : next;
        next = null;
        while (record != null && (part.isEmpty() || belongs(record, part))) {
            part.add(record);
            record = records.next();
        }
        next = record;
        return !part.isEmpty();
    }

    private boolean belongs(InputRecord record, List<InputRecord> part) {
        return part.size() < RECORDS_MAX && record.offset() / span == part.getFirst().offset() / span;
    }
}
