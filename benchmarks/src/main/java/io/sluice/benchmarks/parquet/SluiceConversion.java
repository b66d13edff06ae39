package io.sluice.benchmarks.parquet;

import io.sluice.benchmarks.WrongOutputException;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ObjectConverter;
import io.sluice.convert.Row;
import io.sluice.convert.RowFormat;
import io.sluice.convert.RowWriter;
import io.sluice.convert.StagedConversions;
import io.sluice.objects.ObjectKey;
import io.sluice.parquet.ParquetFormat;
import io.sluice.reject.Reject;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conversion as a flusher does it, from records to a temporary file: the converter that is found by the
/// conversion's name, and the writer behind it.
final class SluiceConversion {
    private static final ObjectKey FILE = new ObjectKey("file");
    private static final String STREAM = "clickstream";
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ClickFile clicks;
    private final FormatConversion conversion;
    private final ObjectConverter converter;

    SluiceConversion(ClickFile clicks) {
        this.clicks = clicks;
        this.conversion = ClickTable.conversion(clicks.dictionary());
        this.converter = converter(conversion, new ParquetFormat());
    }

    private static ObjectConverter converter(FormatConversion conversion, RowFormat format) {
        MemoryObjectStore staging = new MemoryObjectStore(() -> Instant.EPOCH);
        StagedConversions.keep(STREAM, conversion, staging);
        return new StagedConversions(STREAM, staging, format).of(conversion.id());
    }

    /// The file that it makes.
    Path file() {
        return clicks.beside("sluice.parquet");
    }

    void convert() throws IOException {
        convert(converter);
    }

    private void convert(ObjectConverter by) throws IOException {
        try (Lines lines = Lines.of(clicks.file());
                OutputStream out = open(file());
                ObjectConverter.Draft draft = by.begin(FILE, out)) {
            for (byte[] record = lines.next(); record != null; record = lines.next()) {
                Optional<Reject> reject = draft.add(record);
                if (reject.isPresent()) {
                    throw new WrongOutputException("a click is rejected: " + reject.get().message());
                }
            }
            draft.finish();
        }
    }

    private static OutputStream open(Path file) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
    }

    /// The second half of it, which writes rows that are at hand: what reading records costs is not in it.
    Writing writing() throws IOException {
        List<Row> rows = new ArrayList<>(clicks.records());
        convert(converter(conversion, (_, _, _) -> new Collecting(rows)));
        return new Writing(conversion, rows, clicks.beside("rows.parquet"));
    }

    /// Writes rows that are at hand to a file.
    record Writing(FormatConversion conversion, List<Row> rows, Path file) {
        void write() throws IOException {
            try (OutputStream out = open(file); RowWriter writer = new ParquetFormat().begin(conversion, FILE, out)) {
                for (Row row : rows) {
                    writer.write(row);
                }
                writer.finish();
            }
        }
    }

    private record Collecting(List<Row> rows) implements RowWriter {
        @Override
        public void write(Row row) {
            rows.add(row);
        }

        @Override
        public void finish() {}

        @Override
        public void close() {}
    }
}
