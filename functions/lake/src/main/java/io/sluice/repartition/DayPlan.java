package io.sluice.repartition;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.source.SourceObject;
import io.sluice.view.PlannedDay;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// The objects of a day that are moved: decided once, by whoever plans the day first. What appears in the day's folders
/// later stays where it is, and stays visible there.
public record DayPlan(LocalDate day, List<SourceObject> objects) implements PlannedDay {
    private static final int FORMAT = 1;

    public DayPlan {
        objects = List.copyOf(objects);
    }

    public long bytes() {
        return objects.stream().mapToLong(SourceObject::length).sum();
    }

    /// There is one plan of a day.
    @Override
    public int number() {
        return 1;
    }

    @Override
    public List<List<SourceObject>> units() {
        return objects.stream().map(List::of).toList();
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(64 + 128 * objects.size()).octet(FORMAT).signed(day.toEpochDay())
                .varint(objects.size());
        objects.forEach(object -> object.encode(out));
        return out.checksum().toBytes();
    }

    /// @throws MalformedEncodingException when `bytes` were damaged or are of a later format
    static DayPlan decode(byte[] bytes) {
        ByteReader in = ByteReader.checked(bytes, "repartition plan");
        if (in.octet() != FORMAT) {
            throw new MalformedEncodingException("a repartition plan of a format that this version does not know");
        }
        LocalDate day = LocalDate.ofEpochDay(in.signed());
        int size = in.count(4);
        List<SourceObject> objects = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            objects.add(SourceObject.decode(in));
        }
        return new DayPlan(day, objects);
    }
}
