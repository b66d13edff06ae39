package io.sluice.landing;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.layout.DayOfKey;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.time.LocalDate;
import java.util.Optional;

/// An object that a delivery left in the data bucket.
///
/// @param kind          whether it holds records or error records
/// @param bytes         its length, as stored
/// @param records       how many are in it
/// @param oldestArrival when the oldest of its delivery's records arrived, epoch milliseconds
/// @param newestArrival the latest at which the newest of them can have arrived, epoch milliseconds
public record LandedObject(ObjectKey key, Partition.Kind kind, long bytes, long records, long oldestArrival,
        long newestArrival) {
    public LandedObject {
        if (bytes < 0 || records < 0 || newestArrival < oldestArrival) {
            throw new IllegalArgumentException(key + " of " + bytes + " bytes and " + records + " records of "
                    + oldestArrival + " to " + newestArrival);
        }
    }

    /// The date of the layout in its key ([DayOfKey]); error objects have none.
    public Optional<LocalDate> day() {
        return kind == Partition.Kind.DATA ? DayOfKey.of(key.value()) : Optional.empty();
    }

    void encode(ByteWriter out) {
        out.sortedText(key.value()).text(kind.name()).varint(bytes).varint(records).varint(oldestArrival)
                .varint(newestArrival - oldestArrival);
    }

    static LandedObject decode(ByteReader in) {
        ObjectKey key = new ObjectKey(in.sortedText());
        Partition.Kind kind = Partition.Kind.valueOf(in.text());
        long bytes = in.varint();
        long records = in.varint();
        long oldest = in.varint();
        return new LandedObject(key, kind, bytes, records, oldest, oldest + in.varint());
    }
}
