package io.sluice.flush;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.DeflatedRun;
import io.sluice.manifest.ChunkRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// The pieces of a deflated object, in order: chunks that are staged as deflate blocks, each as it is, and runs of
/// other neighbours, which are compressed when the object is made.
final class ObjectPieces {
    /// A longer run is cut, so that what is held of it is bounded.
    private static final long RUN_BYTES_MAX = 4 << 20;

    private ObjectPieces() {}

    /// The end of a run of chunks that are compressed together: what comes after it, and what becomes of its blocks.
    enum End {
        /// Other blocks; the same content gives the same ones each time.
        OPEN,
        /// No other blocks; the same content gives the same ones each time.
        FINAL,
        /// No other blocks; they are kept and not made again.
        FINAL_AND_KEPT
    }

    sealed interface Piece {
        /// A chunk of deflate blocks.
        record Ready(ChunkRef chunk) implements Piece {}

        /// Neighbours that are compressed together.
        record Run(List<ChunkRef> chunks) implements Piece {
            /// @param end what comes of it
            DeflatedRun compress(ChunkSource source, CompressorPool compressors, End end) {
                CompressorPool.Content content = sink -> {
                    for (ChunkRef chunk : chunks) {
                        source.appendTo(chunk, sink);
                    }
                };
                try {
                    return switch (end) {
                        case OPEN -> compressors.deflateOpen(content);
                        case FINAL -> compressors.deflateFinal(content);
                        case FINAL_AND_KEPT -> compressors.deflateAtOnce(rawBytes(), content);
                    };
                } catch (IOException e) {
                    throw new UncheckedIOException("compressing staged chunks", e);
                }
            }

            private long rawBytes() {
                return chunks.stream().mapToLong(ChunkRef::rawBytes).sum();
            }
        }
    }

    /// Bytes of a chunk that is staged for UNCOMPRESSED, Snappy or deflated objects, without its trailer.
    static int contentBytes(ChunkRef chunk, Compression objects) {
        return chunk.length() == 0
                ? 0
                : chunk.length() - ChunkCoding.of(chunk.form(), objects).trailerBytes();
    }

    /// @param chunks of one object, in its order
    static List<Piece> of(List<ChunkRef> chunks) {
        List<Piece> pieces = new ArrayList<>();
        List<ChunkRef> run = new ArrayList<>();
        long runBytes = 0;
        for (ChunkRef chunk : chunks) {
            if (chunk.length() == 0) {
                continue;
            }
            boolean ready = chunk.form() == ChunkForm.READY;
            if (!run.isEmpty() && (ready || runBytes >= RUN_BYTES_MAX)) {
                pieces.add(new Piece.Run(List.copyOf(run)));
                run.clear();
                runBytes = 0;
            }
            if (ready) {
                pieces.add(new Piece.Ready(chunk));
            } else {
                run.add(chunk);
                runBytes += chunk.length();
            }
        }
        if (!run.isEmpty()) {
            pieces.add(new Piece.Run(List.copyOf(run)));
        }
        return pieces;
    }
}
