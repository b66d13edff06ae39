package io.sluice.audit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/// The content of an object of text, counted by reading all of it.
///
/// @param bytes    of its content that are no white space and no byte order mark
/// @param checksum CRC-32C of them, in their order
/// @param records  how many records it has, where that can be told without knowing how they were cut: empty where a
///                 line is broken JSON, or a document goes over several lines
public record Audit(long bytes, long checksum, OptionalLong records) {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /// Bytes that it takes to tell a byte order mark.
    static final int MARK_BYTES = BYTE_ORDER_MARK.length;

    /// @throws IOException when it cannot be read to its end
    public static Audit of(Stored stored) throws IOException {
        ContentSum sum = new ContentSum();
        RecordLines lines = new RecordLines();
        try (InputStream in = Content.open(stored)) {
            byte[] head = in.readNBytes(MARK_BYTES);
            int from = markBytes(head, head.length);
            sum.add(head, from, head.length);
            lines.add(head, from, head.length);
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sum.add(buffer, 0, read);
                lines.add(buffer, 0, read);
            }
        }
        return new Audit(sum.bytes(), sum.checksum(), lines.end());
    }

    /// Returns the number of bytes of a byte order mark among the first `length` bytes of `head`, which a content
    /// begins with.
    static int markBytes(byte[] head, int length) {
        return length >= MARK_BYTES && Arrays.equals(head, 0, MARK_BYTES, BYTE_ORDER_MARK, 0, MARK_BYTES)
                ? MARK_BYTES
                : 0;
    }

    /// Says how `taken` differs from this; empty when it is all of it, and nothing else.
    public Optional<String> difference(Taken taken) {
        if (taken.bytes() != bytes) {
            return Optional.of(bytes + " bytes of records are in it, and " + taken.bytes() + " were taken out of it");
        }
        if (taken.checksum() != checksum) {
            return Optional
                    .of("the " + bytes + " bytes of records that are in it are not those that were taken out of it");
        }
        return records.isEmpty() || records.getAsLong() == taken.records()
                ? Optional.empty()
                : Optional.of(
                        records.getAsLong() + " records are in it, and " + taken.records() + " were taken out of it");
    }
}
