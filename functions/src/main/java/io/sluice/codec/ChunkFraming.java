package io.sluice.codec;

/// How the chunks of a segment are framed. Said of each segment by its directory and by manifests, both of which are
/// checked themselves; nothing is read off the chunks.
public enum ChunkFraming {
    /// Bytes without a checksum: what versions of Sluice up to directory format 2 staged. Gzip chunks are members
    /// there, and ZIP chunks zstd frames. It is read, not written.
    BARE,
    /// Bytes after which a [ChunkTrailer] says whether they are what was staged.
    CHECKED;

    /// Bytes of a chunk's length that are not its content.
    public int trailerBytes(ChunkCoding coding) {
        return switch (this) {
            case BARE -> 0;
            case CHECKED -> ChunkTrailer.bytes(coding);
        };
    }
}
