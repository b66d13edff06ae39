package io.sluice.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.columns.Column;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ObjectConverter;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.StagedConversions;
import io.sluice.input.InputRecord;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
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
        MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
        FormatConversion conversion = conversion(columns, settings);
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
