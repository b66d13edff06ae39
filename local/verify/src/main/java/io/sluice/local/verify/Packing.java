package io.sluice.local.verify;

/// `CompressionFormat`, by its name in upper case.
enum Packing {
    UNCOMPRESSED, GZIP, ZIP, SNAPPY, HADOOP_SNAPPY, ZSTD
}
