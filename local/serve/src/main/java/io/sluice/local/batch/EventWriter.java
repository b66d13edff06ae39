package io.sluice.local.batch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.input.Timestamps;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/// Writes batches as Firehose's transformation events, byte for byte in the order of the wire, and tells what would be
/// read out of them. Immutable.
public final class EventWriter {
    private static final String REGION = "us-east-1";
    private static final int UUID_CHARACTERS = 36;
    private static final int MILLIS_DIGITS_MAX = 19;
    private static final byte[] INVOCATION_ID = "{\"invocationId\":\"".getBytes(US_ASCII);
    private static final byte[] RECORD_ID = "{\"recordId\":\"".getBytes(US_ASCII);
    private static final byte[] ARRIVAL = "\",\"approximateArrivalTimestamp\":".getBytes(US_ASCII);
    private static final byte[] DATA = ",\"data\":\"".getBytes(US_ASCII);
    private static final byte[] RECORD_END = "\"}".getBytes(US_ASCII);
    private static final byte[] END = "]}".getBytes(US_ASCII);

    private final String stream;
    private final String streamArn;
    private final byte[] afterInvocationId;

    /// @param stream the delivery stream's name
    public EventWriter(String stream) {
        this.stream = stream;
        this.streamArn = "arn:aws:firehose:" + REGION + ":123456789012:deliverystream/" + stream;
        this.afterInvocationId = ("\",\"deliveryStreamArn\":\"" + streamArn + "\",\"region\":\"" + REGION
                + "\",\"records\":[").getBytes(UTF_8);
    }

    /// The bytes of an event beside its records.
    long envelopeBytes() {
        return (long) INVOCATION_ID.length + UUID_CHARACTERS + afterInvocationId.length + END.length;
    }

    /// The bytes that `record` adds to an event; at most a few too many.
    public long recordBytes(BatchRecord record) {
        return 1L + RECORD_ID.length + record.recordId().length() + ARRIVAL.length + MILLIS_DIGITS_MAX + DATA.length
                + base64Bytes(record) + RECORD_END.length;
    }

    private static long base64Bytes(BatchRecord record) {
        return (record.data().length + 2L) / 3 * 4;
    }

    /// The event of `batch`.
    ///
    /// @param attempt 0, and one more with each retry: as with Firehose, it changes the invocation id and nothing else
    /// @throws ArithmeticException when the event would be larger than an array
    public byte[] write(Batch batch, int attempt) {
        long bytes = envelopeBytes();
        for (BatchRecord record : batch.records()) {
            bytes += recordBytes(record);
        }
        ByteBuffer event = ByteBuffer.allocate(Math.toIntExact(bytes));
        event.put(INVOCATION_ID);
        event.put(invocationId(batch, attempt).getBytes(US_ASCII));
        event.put(afterInvocationId);
        boolean first = true;
        for (BatchRecord record : batch.records()) {
            if (!first) {
                event.put((byte) ',');
            }
            first = false;
            event.put(RECORD_ID).put(record.recordId().getBytes(US_ASCII)).put(ARRIVAL);
            event.put(Long.toString(record.arrival().toEpochMilli()).getBytes(US_ASCII)).put(DATA);
            event.put(Base64.getEncoder().encode(record.data())).put(RECORD_END);
        }
        event.put(END);
        byte[] written = new byte[event.flip().remaining()];
        event.get(written);
        return written;
    }

    private String invocationId(Batch batch, int attempt) {
        String invocation = stream + "/" + batch.number() + "/" + attempt;
        return UUID.nameUUIDFromBytes(invocation.getBytes(UTF_8)).toString();
    }

    /// Returns what the function reads out of the event of `batch`, without the event; the records' arrays are the
    /// batch's.
    ///
    /// @param attempt as in [#write]
    /// @throws EventFormatException when the function would refuse the event: an arrival time that none may have
    public SourceBatch read(Batch batch, int attempt) {
        List<SourceRecord> records = new ArrayList<>(batch.records().size());
        for (BatchRecord record : batch.records()) {
            try {
                records.add(new SourceRecord(record.recordId(),
                        Timestamps.ofEpochMilli(record.arrival().toEpochMilli()), record.data()));
            } catch (IllegalArgumentException e) {
                throw new EventFormatException("Record " + records.size() + " (" + record.recordId()
                        + "): approximateArrivalTimestamp " + e.getMessage(), e);
            }
        }
        return new SourceBatch(SourceType.FIREHOSE, streamArn, invocationId(batch, attempt), records);
    }
}
