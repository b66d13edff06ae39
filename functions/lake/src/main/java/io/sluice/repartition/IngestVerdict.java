package io.sluice.repartition;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.source.SourceObject;
import java.util.ArrayList;
import java.util.List;

/// The decision about one object of a plan: once, for good, by the one request that creates its receipt. From then on
/// all of the object's records are delivered, whatever becomes of the object, or none is.
///
/// @param object  the version that was decided about
/// @param verdict what it came to
record IngestVerdict(SourceObject object, Verdict verdict) {
    private static final int FORMAT = 1;
    private static final int STAGED = 0;
    private static final int LEFT_OUT = 1;

    /// The verdict on an object.
    sealed interface Verdict {
        /// All of its records are in segments, and these are their index entries. They reach the index after the
        /// receipt is there, and may do so any number of times.
        ///
        /// @param rejected records that went into error records
        record Staged(long rejected, List<IndexEntry> entries) implements Verdict {
            public Staged {
                entries = List.copyOf(entries);
            }

            /// Records staged, error records included.
            long records() {
                return entries.stream().mapToLong(IndexEntry::records).sum();
            }

            long dropped() {
                return entries.stream().mapToLong(IndexEntry::dropped).sum();
            }
        }

        /// It stays where it is, for this reason.
        record LeftOut(String why) implements Verdict {}
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(1_024).octet(FORMAT);
        object.encode(out);
        switch (verdict) {
            case Verdict.Staged staged -> {
                out.octet(STAGED).varint(staged.rejected).varint(staged.entries.size());
                staged.entries.forEach(entry -> out.varint(entry.key().shard().number()).text(entry.key().sortKey())
                        .bytes(entry.encode()));
            }
            case Verdict.LeftOut(String why) -> out.octet(LEFT_OUT).text(why);
        }
        return out.checksum().toBytes();
    }

    /// @throws MalformedEncodingException when `bytes` were damaged or are of a later format
    static IngestVerdict decode(byte[] bytes) {
        ByteReader in = ByteReader.checked(bytes, "repartition receipt");
        if (in.octet() != FORMAT) {
            throw new MalformedEncodingException("a repartition receipt of a format that this version does not know");
        }
        SourceObject object = SourceObject.decode(in);
        if (in.octet() == LEFT_OUT) {
            return new IngestVerdict(object, new Verdict.LeftOut(in.text()));
        }
        long rejected = in.varint();
        int size = in.count(3);
        List<IndexEntry> entries = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            EntryKey key = EntryKey.parse(new Shard(in.length()), in.text());
            entries.add(IndexEntry.decode(key, in.bytes()));
        }
        return new IngestVerdict(object, new Verdict.Staged(rejected, entries));
    }
}
