package io.sluice.iceberg;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ObjectConverter;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.PathValues;
import io.sluice.convert.StagedConversions;
import io.sluice.objects.ObjectKey;
import io.sluice.parquet.ParquetFormat;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Parquet files as Sluice writes them.
final class ParquetBytes {
    static final List<Column> COLUMNS = List.of(Column.of("id", ColumnType.parse("string")),
            Column.of("mag", ColumnType.parse("double")));

    private ParquetBytes() {}

    static byte[] of(List<Column> columns, String... records) {
        return of(columns, Optional.empty(), new ObjectKey("quakes.parquet"), records);
    }

    /// @param path the columns of its path, which it has, too
    static byte[] of(List<Column> columns, Optional<PathValues> path, ObjectKey key, String... records) {
        MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
        FormatConversion conversion = new FormatConversion(FormatConversion.RULES, columns, Deserializer.OpenX.DEFAULT,
                ParquetSettings.DEFAULT, Optional.empty(), path);
        StagedConversions.keep("quakes", conversion, staging);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ObjectConverter.Draft draft = new StagedConversions("quakes", staging, new ParquetFormat())
                .of(conversion.id()).begin(key, file)) {
            for (String each : records) {
                draft.add(each.getBytes(StandardCharsets.UTF_8)).ifPresent(rejected -> {
                    throw new AssertionError(each + ": " + rejected);
                });
            }
            draft.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }
}
