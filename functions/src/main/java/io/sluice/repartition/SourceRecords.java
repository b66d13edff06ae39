package io.sluice.repartition;

import io.sluice.input.ByteInputs;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.RecordInput;
import io.sluice.input.RecordSplitter;
import io.sluice.input.RowFiles;
import io.sluice.objects.ByteRange;
import java.io.IOException;
import java.util.Optional;

/// Opens source objects as records, by what they begin with: text, gzip and zstd, and rows where `rows` reads them. Safe for
/// concurrent use.
///
/// @param bucket name of the data bucket, for messages
/// @param rows   reads objects of rows, if the class path has what it takes
public record SourceRecords(SourceStore store, String bucket, Optional<RowFiles> rows) {
    /// The longest record that is read: beyond what a stream takes, so that it is rejected with its reason.
    private static final int RECORD_BYTES_MAX = 32 << 20;

    /// The records of this very version.
    ///
    /// @throws SourceChangedException when the object is another one by now, or gone: here, or while it is read
    /// @throws InputException         when it is in a format that cannot be read
    public RecordInput open(SourceObject object) throws IOException {
        String id = object.key().value();
        String name = "s3://" + bucket + "/" + id;
        Format format = format(object);
        return switch (format) {
            case TEXT, GZIP, ZSTD -> new RecordSplitter(id, name,
                    ByteInputs.open(name, new RangedInput(store, object), RECORD_BYTES_MAX), RECORD_BYTES_MAX);
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> rows.filter(each -> each.format() == format)
                    .orElseThrow(() -> unreadable(format))
                    .open(id, name, new SourceBytes(store, object), RECORD_BYTES_MAX);
        };
    }

    /// What the object is, by its first bytes.
    Format format(SourceObject object) {
        return Format.of(store.read(object, new ByteRange(0, (int) Math.min(Format.HEAD_BYTES, object.length()))));
    }

    private InputException unreadable(Format format) {
        String read = rows.map(each -> "text, gzip, zstd and " + each.format().title()).orElse("text, gzip and zstd");
        return new InputException(
                "it is " + format.title() + ", and " + read + " are what is read; convert it with SQL (--athena-sql)");
    }
}
