package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.firehose.Base64Text;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.BufferInMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Batches of one shard of a Kinesis stream, for a buffer. Record *n* is the text `a:n`, with a number as long as
/// Kinesis's.
public final class KinesisBatches {
    static final String STREAM = "arn:aws:kinesis:us-east-1:123456789012:stream/quakes";
    static final String SHARD = "shardId-000000000000";

    private final BufferInMemory buffer;

    public KinesisBatches(BufferInMemory buffer) {
        this.buffer = buffer;
    }

    public SourceBatch records(int from, int to) {
        List<SourceRecord> records = new ArrayList<>();
        for (int each = from; each <= to; each++) {
            records.add(record(SHARD, each, ("a:" + each).getBytes(UTF_8)));
        }
        return of(STREAM, records);
    }

    static SourceBatch of(String arn, List<SourceRecord> records) {
        return new SourceBatch(SourceType.KINESIS, arn, "", records);
    }

    SourceRecord record(String shard, int number, byte[] data) {
        return record(shard, "4954698668313554428650745793632162567570019247115678" + (1_000 + number), data);
    }

    SourceRecord record(String shard, String sequenceNumber, byte[] data) {
        return new SourceRecord(shard + ":" + sequenceNumber, buffer.now, data, Base64Text.of(data),
                Optional.of(new KinesisPosition(shard, sequenceNumber, 0, "p")));
    }

    static List<String> texts(int upTo) {
        return IntStream.rangeClosed(1, upTo).mapToObj(each -> "a:" + each).toList();
    }

    /// Each record up to that one is delivered, once.
    void assertDelivered(int upTo) {
        buffer.drain("last");
        assertEquals(texts(upTo), buffer.delivered("key=a"));
    }
}
