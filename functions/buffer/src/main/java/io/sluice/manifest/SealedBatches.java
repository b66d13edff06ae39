package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.Digests;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/// An object that holds the ids of folded batches of one slot, as manifests name it. It never changes.
///
/// Its content says when it was sealed, so that its key is never that of an object of earlier: who finds that nothing
/// names an old one may remove it, whatever is sealed meanwhile.
///
/// @param slot        the ten minutes that the batches arrived in ([FoldedBatches#slot])
/// @param foldedUntil when the last of them was folded, epoch milliseconds
/// @param size        how many they are
/// @param contentHigh the first half of a hash of the object's bytes
/// @param contentLow  the second
public record SealedBatches(long slot, long foldedUntil, int size, long contentHigh, long contentLow) {
    private static final int FORMAT = 1;
    private static final int TIME_DIGITS = 12;
    private static final HexFormat HEX = HexFormat.of();

    /// An object's bytes, and the name that a manifest gives it.
    public record Content(SealedBatches name, byte[] bytes) {}

    /// The object of a slot's batches.
    ///
    /// @param now when it is made, epoch milliseconds
    public static Content seal(long slot, FoldedSlot folded, long now) {
        ByteWriter out = new ByteWriter(BatchIds.BYTES_EACH * folded.ids().size() + 64).octet(FORMAT).varint(slot)
                .varint(now);
        folded.ids().encode(out);
        byte[] bytes = out.checksum().toBytes();
        ByteBuffer hash = hash(bytes);
        return new Content(new SealedBatches(slot, folded.foldedUntil(), folded.ids().size(), hash.getLong(),
                hash.getLong()), bytes);
    }

    /// The prefix of the objects of a buffer; ends with a slash.
    public static String prefix(String buffer) {
        return "folded/" + buffer + "/";
    }

    /// Begins like the keys of entries of batches that arrived when the slot began.
    public ObjectKey key(String buffer) {
        return new ObjectKey(prefix(buffer) + name());
    }

    private String name() {
        return HEX.toHexDigits(slot * FoldedBatches.SLOT_MILLIS, TIME_DIGITS) + "-" + HEX.toHexDigits(contentHigh)
                + HEX.toHexDigits(contentLow);
    }

    /// The key of an operator's word that the object is lost for good, and that batches which it alone may have told of
    /// are taken for new.
    public ObjectKey wordKey(String buffer) {
        return new ObjectKey("damaged/" + buffer + "/folded-" + name());
    }

    /// The ids in the object.
    ///
    /// @throws MalformedEncodingException when `bytes` are not the object's
    public FoldedSlot open(byte[] bytes) {
        ByteBuffer hash = hash(bytes);
        if (hash.getLong() != contentHigh || hash.getLong() != contentLow) {
            throw new MalformedEncodingException("its " + bytes.length + " bytes are not those that were sealed");
        }
        ByteReader in = ByteReader.checked(bytes, "an object of folded batches");
        int format = in.octet();
        if (format != FORMAT) {
            throw new MalformedEncodingException("format " + format + " is not known to this version of Sluice");
        }
        long of = in.varint();
        in.varint();
        BatchIds ids = BatchIds.decode(in);
        if (of != slot || ids.size() != size) {
            throw new MalformedEncodingException("it holds " + ids.size() + " batches of slot " + of
                    + ", and the manifest says " + size + " of slot " + slot);
        }
        return new FoldedSlot(ids, foldedUntil);
    }

    private static ByteBuffer hash(byte[] bytes) {
        return ByteBuffer.wrap(Digests.sha256().digest(bytes));
    }

    void encode(ByteWriter out) {
        out.varint(slot).varint(foldedUntil).varint(size).fixed64(contentHigh).fixed64(contentLow);
    }

    static SealedBatches decode(ByteReader in) {
        return new SealedBatches(in.varint(), in.varint(), in.length(), in.fixed64(), in.fixed64());
    }
}
