package io.sluice.benchmarks.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.benchmarks.WrongOutputException;
import io.sluice.objects.ObjectKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;

/// The number of records, and a sum of their hashes that does not depend on their order: two sums are equal when the
/// same records are in both, each as often. For one thread.
public final class RecordSum {
    private static final byte[] CUSTOMER = "\"customer_id\":\"".getBytes(UTF_8);
    private static final byte[] DEVICE = "\"device\":\"".getBytes(UTF_8);

    private final CRC32C crc = new CRC32C();
    private long records;
    private long sum;

    /// The records of a range of the stream.
    public static RecordSum of(Clickstream clicks, long from, long count) {
        RecordSum sum = new RecordSum();
        for (long i = from; i < from + count; i++) {
            byte[] record = clicks.record(i);
            sum.add(record, 0, record.length);
        }
        return sum;
    }

    public long records() {
        return records;
    }

    /// Adds what a delivered GZIP object holds, a record a line.
    ///
    /// @throws WrongOutputException when a record is not under the prefix of its own keys
    public void addObject(ObjectKey key, byte[] gzip) throws IOException {
        byte[] lines;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            lines = in.readAllBytes();
        }
        addLines(key.value(), lines);
    }

    /// Adds records, one a line.
    ///
    /// @param key of the object that they are in
    /// @throws WrongOutputException when a record is not under the prefix of its own keys
    public void addLines(String key, byte[] lines) {
        int start = 0;
        for (int i = 0; i < lines.length; i++) {
            if (lines[i] == '\n') {
                requirePlace(key, lines, start, i);
                add(lines, start, i - start);
                start = i + 1;
            }
        }
        if (start < lines.length) {
            throw new WrongOutputException(key + ": the last record has no delimiter");
        }
    }

    private void add(byte[] bytes, int offset, int length) {
        crc.reset();
        crc.update(bytes, offset, length);
        long high = crc.getValue();
        crc.update(0x5a);
        sum += Long.rotateLeft(crc.getValue() * 0x9e3779b97f4a7c15L, 17) ^ high;
        records++;
    }

    private static void requirePlace(String key, byte[] lines, int start, int end) {
        String prefix = "customer=" + value(lines, CUSTOMER, start, end) + "/device="
                + value(lines, DEVICE, start, end) + "/2026/08/09/20/";
        if (!key.startsWith(prefix)) {
            throw new WrongOutputException(key + " holds a record of " + prefix);
        }
    }

    private static String value(byte[] lines, byte[] name, int start, int end) {
        for (int i = start; i < end - name.length; i++) {
            if (Arrays.equals(lines, i, i + name.length, name, 0, name.length)) {
                int from = i + name.length;
                int to = from;
                while (lines[to] != '"') {
                    to++;
                }
                return new String(lines, from, to - from, UTF_8);
            }
        }
        throw new WrongOutputException("a record without " + new String(name, UTF_8));
    }

    /// @throws WrongOutputException when this is not `expected`
    public void requireEqual(String what, RecordSum expected) {
        WrongOutputException.unlessEqual(what + ": the number of records", expected.records, records);
        WrongOutputException.unlessEqual(what + ": the sum of the records' hashes", expected.sum, sum);
    }
}
