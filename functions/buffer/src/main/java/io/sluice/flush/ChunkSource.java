package io.sluice.flush;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.RawSink;
import io.sluice.codec.StagedChunk;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.SegmentTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Gives the staged bytes of chunks, checked: out of a read-ahead in memory, or by a request for each where a
/// read-ahead would not fit.
interface ChunkSource {
    /// The segments that chunks refer to.
    SegmentTable segments();

    /// @throws DamagedChunkException              when its bytes are not those that were staged
    /// @throws io.sluice.objects.StoreException when they cannot be read now
    StagedChunk open(ChunkRef chunk);

    /// Returns those of `chunks` that are damaged, as far as this can be told before the object is made.
    List<DamagedChunk> damaged(List<ChunkRef> chunks);

    /// The damaged chunk that was met last while the object was made, whatever became of the exception that said so on
    /// its way through a client.
    default Optional<DamagedChunk> met() {
        return Optional.empty();
    }

    /// Appends what [#raw] gives, without a copy in between where the chunk is staged plain.
    ///
    /// @throws IOException what `sink` throws
    default void appendTo(ChunkRef chunk, RawSink sink) throws IOException {
        StagedChunk staged = open(chunk);
        if (staged.coding() == ChunkCoding.PLAIN) {
            sink.append(staged.bytes(), staged.offset(), staged.length());
        } else {
            sink.append(raw(chunk, staged));
        }
    }

    /// The chunk's records as they were before they were compressed, in memory as a whole.
    ///
    /// @throws DamagedChunkException              when its bytes are not those that were staged
    /// @throws io.sluice.objects.StoreException when they cannot be read now
    default byte[] raw(ChunkRef chunk) {
        return raw(chunk, open(chunk));
    }

    private byte[] raw(ChunkRef chunk, StagedChunk staged) {
        try {
            return staged.raw();
        } catch (IOException e) {
            throw new DamagedChunkException(new DamagedChunk(segments().id(chunk.segment()), chunk,
                    "cannot be decompressed: " + e.getMessage()));
        }
    }
}
