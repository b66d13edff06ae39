package io.sluice.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.util.UUID;

/// Makes an object of raw bytes, in one pass and with little memory where the format allows it. The same bytes give the
/// same object. Safe for concurrent use as far as its content is.
///
/// @param entry the name of a ZIP object's entry
public record WholeObject(Compression compression, UUID entry, CompressorPool compressors) {
    /// Writes the object; `out` is not closed.
    ///
    /// @param content appends the same bytes whenever it is asked to
    /// @throws IOException what `content` and `out` throw
    public void write(CompressorPool.Content content, OutputStream out) throws IOException {
        switch (compression) {
            case UNCOMPRESSED -> content.appendTo(out::write);
            case GZIP, ZIP -> {
                ObjectFrame frame = ObjectFrame.of(compression, entry).orElseThrow();
                DeflatedRun run = compressors.deflateFinal(content);
                out.write(frame.head());
                out.write(run.bytes());
                out.write(frame.tail(ObjectFrame.Content.NONE.and(run.crc(), run.rawBytes(), run.bytes().length)));
            }
            case ZSTD -> compressors.zstdFrame(length(content), content, out);
            case SNAPPY, HADOOP_SNAPPY -> {
                out.write(compression.preamble());
                try (SnappyChunks blocks = new SnappyChunks(
                        compression == Compression.SNAPPY ? SnappyFraming.XERIAL : SnappyFraming.HADOOP)) {
                    content.appendTo(blocks::append);
                    blocks.finishBlocksTo(out);
                }
            }
        }
    }

    private static long length(CompressorPool.Content content) throws IOException {
        long[] length = {0};
        content.appendTo((_, _, more) -> length[0] += more);
        return length[0];
    }
}
