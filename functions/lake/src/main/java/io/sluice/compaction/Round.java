package io.sluice.compaction;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceObject;
import io.sluice.view.PlannedDay;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The joins of a day at one time: decided once, by whoever plans the round first. Objects that come later are the next
/// round's.
///
/// @param number from 1, for each day
public record Round(LocalDate day, int number, List<Join> joins) implements PlannedDay {
    private static final int FORMAT = 1;

    public Round {
        joins = List.copyOf(joins);
    }

    @Override
    public List<List<SourceObject>> units() {
        return joins.stream().map(Join::sources).toList();
    }

    /// The keys of what is joined, in order.
    Set<String> sources() {
        return joins.stream().flatMap(join -> join.sources().stream()).map(SourceObject::key).map(ObjectKey::value)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(1_024).octet(FORMAT).signed(day.toEpochDay()).varint(number)
                .varint(joins.size());
        joins.forEach(join -> join.encode(out));
        return out.checksum().toBytes();
    }

    /// @throws MalformedEncodingException when `bytes` were damaged or are of a later format
    static Round decode(byte[] bytes) {
        ByteReader in = ByteReader.checked(bytes, "compaction round");
        if (in.octet() != FORMAT) {
            throw new MalformedEncodingException("a compaction round of a format that this version does not know");
        }
        LocalDate day = LocalDate.ofEpochDay(in.signed());
        int number = in.length();
        int size = in.count(2);
        List<Join> joins = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            joins.add(Join.decode(in));
        }
        return new Round(day, number, joins);
    }
}
