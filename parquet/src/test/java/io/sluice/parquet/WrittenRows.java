package io.sluice.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.columns.Column;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ObjectConverter;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.PathValues;
import io.sluice.convert.Row;
import io.sluice.convert.RowWriter;
import io.sluice.convert.StagedConversions;
import io.sluice.input.InputRecord;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.ObjectKey;
import io.sluice.reject.Reject;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Parquet files in memory: written by Sluice, and read as records.
final class WrittenRows {
    static final ObjectKey KEY = new ObjectKey("quakes/object");

    private WrittenRows() {}

    static byte[] write(List<Column> columns, ParquetSettings settings, List<String> records) throws IOException {
        return write(conversion(columns, settings), records);
    }

    /// A file of an Iceberg table that has no partitions.
    static byte[] writeForTable(List<Column> columns, List<String> records) throws IOException {
        return write(new FormatConversion(FormatConversion.RULES, columns, Deserializer.OpenX.DEFAULT,
                ParquetSettings.DEFAULT, Optional.empty(),
                Optional.of(new PathValues("quakes/", KeyEncoding.PERCENT, List.of()))), records);
    }

    /// Rows as they were read.
    static byte[] writeRows(List<Column> columns, List<Row> rows) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (RowWriter writer = new ParquetFormat().begin(conversion(columns, ParquetSettings.DEFAULT), KEY, file)) {
            for (Row row : rows) {
                writer.write(row);
            }
            writer.finish();
        }
        return file.toByteArray();
    }

    private static byte[] write(FormatConversion conversion, List<String> records) throws IOException {
        MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
        StagedConversions.keep("quakes", conversion, staging);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ObjectConverter.Draft draft = new StagedConversions("quakes", staging, new ParquetFormat())
                .of(conversion.id()).begin(KEY, file)) {
            for (String record : records) {
                Optional<Reject> rejected = draft.add(record.getBytes(UTF_8));
                if (rejected.isPresent()) {
                    throw new AssertionError(record + ": " + rejected.get());
                }
            }
            draft.finish();
        }
        return file.toByteArray();
    }

    static FormatConversion conversion(List<Column> columns, ParquetSettings settings) {
        return new FormatConversion(FormatConversion.RULES, columns, Deserializer.OpenX.DEFAULT, settings,
                Optional.empty());
    }

    static List<String> read(byte[] file) throws IOException {
        return read(new Bytes(file));
    }

    static List<String> read(RangedBytes file) throws IOException {
        List<String> records = new ArrayList<>();
        try (RecordInput rows = new ParquetRows().open("id", "s3://lake/object", file, 1 << 20)) {
            for (InputRecord row = rows.next(); row != null; row = rows.next()) {
                if (row.offset() != records.size()) {
                    throw new AssertionError("row " + records.size() + " says that it is " + row.offset());
                }
                records.add(new String(row.data(), UTF_8));
            }
        }
        return records;
    }

    /// A file's bytes; counts how often they are asked for.
    static final class Bytes implements RangedBytes {
        private final byte[] file;
        private int reads;

        Bytes(byte[] file) {
            this.file = file.clone();
        }

        int reads() {
            return reads;
        }

        @Override
        public long length() {
            return file.length;
        }

        @Override
        public byte[] read(long offset, int length) {
            reads++;
            return Arrays.copyOfRange(file, (int) offset, (int) offset + length);
        }
    }
}
