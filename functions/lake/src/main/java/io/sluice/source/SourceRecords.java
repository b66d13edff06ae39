package io.sluice.source;

import com.github.luben.zstd.ZstdOutputStream;
import io.sluice.input.ByteInputs;
import io.sluice.input.ForeignFormat;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.input.RecordSplitter;
import io.sluice.input.RowFiles;
import io.sluice.input.TextForm;
import io.sluice.input.WholeInput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/// Opens source objects as records, by what they begin with: text, gzip and zstd, and rows where `rows` reads them.
/// Safe for concurrent use.
///
/// @param bucket name of the data bucket, for messages
/// @param rows   reads objects of rows, if the class path has what it takes
public record SourceRecords(SourceStore store, String bucket, Optional<RowFiles> rows) {
    /// The longest record that is read: beyond what a stream takes, so that it is rejected with its reason.
    static final int RECORD_BYTES_MAX = 32 << 20;
    private static final int BUFFER_BYTES = 64 << 10;

    /// The records of this very version.
    ///
    /// @throws SourceChangedException when the object is another one by now, or gone: here, or while it is read
    /// @throws InputException         when it is in a format that cannot be read
    public RecordInput open(SourceObject object) throws IOException {
        return openKnown(object, TextForm.LINES).records();
    }

    /// An open object.
    ///
    /// @param format by which it is read; of rows, a record's offset is its number
    public record Open(Format format, RecordInput records) {}

    /// As [#open], of texts in `form`.
    public Open openKnown(SourceObject object, TextForm form) throws IOException {
        String id = object.key().value();
        String name = name(object);
        byte[] head = head(object, ForeignFormat.HEAD_BYTES);
        Format format = Format.of(head);
        Optional<ForeignFormat> foreign = format == Format.TEXT ? ForeignFormat.of(head) : Optional.empty();
        if (foreign.isPresent()) {
            throw unreadable(foreign.get().title());
        }
        return new Open(format, switch (format) {
            case TEXT, GZIP, ZSTD -> new WholeInput(name, new RecordSplitter(id, name,
                    ByteInputs.open(name, new RangedInput(store, object), RECORD_BYTES_MAX), form, RECORD_BYTES_MAX),
                    object.length());
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> rowFiles(format)
                    .open(id, name, new SourceBytes(store, object), RECORD_BYTES_MAX);
        });
    }

    /// Writes this very version without some of its records, in its own format. The others keep their bytes; each ends
    /// with a line end, where records are lines.
    ///
    /// @param without numbers of the records that are left out, from 0
    /// @param out     not closed
    /// @throws SourceChangedException when the object is another one by now, or gone
    /// @throws InputException         when it is in a format that cannot be read
    void copy(SourceObject object, BitSet without, OutputStream out) throws IOException {
        Format format = format(object);
        switch (format) {
            case TEXT -> copyLines(object, without, out);
            case GZIP -> {
                GZIPOutputStream gzip = new GZIPOutputStream(out, BUFFER_BYTES);
                copyLines(object, without, gzip);
                gzip.finish();
            }
            case ZSTD -> {
                ZstdOutputStream zstd = new ZstdOutputStream(out).setCloseFrameOnFlush(true);
                copyLines(object, without, zstd);
                zstd.flush();
            }
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> rowFiles(format)
                    .copy(name(object), new SourceBytes(store, object), without, out);
        }
    }

    private void copyLines(SourceObject object, BitSet without, OutputStream out) throws IOException {
        try (RecordInput records = open(object)) {
            int number = 0;
            for (InputRecord record = records.next(); record != null; record = records.next()) {
                if (!without.get(number++)) {
                    out.write(record.data());
                    out.write('\n');
                }
            }
        }
    }

    /// Returns the name of the object in messages.
    String name(SourceObject object) {
        return "s3://" + bucket + "/" + object.key();
    }

    /// Returns the format of the object, by its first bytes.
    Format format(SourceObject object) {
        return Format.of(head(object, Format.HEAD_BYTES));
    }

    private byte[] head(SourceObject object, int bytes) {
        return new SourceBytes(store, object).read(0, (int) Math.min(bytes, object.length()));
    }

    /// @throws InputException when nothing here reads objects of that format
    RowFiles rowFiles(Format format) {
        return rows.filter(each -> each.format() == format).orElseThrow(() -> unreadable(format.title()));
    }

    private InputException unreadable(String what) {
        String read = rows.map(each -> "text, gzip, zstd and " + each.format().title()).orElse("text, gzip and zstd");
        return new InputException(
                "it is " + what + ", and " + read + " are what is read; convert it with SQL (--athena-sql)");
    }
}
