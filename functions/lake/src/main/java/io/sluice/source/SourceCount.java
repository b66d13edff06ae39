package io.sluice.source;

import io.sluice.audit.Audit;
import io.sluice.audit.Cut;
import io.sluice.audit.Stored;
import io.sluice.audit.Taken;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.input.RowFiles;
import io.sluice.objects.ByteRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/// Counts source objects again, apart from how their records were read ([io.sluice.audit]): nothing is removed or
/// written anew unless that agrees. Safe for concurrent use.
///
/// Each object takes its requests once more. Every method throws [SourceChangedException] when the object is another
/// one by now, and [IOException] or [InputException] when it cannot be read.
public record SourceCount(SourceRecords source) {
    /// Says how the records that were taken out of an object differ from what is in it; empty when they are all of it.
    public Optional<String> difference(SourceObject object, Taken taken) throws IOException {
        return switch (source.format(object)) {
            case TEXT, GZIP, ZSTD -> Audit.of(stored(object)).difference(taken);
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> rowsDiffer(rows(object), taken.records());
        };
    }

    /// Says what an object holds besides the records that are cut out; empty when that is nothing.
    public Optional<String> remainder(SourceObject object, Cut cut) throws IOException {
        return switch (source.format(object)) {
            case TEXT, GZIP, ZSTD -> cut.difference(stored(object), new Stored(0, (_, _) -> new byte[0]));
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> rowsDiffer(rows(object), cut.records());
        };
    }

    /// Says what is wrong with what was made of an object without some of its records; empty when every byte, or row,
    /// of the others is there, in its order, and nothing else.
    ///
    /// @param without numbers of the records that are cut out, from 0
    public Optional<String> difference(SourceObject object, Cut cut, BitSet without, SourceRewrite rewrite)
            throws IOException {
        return switch (source.format(object)) {
            case TEXT, GZIP, ZSTD -> cut.difference(stored(object), Stored.file(rewrite.file()));
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> rowsDiffer(object, without, rewrite);
        };
    }

    private Optional<String> rowsDiffer(SourceObject object, BitSet without, SourceRewrite rewrite) throws IOException {
        RowFiles rows = source.rowFiles(source.format(object));
        String name = source.name(object);
        FileRanges file = new FileRanges(Stored.file(rewrite.file()));
        Optional<String> count = rowsDiffer(rows(object) - without.cardinality(), rows.count(name, file));
        if (count.isPresent()) {
            return count;
        }
        try (RecordInput all = source.open(object);
                RecordInput left = rows.open(name, name, file, SourceRecords.RECORD_BYTES_MAX)) {
            int number = 0;
            for (InputRecord row = all.next(); row != null; row = all.next(), number++) {
                InputRecord same = without.get(number) ? row : left.next();
                if (same == null || !Arrays.equals(row.data(), same.data())) {
                    return Optional.of("row " + number + " is not left as it was");
                }
            }
            return left.next() == null ? Optional.empty() : Optional.of("more rows are left than were in it");
        }
    }

    private static Optional<String> rowsDiffer(long there, long taken) {
        return there == taken
                ? Optional.empty()
                : Optional.of(there + " rows are in it by its footer, and " + taken + " were read");
    }

    private long rows(SourceObject object) throws IOException {
        Format format = source.format(object);
        return source.rowFiles(format).count(source.name(object), new SourceBytes(source.store(), object));
    }

    private Stored stored(SourceObject object) {
        return new Stored(object.length(),
                (offset, length) -> source.store().read(object, new ByteRange(offset, length)));
    }
}
