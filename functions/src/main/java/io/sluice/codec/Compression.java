package io.sluice.codec;

/// A compression format of delivered objects, named as in Firehose's `CompressionFormat`; `ZSTD` is Sluice's own.
public enum Compression {
    UNCOMPRESSED, GZIP, ZIP, SNAPPY, HADOOP_SNAPPY, ZSTD
}
