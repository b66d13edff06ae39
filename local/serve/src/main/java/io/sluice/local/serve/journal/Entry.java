package io.sluice.local.serve.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// One entry of a journal file.
///
/// On disk: a header of 40 bytes (magic and kind, payload length, CRC-32C of the payload, sequence, time of writing,
/// the file's length that was on the disk for certain at that time, CRC-32C of these and of the entry's place), then
/// the payload. All numbers are big-endian. The place, the file's number and the entry's first byte in it, is not
/// written: what a file system shows of another file's blocks after a power failure is no entry.
sealed interface Entry {
    int HEADER_BYTES = 40;
    /// `SJ`, version 2, then the kind.
    int MAGIC = 0x534A0200;
    /// Also of an entry of earlier builds, which wrote all calls that a journal remembers as one.
    int PAYLOAD_BYTES_MAX = 1 << 28;
    /// Of the calls of one entry.
    int CALLS_BYTES_MAX = 1 << 20;

    /// A file's first entry: what is needed of the files before it, which may be gone.
    ///
    /// @param journal the journal's id
    /// @param epoch   of the numbers of the file's records: the id of the start that began it
    /// @param end     one more than the greatest number of a record in the files before it
    /// @param before  bytes of the file before it, to which nothing is added any more
    record Opened(UUID journal, UUID epoch, long number, long end, long lastCut, long staged, long before)
            implements
                Entry {}

    /// Records of one call.
    record Put(CallKey call, long arrival, int total, int[] taken, List<byte[]> data) implements Entry {}

    /// The records before the entry's sequence, from the cut before on, are one batch.
    record Cut() implements Entry {}

    /// The records before the entry's sequence are staged.
    record Staged() implements Entry {}

    /// Calls whose records are staged, and their files gone.
    record Remembered(List<Call> calls) implements Entry {
        /// Entries of some calls, one at least, none of them large.
        static List<Remembered> of(List<Call> calls) {
            List<Remembered> entries = new ArrayList<>();
            int from = 0;
            int bytes = 0;
            for (int i = 0; i < calls.size(); i++) {
                bytes += calls.get(i).bytes();
                if (bytes > CALLS_BYTES_MAX) {
                    entries.add(new Remembered(calls.subList(from, i)));
                    from = i;
                    bytes = calls.get(i).bytes();
                }
            }
            entries.add(new Remembered(calls.subList(from, calls.size())));
            return entries;
        }
    }

    /// A call as it is remembered.
    ///
    /// @param received milliseconds of the epoch, by the server's real clock
    record Call(CallKey key, long received, PutReceipt receipt) {
        /// Its bytes in an entry.
        int bytes() {
            return 52 + receipt.taken().length * 2;
        }
    }

    /// An entry's header.
    record Header(int kind, int length, int payloadCrc, long sequence, long written, long forced) {
        void write(ByteBuffer to, long file, long position) {
            int start = to.position();
            to.putInt(MAGIC | kind).putInt(length).putInt(payloadCrc).putLong(sequence).putLong(written)
                    .putLong(forced);
            to.putInt(crc(to.duplicate().flip().position(start), file, position));
        }

        /// The header in `from`, which is what file number `file` holds at `position`; null when there is none.
        static @Nullable Header read(ByteBuffer from, long file, long position) {
            ByteBuffer checked = from.duplicate().limit(from.position() + HEADER_BYTES - Integer.BYTES);
            int magic = from.getInt();
            var header = new Header(magic & 0xFF, from.getInt(), from.getInt(), from.getLong(), from.getLong(),
                    from.getLong());
            boolean whole = from.getInt() == crc(checked, file, position) && (magic & 0xFFFFFF00) == MAGIC
                    && header.length >= 0
                    && header.length <= PAYLOAD_BYTES_MAX;
            return whole ? header : null;
        }

        private static int crc(ByteBuffer bytes, long file, long position) {
            var crc = new CRC32C();
            crc.update(bytes);
            crc.update(ByteBuffer.allocate(2 * Long.BYTES).putLong(file).putLong(position).flip());
            return (int) crc.getValue();
        }
    }

