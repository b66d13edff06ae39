package io.sluice.flush;

import io.sluice.codec.ObjectFormat;
import io.sluice.codec.RawSink;
import io.sluice.manifest.ChunkRef;
import io.sluice.reject.ErrorRecord;
import io.sluice.reject.Reject;
import io.sluice.segment.FramedRecords;
import java.io.IOException;
import java.time.Instant;

/// Buffered records as error records: one line a chunk, whose `rawData` is the chunk's records as they would have been
/// in their object, or one line a record where records were to be converted.
final class WrappedChunks {
    private WrappedChunks() {}

    /// Gives the lines, one chunk after another, to `sink`.
    static void write(DeliveryChunks deliveryChunks, Reject reject, ChunkSource chunks, RawSink sink)
            throws IOException {
        for (ChunkRef chunk : deliveryChunks.chunks()) {
            byte[] raw = chunks.raw(chunk);
            switch (deliveryChunks.delivery().format()) {
                case ObjectFormat.Joined _ -> sink.append(line(raw, reject, chunk.oldestArrival()));
                case ObjectFormat.Parquet _ -> {
                    for (FramedRecords.Framed record : records(raw, chunk)) {
                        sink.append(line(record.bytes(), reject, record.arrival()));
                    }
                }
            }
        }
    }

    /// A record's line.
    ///
    /// @param arrival epoch milliseconds
    static byte[] line(byte[] raw, Reject reject, long arrival) {
        Instant at = Instant.ofEpochMilli(arrival);
        return ErrorRecord.of(raw, reject, at, at).toLine();
    }

    private static Iterable<FramedRecords.Framed> records(byte[] raw, ChunkRef chunk) {
        return new FramedRecords(raw, chunk.oldestArrival());
    }
}
