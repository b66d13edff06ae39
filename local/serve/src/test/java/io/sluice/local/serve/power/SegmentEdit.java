package io.sluice.local.serve.power;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/// A change of a journal file's entries, whose format is written down here once more: nothing that judges a journal
/// reads it by the journal's own code.
@FunctionalInterface
interface SegmentEdit {
    int PUT = 2;
    int CUT = 3;
    int STAGED = 4;

    /// @param number of the file
    void of(Node.OfFile file, long number);

    /// An entry in a file's bytes: 40 bytes of header, the payload after them.
    record Entry(ByteBuffer bytes, int at) {
        private static final int HEADER_BYTES = 40;
        private static final int MAGIC = 0x534A0200;
        private static final int KEY = HEADER_BYTES + Long.BYTES;

        /// All that look like entries, up to the first that does not.
        static List<Entry> all(ByteBuffer bytes) {
            List<Entry> entries = new ArrayList<>();
            int at = 0;
            while (at + HEADER_BYTES <= bytes.limit() && (bytes.getInt(at) & 0xFFFFFF00) == MAGIC) {
                var entry = new Entry(bytes, at);
                if (entry.length() < 0 || entry.length() > bytes.limit() - at - HEADER_BYTES) {
                    return entries;
                }
                entries.add(entry);
                at += HEADER_BYTES + entry.length();
            }
            return entries;
        }

        int kind() {
            return bytes.getInt(at) & 0xFF;
        }

        void kind(int kind) {
            bytes.putInt(at, MAGIC | kind);
        }

        int length() {
            return bytes.getInt(at + 4);
        }

        void number(long number) {
            bytes.putLong(at + 12, number);
        }

        void forgetCall() {
            bytes.putLong(at + KEY, 0).putLong(at + KEY + Long.BYTES, 0);
        }

        void check(long file) {
            bytes.putInt(at + 8, crc(at + HEADER_BYTES, length(), new byte[0]));
            byte[] place = ByteBuffer.allocate(2 * Long.BYTES).putLong(file).putLong(at).array();
            bytes.putInt(at + 36, crc(at, 36, place));
        }

        private int crc(int from, int length, byte[] more) {
            var crc = new CRC32C();
            crc.update(bytes.slice(from, length));
            crc.update(more);
            return (int) crc.getValue();
        }
    }

    /// Changes each entry, and makes its checksums right.
    static SegmentEdit entries(Consumer<Entry> edit) {
        return (file, number) -> {
            byte[] bytes = file.bytes().clone();
            Entry.all(ByteBuffer.wrap(bytes)).forEach(entry -> {
                edit.accept(entry);
                entry.check(number);
            });
            file.write(0, bytes);
            file.force();
        };
    }

    /// Cuts off the last entry, if it is not the only one.
    static void cutOffLast(Node.OfFile file) {
        List<Entry> entries = Entry.all(ByteBuffer.wrap(file.bytes()));
        if (entries.size() > 1) {
            file.truncate(entries.getLast().at);
            file.force();
        }
    }
}
