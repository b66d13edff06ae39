package io.sluice.flush;

import io.sluice.codec.ChunkCompressor;
import io.sluice.codec.ChunkReader;
import io.sluice.codec.ObjectFormat;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.objects.Body;
import io.sluice.reject.ErrorRecord;
import io.sluice.reject.Reject;
import io.sluice.segment.FramedRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;

/// Buffered records as error records: one line a chunk, whose `rawData` is the chunk's records as they would have been in
/// their object, or one line a record where records were to be converted. Compressed chunk by chunk as it is read.
final class WrappedChunks {
    private WrappedChunks() {}

    /// The lines as chunks of the error object's format, one for each of the delivery's, each made when it is reached.
    static Iterable<Body> lines(Delivery delivery, Reject reject, ChunkSource chunks) {
        return () -> delivery.chunks().stream().map(chunk -> Body.of(chunk(delivery.format(), reject, chunk, chunks)))
                .iterator();
    }

    /// A record's line.
    ///
    /// @param arrival epoch milliseconds
    static byte[] line(byte[] raw, Reject reject, long arrival) {
        Instant at = Instant.ofEpochMilli(arrival);
        return ErrorRecord.of(raw, reject, at, at).toLine();
    }

    private static byte[] chunk(ObjectFormat format, Reject reject, ChunkRef chunk, ChunkSource chunks) {
        try (InputStream staged = chunks.open(chunk);
                ChunkCompressor compressor = ChunkCompressor.of(format.errors())) {
            byte[] raw = ChunkReader.read(chunk.form().staged(format.staged()), staged);
            switch (format) {
                case ObjectFormat.Joined _ -> compressor.append(line(raw, reject, chunk.oldestArrival()));
                case ObjectFormat.Parquet _ -> new FramedRecords(raw, chunk.oldestArrival())
                        .forEach(record -> compressor.append(line(record.bytes(), reject, record.arrival())));
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length);
            compressor.finishTo(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("making error records of staged chunks", e);
        } catch (MalformedEncodingException e) {
            throw new UncheckedIOException("making error records of staged chunks", new IOException(e.getMessage(), e));
        }
    }
}
