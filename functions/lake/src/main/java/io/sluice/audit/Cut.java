package io.sluice.audit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The records that are to be cut out of an object: what is left must be all of its other bytes, in their order. Not
/// safe for use by several threads.
public final class Cut {
    private static final int BUFFER_BYTES = 64 * 1024;

    private long[] offsets = new long[16];
    private int[] lengths = new int[16];
    private int[] checksums = new int[16];
    private int records;

    /// Adds a record; they come in the object's order.
    ///
    /// @param offset where it starts in the content
    public void add(long offset, byte[] data) {
        if (records == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * records);
            lengths = Arrays.copyOf(lengths, 2 * records);
            checksums = Arrays.copyOf(checksums, 2 * records);
        }
        CRC32C checksum = new CRC32C();
        checksum.update(data);
        offsets[records] = offset;
        lengths[records] = data.length;
        checksums[records++] = (int) checksum.getValue();
    }

    public int records() {
        return records;
    }

    /// Says what is wrong with `rest` as what is left of `object`: every byte of it that is in none of the records must
    /// be there, in its order, and nothing else; white space aside. Empty when nothing is wrong.
    ///
    /// @throws IOException when one of them cannot be read to its end
    public Optional<String> difference(Stored object, Stored rest) throws IOException {
        try (InputStream all = new BufferedInputStream(Content.open(object), BUFFER_BYTES);
                InputStream left = new BufferedInputStream(Content.open(rest), BUFFER_BYTES)) {
            Optional<String> bytes = new Comparison(all, left).difference();
            return bytes.isPresent() ? bytes : differentCount(object, rest);
        }
    }

    private Optional<String> differentCount(Stored object, Stored rest) throws IOException {
        var before = Audit.of(object).records();
        var after = Audit.of(rest).records();
        return before.isPresent() && after.isPresent() && before.getAsLong() - records != after.getAsLong()
                ? Optional.of("of its " + before.getAsLong() + " records " + records + " were cut out, and "
                        + after.getAsLong() + " are left")
                : Optional.empty();
    }

    /// One pass over both.
    private final class Comparison {
        private final InputStream all;
        private final InputStream left;
        private final CRC32C checksum = new CRC32C();
        private long at;
        private int record;

        Comparison(InputStream all, InputStream left) {
            this.all = all;
            this.left = left;
        }

        Optional<String> difference() throws IOException {
            skipByteOrderMark();
            for (int b = all.read(); b >= 0; b = all.read(), at++) {
                if (record < records && at >= offsets[record]) {
                    if (!cutsOut(b)) {
                        return Optional
                                .of("the record at byte " + offsets[record - 1] + " is not the one that was read");
                    }
                } else if (!Content.isWhiteSpace(b) && b != solid()) {
                    return Optional.of("byte " + at + ", which is in no record that was to go, is not left");
                }
            }
            if (record < records) {
                return Optional.of("it ends before the record at byte " + offsets[record]);
            }
            return solid() < 0 ? Optional.empty() : Optional.of("more is left than was in it");
        }

        private void skipByteOrderMark() throws IOException {
            all.mark(Audit.MARK_BYTES);
            byte[] head = all.readNBytes(Audit.MARK_BYTES);
            all.reset();
            at = Audit.markBytes(head, head.length);
            all.skipNBytes(at);
        }

        /// Takes a byte of the record; false when its last one shows that it is another record.
        private boolean cutsOut(int b) {
            checksum.update(b);
            if (at < offsets[record] + lengths[record] - 1) {
                return true;
            }
            boolean same = (int) checksum.getValue() == checksums[record++];
            checksum.reset();
            return same;
        }

        private int solid() throws IOException {
            int b = left.read();
            while (Content.isWhiteSpace(b)) {
                b = left.read();
            }
            return b;
        }
    }
}
