package io.sluice.parquet;

import io.sluice.convert.FormatConversion;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.Row;
import io.sluice.convert.RowWriter;
import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/// Writes one Parquet file. Memory is bounded by a row group, not by the file.
///
/// Nothing in the file depends on when, where or how often it is written: its writer is named by the library's version,
/// and there is no time in it.
final class ParquetRowWriter implements RowWriter {
    /// Bound on a row group as long as it is in memory. `BlockSizeBytes` may be smaller, never larger.
    static final int ROW_GROUP_BYTES = 32 << 20;

    /// Rows after which the library looks first at what it holds, and later at the latest: rows may become longer all
    /// at once.
    static final int LOOKED_AT_ROWS_MIN = 10;
    static final int LOOKED_AT_ROWS_MAX = 200;

    private final ParquetWriter<Row> writer;

    ParquetRowWriter(FormatConversion conversion, ObjectKey key, OutputStream out) throws IOException {
        ParquetSettings settings = conversion.parquet();
        FileBytes file = new FileBytes(out, settings.maxPaddingBytes() == 0 ? 0 : settings.blockBytes());
        Builder builder = new Builder(file, RowWriteSupport.of(conversion, key))
                .withDictionaryEncoding(settings.dictionary());
        conversion.path().ifPresent(path -> path.columns()
                .forEach(column -> builder.withDictionaryEncoding(column.name(), true)));
        this.writer = builder
                .withConf(new PlainParquetConfiguration()).withCodecFactory(new PageCodecs())
                .withCompressionCodec(codec(settings)).withWriterVersion(version(settings))
                .withRowGroupSize((long) Math.min(settings.blockBytes(), ROW_GROUP_BYTES))
                .withPageSize(settings.pageBytes())
                .withMinRowCountForPageSizeCheck(LOOKED_AT_ROWS_MIN).withMaxRowCountForPageSizeCheck(LOOKED_AT_ROWS_MAX)
                .withMaxPaddingSize(settings.maxPaddingBytes()).build();
    }

    @Override
    public void write(Row row) throws IOException {
        writer.write(row);
    }

    @Override
    public void finish() throws IOException {
        writer.close();
    }

    /// Closing the library's writer would complete a file that was given up. It holds nothing but memory, and is let go
    /// of.
    @Override
    public void close() {}

    private static CompressionCodecName codec(ParquetSettings settings) {
        return switch (settings.compression()) {
            case UNCOMPRESSED -> CompressionCodecName.UNCOMPRESSED;
            case GZIP -> CompressionCodecName.GZIP;
            case SNAPPY -> CompressionCodecName.SNAPPY;
        };
    }

    private static ParquetProperties.WriterVersion version(ParquetSettings settings) {
        return switch (settings.writerVersion()) {
            case V1 -> ParquetProperties.WriterVersion.PARQUET_1_0;
            case V2 -> ParquetProperties.WriterVersion.PARQUET_2_0;
        };
    }

    private static final class Builder extends ParquetWriter.Builder<Row, Builder> {
        private final RowWriteSupport rows;

        Builder(OutputFile file, RowWriteSupport rows) {
            super(file);
            this.rows = rows;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // the only one of the two that is abstract
        protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
            return rows;
        }

        @Override
        protected WriteSupport<Row> getWriteSupport(ParquetConfiguration configuration) {
            return rows;
        }
    }
}
