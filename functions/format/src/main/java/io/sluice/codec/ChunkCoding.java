package io.sluice.codec;

/// The coding of a chunk's staged bytes.
public enum ChunkCoding {
    /// The records' bytes themselves.
    PLAIN(0),
    /// Deflate blocks that end with a sync flush: on a byte's boundary, and not with a final block (RFC 1951). Any
    /// number of such chunks and the empty final block after them are one deflate stream.
    DEFLATE(ChunkCoding.STARTED_AND_ENDED),
    /// Zstd frames.
    ZSTD(ChunkCoding.STARTED_AND_ENDED),
    /// Snappy blocks, framed as xerial's streams.
    SNAPPY(0),
    /// Snappy blocks in Hadoop's framing.
    HADOOP_SNAPPY(0);

    /// Raw bytes from which a chunk is worth deflate blocks or a zstd frame of its own. Below it, starting and ending
    /// them takes longer than compressing what is in it, and there is no history to refer to.
    private static final int STARTED_AND_ENDED = 1_024;

    private final int rawBytesMin;

    ChunkCoding(int rawBytesMin) {
        this.rawBytesMin = rawBytesMin;
    }

    /// Raw bytes below which a chunk is staged as it is.
    int rawBytesMin() {
        return rawBytesMin;
    }

    /// Bytes at the end of a chunk of this coding that are not its content.
    public int trailerBytes() {
        return ChunkTrailer.bytes(this);
    }

    /// @param objects the format of the objects that the chunk is for
    public static ChunkCoding of(ChunkForm form, Compression objects) {
        return form == ChunkForm.PLAIN ? PLAIN : objects.coding();
    }
}
