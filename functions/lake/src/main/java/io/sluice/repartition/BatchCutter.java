package io.sluice.repartition;

import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.input.Arrivals;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.source.SourceObject;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Cuts an object's records into batches of bounded bytes. A batch is named by bucket, key, ETag and the offsets of its
/// records (numbers, where they are rows), so that the same version of an object makes the same batches whoever reads
/// it, whenever. Not safe for concurrent use.
final class BatchCutter {
    private static final int RECORDS_MAX = 50_000;

    private final String arn;
    private final SourceObject object;
    private final RecordInput records;
    private final Function<InputRecord, Optional<Instant>> arrivals;
    private final Instant otherwise;
    private final int bytesMax;

    /// @param arrivals  when records arrived, where they say so
    /// @param otherwise when the others did
    BatchCutter(String bucket, SourceObject object, RecordInput records,
            Function<InputRecord, Optional<Instant>> arrivals, Instant otherwise, int bytesMax) {
        this.arn = "arn:aws:s3:::" + bucket + "/" + object.key();
        this.object = object;
        this.records = records;
        this.arrivals = arrivals;
        this.otherwise = otherwise;
        this.bytesMax = bytesMax;
    }

    /// Tells when records arrived: for one object, since [Arrivals] is for one thread.
    static Function<InputRecord, Optional<Instant>> arrivals(Optional<String> program, Instant otherwise) {
        return program.<Function<InputRecord, Optional<Instant>>>map(jq -> Arrivals.by(jq, otherwise)::of)
                .orElse(_ -> Optional.empty());
    }

    /// The next batch, or `null` at the object's end.
    @Nullable
    SourceBatch next() throws IOException {
        List<SourceRecord> batch = new ArrayList<>();
        long bytes = 0;
        while (bytes < bytesMax && batch.size() < RECORDS_MAX) {
            InputRecord record = records.next();
            if (record == null) {
                break;
            }
            batch.add(new SourceRecord(object.etag() + ":" + record.offset(),
                    arrivals.apply(record).orElse(otherwise), record.data()));
            bytes += record.data().length;
        }
        return batch.isEmpty() ? null : new SourceBatch(SourceType.FIREHOSE, arn, "", batch);
    }
}
