package io.sluice.flush;

import io.sluice.codec.ChunkCompressor;
import io.sluice.codec.ChunkReader;
import io.sluice.codec.Compression;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.reject.ErrorRecord;
import io.sluice.reject.Reject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;

/// Buffered records as error records: one line a chunk, whose `rawData` is the chunk's records as they would have been in
/// their object. Compressed chunk by chunk as it is read.
final class WrappedChunks {
    private WrappedChunks() {}

    /// The lines as chunks staged for the object's format, one for each of the delivery's.
    static ChunkSource lines(Delivery delivery, Reject reject, ChunkSource chunks) {
        return chunk -> new ByteArrayInputStream(line(delivery.compression(), reject, chunk, chunks));
    }

    private static byte[] line(Compression compression, Reject reject, ChunkRef chunk, ChunkSource chunks) {
        Instant arrival = Instant.ofEpochMilli(chunk.oldestArrival());
        try (InputStream staged = chunks.open(chunk); ChunkCompressor compressor = ChunkCompressor.of(compression)) {
            byte[] raw = ChunkReader.read(compression, staged);
            compressor.append(ErrorRecord.of(raw, reject, arrival, arrival).toLine());
            ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length);
            compressor.finishTo(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("making error records of staged chunks", e);
        }
    }
}
