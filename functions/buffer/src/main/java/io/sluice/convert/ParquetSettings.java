package io.sluice.convert;

/// The settings by which Parquet files are written, `OutputFormatConfiguration.Serializer.ParquetSerDe`.
///
/// @param compression     of pages
/// @param blockBytes      `BlockSizeBytes`, default 256 MiB: bound on a row group; Firehose's own use of it is padding
/// @param pageBytes       `PageSizeBytes`, default 1 MiB
/// @param dictionary      `EnableDictionaryCompression`, default true where Firehose's is false: a column whose values
///     repeat is written by a dictionary of them, and any other without
/// @param maxPaddingBytes `MaxPaddingBytes`, default 0
/// @param writerVersion   of the file format's pages
///
/// Source: Firehose API reference, `ParquetSerDe`.
public record ParquetSettings(PageCompression compression, int blockBytes, int pageBytes, boolean dictionary,
        int maxPaddingBytes, WriterVersion writerVersion) {
    public static final int BLOCK_BYTES_DEFAULT = 256 << 20;
    public static final int PAGE_BYTES_DEFAULT = 1 << 20;
    /// Firehose's default, but for dictionaries.
    public static final ParquetSettings DEFAULT = new ParquetSettings(PageCompression.SNAPPY, BLOCK_BYTES_DEFAULT,
            PAGE_BYTES_DEFAULT, true, 0, WriterVersion.V1);

    /// `Compression`.
    public enum PageCompression {
        UNCOMPRESSED, GZIP, SNAPPY
    }

    /// `WriterVersion`.
    public enum WriterVersion {
        V1, V2
    }
}
