package io.sluice.codec;

/// How a chunk is staged. Said of each chunk in directories and manifests; nothing is read off its bytes or its length.
public enum ChunkForm {
    /// In the format of its objects: a part of the object as it stands.
    READY,
    /// As it is, since it is too short to be compressed by itself. Neighbours in an object are compressed together when
    /// the object is made.
    PLAIN;

    /// Raw bytes from which a chunk is worth deflate blocks or a zstd frame of its own. Below it, starting and ending
    /// them takes longer than compressing what is in it, and there is no history to refer to.
    static final int READY_BYTES_MIN = 1_024;

    /// The form of a chunk of so many raw bytes. Snappy has nothing to start or to end, and stays compressed.
    public static ChunkForm of(Compression objects, long rawBytes) {
        return switch (objects) {
            case GZIP, ZSTD, ZIP -> rawBytes < READY_BYTES_MIN ? PLAIN : READY;
            case UNCOMPRESSED, SNAPPY, HADOOP_SNAPPY -> READY;
        };
    }
}
