package io.sluice.local.batch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/// Writes batches as Firehose's transformation events, byte for byte in the order of the wire. Immutable.
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
    private final byte[] afterInvocationId;

    /// @param stream the delivery stream's name
    public EventWriter(String stream) {
        this.stream = stream;
        this.afterInvocationId = ("\",\"deliveryStreamArn\":\"arn:aws:firehose:" + REGION
                + ":123456789012:deliverystream/" + stream + "\",\"region\":\"" + REGION + "\",\"records\":[")
                .getBytes(UTF_8);
    }

    /// What an event holds beside its records, in bytes.
    long envelopeBytes() {
        return (long) INVOCATION_ID.length + UUID_CHARACTERS + afterInvocationId.length + END.length;
    }

    /// What `record` adds to an event, in bytes; at most a few too many.
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
        String invocation = stream + "/" + batch.number() + "/" + attempt;
        event.put(INVOCATION_ID);
        event.put(UUID.nameUUIDFromBytes(invocation.getBytes(UTF_8)).toString().getBytes(US_ASCII));
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
}