    static int crc(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    static int kind(Entry entry) {
        return switch (entry) {
            case Opened _ -> 1;
            case Put _ -> 2;
            case Cut _ -> 3;
            case Staged _ -> 4;
            case Remembered _ -> 5;
        };
    }

    static ByteBuffer payload(Entry entry) {
        return switch (entry) {
            case Opened opened -> put(put(ByteBuffer.allocate(72), opened.journal), opened.epoch)
                    .putLong(opened.number).putLong(opened.end).putLong(opened.lastCut).putLong(opened.staged)
                    .putLong(opened.before).flip();
            case Put put -> payload(put);
            case Cut _,Staged _ -> ByteBuffer.allocate(0);
            case Remembered remembered -> payload(remembered);
        };
    }

    private static ByteBuffer payload(Put put) {
        int bytes = 28 + put.taken.length * 6;
        for (byte[] record : put.data) {
            bytes = Math.addExact(bytes, record.length);
        }
        ByteBuffer payload = ByteBuffer.allocate(bytes).putLong(put.arrival).putLong(put.call.high())
                .putLong(put.call.low()).putShort((short) put.total).putShort((short) put.taken.length);
        for (int i = 0; i < put.taken.length; i++) {
            payload.putShort((short) put.taken[i]).putInt(put.data.get(i).length);
        }
        put.data.forEach(payload::put);
        return payload.flip();
    }

    private static ByteBuffer payload(Remembered remembered) {
        int bytes = 4;
        for (Call call : remembered.calls) {
            bytes += call.bytes();
        }
        ByteBuffer payload = ByteBuffer.allocate(bytes).putInt(remembered.calls.size());
        for (Call call : remembered.calls) {
            put(payload.putLong(call.key.high()).putLong(call.key.low()).putLong(call.received),
                    call.receipt.epoch()).putLong(call.receipt.sequence()).putShort((short) call.receipt.total())
                    .putShort((short) call.receipt.taken().length);
            for (int index : call.receipt.taken()) {
                payload.putShort((short) index);
            }
        }
        return payload.flip();
    }

    private static ByteBuffer put(ByteBuffer to, UUID id) {
        return to.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static UUID uuid(ByteBuffer from) {
        return new UUID(from.getLong(), from.getLong());
    }

    /// Reads a payload whose checksum is right.
    static Entry read(int kind, ByteBuffer payload) {
        return switch (kind) {
            case 1 -> new Opened(uuid(payload), uuid(payload), payload.getLong(), payload.getLong(),
                    payload.getLong(), payload.getLong(), payload.getLong());
            case 2 -> put(payload);
            case 3 -> new Cut();
            case 4 -> new Staged();
            case 5 -> remembered(payload);
            default -> throw new JournalException("an entry is of kind " + kind + ", which this version doesn't know:"
                    + " it was written by a later one; use that");
        };
    }

    private static Put put(ByteBuffer payload) {
        long arrival = payload.getLong();
        var call = new CallKey(payload.getLong(), payload.getLong());
        int total = Short.toUnsignedInt(payload.getShort());
        int[] taken = new int[Short.toUnsignedInt(payload.getShort())];
        int[] lengths = new int[taken.length];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = Short.toUnsignedInt(payload.getShort());
            lengths[i] = payload.getInt();
        }
        List<byte[]> data = new ArrayList<>(taken.length);
        for (int length : lengths) {
            byte[] record = new byte[length];
            payload.get(record);
            data.add(record);
        }
        return new Put(call, arrival, total, taken, data);
    }

    private static Remembered remembered(ByteBuffer payload) {
        int count = payload.getInt();
        List<Call> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            var key = new CallKey(payload.getLong(), payload.getLong());
            long received = payload.getLong();
            UUID epoch = uuid(payload);
            long sequence = payload.getLong();
            int total = Short.toUnsignedInt(payload.getShort());
            int[] taken = new int[Short.toUnsignedInt(payload.getShort())];
            for (int j = 0; j < taken.length; j++) {
                taken[j] = Short.toUnsignedInt(payload.getShort());
            }
            calls.add(new Call(key, received, new PutReceipt(epoch, sequence, total, taken, PutReceipt.Repeated.NO)));
        }
        return new Remembered(calls);
    }
}
