package io.sluice.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The content of one chunk, checked. A view of an array that is not to be changed.
///
/// @param bytes  holds the content
/// @param offset where it begins
/// @param length its bytes; the trailer is not among them
/// @param rawCrc the CRC-32 of the raw bytes where they are deflated, else 0
public record StagedChunk(ChunkCoding coding, byte[] bytes, int offset, int length, int rawCrc) {
    /// The chunk of records that are all empty.
    public static final StagedChunk EMPTY = new StagedChunk(ChunkCoding.PLAIN, new byte[0], 0, 0, 0);

    /// Reads a chunk's frame.
    ///
    /// @param bytes  holds the frame
    /// @param offset where it begins
    /// @param length its bytes, as the directory says
    /// @return empty when the bytes are not those that were staged
    public static Optional<StagedChunk> check(ChunkCoding coding, byte[] bytes, int offset, int length) {
        if (length == 0) {
            return Optional.of(EMPTY);
        }
        int content = length - ChunkTrailer.bytes(coding);
        return content < 1 || !ChunkTrailer.holds(bytes, offset, length)
                ? Optional.empty()
                : Optional.of(new StagedChunk(coding, bytes, offset, content,
                        ChunkTrailer.rawCrc(coding, bytes, offset, length)));
    }

    /// Returns the bytes that were appended to the chunk's compressor, as a whole in memory.
    ///
    /// @throws IOException when the chunk is damaged
    public byte[] raw() throws IOException {
        return ChunkReader.read(this);
    }

    /// The content as it is staged.
    public InputStream open() {
        return new ByteArrayInputStream(bytes, offset, length);
    }
}
