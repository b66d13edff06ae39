package io.sluice.codec;

/// What the staged bytes of a chunk are.
public enum ChunkCoding {
    /// The records' bytes themselves.
    PLAIN,
    /// Deflate blocks that end with a sync flush: on a byte's boundary, and not with a final block (RFC 1951). Any
    /// number of such chunks and the empty final block after them are one deflate stream.
    DEFLATE,
    /// A gzip member. It is read, not written.
    GZIP_MEMBER,
    /// Zstd frames.
    ZSTD,
    /// Snappy blocks, framed as xerial's streams.
    SNAPPY,
    /// Snappy blocks in Hadoop's framing.
    HADOOP_SNAPPY;

    /// @param objects the format of the objects that the chunk is for
    public static ChunkCoding of(ChunkFraming framing, ChunkForm form, Compression objects) {
        return switch (form) {
            case PLAIN -> PLAIN;
            case READY -> switch (objects) {
                case UNCOMPRESSED -> PLAIN;
                case GZIP -> framing == ChunkFraming.BARE ? GZIP_MEMBER : DEFLATE;
                case ZIP -> framing == ChunkFraming.BARE ? ZSTD : DEFLATE;
                case ZSTD -> ZSTD;
                case SNAPPY -> SNAPPY;
                case HADOOP_SNAPPY -> HADOOP_SNAPPY;
            };
        };
    }
}
