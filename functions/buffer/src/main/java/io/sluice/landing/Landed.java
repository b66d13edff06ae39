package io.sluice.landing;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/// The objects that a commit saw written and has no more to do with, as its manifest lists them.
///
/// @param at       when the commit was planned, epoch milliseconds
/// @param previous the last version before this one that anything landed with; 0 when none did since the stream has a
///        landing log
/// @param objects  in the order of their deliveries; none where the commit saw nothing written
public record Landed(long at, long previous, List<LandedObject> objects) {
    private static final int OBJECT_BYTES_MIN = 8;

    public Landed {
        objects = List.copyOf(objects);
    }

    /// The last version up to this one that anything landed with.
    ///
    /// @param version of the manifest that lists this
    public long last(long version) {
        return objects.isEmpty() ? previous : version;
    }

    /// Appends the portable form.
    public void encode(ByteWriter out) {
        out.varint(at).varint(previous).varint(objects.size());
        objects.forEach(object -> object.encode(out));
    }

    /// @throws io.sluice.encoding.MalformedEncodingException when it is none
    public static Landed decode(ByteReader in) {
        long at = in.varint();
        long previous = in.varint();
        int size = in.count(OBJECT_BYTES_MIN);
        List<LandedObject> objects = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            objects.add(LandedObject.decode(in));
        }
        return new Landed(at, previous, objects);
    }
}
